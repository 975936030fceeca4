import { addressOf } from '../lib/base.ts'

/** How the page of a PDF stands in the window: the same before the app has come, and after. */

export const PAGE_LOOK = 'relative mx-auto mb-4 border border-line bg-[white] shadow-sm'
/** As wide as the page will be, where only its picture is there. */
export const PICTURE_LOOK = `${PAGE_LOOK} w-[min(880px,calc(100%-2px))]`

/** The picture of the first page. */
export const previewOf = (base: string, { version }: { version?: number }): string =>
  addressOf(`${base}/preview?size=1024&v=${version ?? ''}`)
