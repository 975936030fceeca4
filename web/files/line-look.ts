/** How a line of the list looks, for the list itself and for the first screen that is drawn before it. */

export const COLUMNS = ['type', 'party', 'date', 'amount', 'folder', 'size', 'added'] as const
export type Column = (typeof COLUMNS)[number]
export const USUAL_COLUMNS: Column[] = ['type', 'party', 'date', 'amount', 'folder']

const WIDTHS: Record<Column, number> = {
  type: 116,
  party: 168,
  date: 128,
  amount: 124,
  folder: 152,
  size: 80,
  added: 96,
}
const PICTURE = 48
const NAME = 260
const ACTIONS = 68

/** Of the columns that were chosen, those for which a list of this width has room. */
export function fitting(width: number, chosen: readonly Column[]): Column[] {
  let left = width - PICTURE - NAME - ACTIONS - 24
  return chosen.filter(column => {
    if (WIDTHS[column] > left) return false
    left -= WIDTHS[column]
    return true
  })
}

/** The widths that heading and lines share. */
export const templateOf = (columns: readonly Column[]): string =>
  `${PICTURE}px minmax(0, 1fr) ${columns.map(column => `${WIDTHS[column]}px`).join(' ')} ${ACTIONS}px`

export const NARROW_TEMPLATE = '3rem minmax(0, 1fr) 2.5rem'

export const LINE =
  'grid h-14 items-center border-b border-line pr-1 pl-2 text-base md:mx-2 md:rounded md:border-transparent md:text-sm'
export const LINE_COMPACT = 'grid h-8 items-center rounded pr-1 pl-2 text-sm mx-2'
export const LINE_HEIGHT = { list: 56, compact: 32 }
export const LINE_NAME = 'flex min-w-0 flex-col justify-center gap-0.5 pr-3'
export const LINE_BELOW = 'figures flex min-w-0 gap-1.5 text-xs text-ink-faint'
export const LINE_FIGURE = 'figures truncate pr-3 text-right'

const stemOf = (filename: string) => filename.replace(/\.[^.\s]{1,16}$/, '')
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** What a file is called in lists: by what was read, unless that says no more than its name. */
export const titleOf = ({ filename, title }: { filename: string; title?: string }): string =>
  title && plain(title) !== plain(stemOf(filename)) ? title : filename

/** What a window shows, and a little more: the rest is asked for when somebody moves on. */
export const FIRST_PAGE = 60
export const ALL_FILES = `/v1/objects?limit=${FIRST_PAGE}`
