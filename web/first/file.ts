import type { FileObject } from '../api/shapes.ts'
import { PICTURE_LOOK, previewOf } from '../files/page-look.ts'
import { show } from './frame.ts'
import { make, spot } from './make.ts'

/** A file over the whole page: its name, and what is seen of it first. */
function drawOver(root: HTMLElement, { filename }: FileObject, inside: HTMLElement): void {
  const bar = make(
    'div',
    'flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface px-2',
    make('span', 'touchable flex size-8 shrink-0 items-center justify-center', spot()),
    make('b', 'min-w-0 flex-1 truncate px-1 text-base font-medium', filename),
  )
  show(root, make('div', 'flex h-dvh flex-col bg-ground', bar, inside))
}

/** The words of a plain text. */
export function drawFile(root: HTMLElement, file: FileObject, text?: string): void {
  const words =
    text === undefined
      ? []
      : [make('pre', 'font-sans text-base leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]', text)]
  const column = make('div', 'mx-auto flex max-w-3xl flex-col gap-4 p-6', ...words)
  drawOver(root, file, make('div', 'min-h-0 flex-1 overflow-hidden', column))
}

/** The first page as the service has drawn it: pages to scroll come with the app. */
export async function drawPage(root: HTMLElement, file: FileObject): Promise<void> {
  const picture = new Image()
  picture.src = previewOf(`/v1/objects/${file.id}`, file)
  picture.className = 'block w-full'
  await picture.decode()
  const page = make('div', PICTURE_LOOK, picture)
  drawOver(root, file, make('div', 'min-h-0 flex-1 overflow-hidden bg-sunken p-4', page))
}
