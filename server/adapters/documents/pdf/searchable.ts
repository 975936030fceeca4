import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DocumentRefused, type PdfResult } from '../../../ports/documents.ts'
import type { Reader, WordPlace } from '../../../ports/reader.ts'
import { type PageSize, type PageWord, wordsOf } from '../../pdf/words.ts'
import { type Machine, unlocked, words } from './machine.ts'
import { asking, objectsJson } from './steps.ts'

const MOST_PAGES = 500

const nothingToRead = () =>
  new DocumentRefused('unable', {
    en: 'There is nothing to recognise: every page has its text already, or text recognition is not installed here.',
    ru: 'Распознавать нечего: у всех страниц уже есть текст, или распознавание здесь не установлено.',
  })

/** Words over the pictures of pages that have none; what the pages show is not touched. */
export async function searchable(
  given: Machine & { reader: Pick<Reader, 'scanned' | 'words'> },
  out: string,
): Promise<PdfResult> {
  const on = await unlocked(given)
  const { path } = on.source
  const { signal } = on.bounds
  const scanned = await on.reader.scanned(path, signal)
  const chosen = scanned.slice(0, MOST_PAGES)
  if (chosen.length === 0) throw nothingToRead()
  const json = await objectsJson(on)
  const sizes = (await on.worker.ask('pageSizes', { json, pages: chosen }, asking(on))) as PageSize[]
  const pages: { page: number; words: string }[] = []
  for (const [n, page] of chosen.entries()) {
    const there = wordsOf(await readFile(await words(on, path, page), 'utf8'), sizes[n]!)
    const places = await on.reader.words(path, { kind: 'pdf', mime: 'application/pdf' }, page, signal)
    const file = join(on.folder, `places-${page}.json`)
    const free = places.filter(place => !there.some(word => covers(word, place)))
    if (free.length > 0) {
      await writeFile(file, JSON.stringify(free))
      pages.push({ page, words: file })
    }
    on.bounds.progress?.(((n + 1) / chosen.length) * 0.95)
  }
  if (pages.length === 0) throw nothingToRead()
  const to = join(on.folder, 'words.json')
  const count = (await on.worker.ask('layWords', { json, pages, to }, asking(on))) as number
  const { password } = given.source
  const lock = password ? ['--encrypt', password, password, '256', '--'] : []
  const changed = [path, `--update-from-json=${to}`, '--object-streams=generate', ...lock, out]
  await on.qpdf(changed, on.folder, signal)
  const report = {
    pages_recognised: pages.map(({ page }) => page),
    pages_without_text: scanned.filter(page => !pages.some(done => done.page === page)),
    words: count,
  }
  return { files: [out], report }
}

/** It stands there as text already: a stamp, a number. */
function covers(word: PageWord, { foot, end, head }: WordPlace): boolean {
  const [x, y] = [(foot[0] + end[0]) / 2, (foot[1] + head[1]) / 2]
  return x > word.x0 && x < word.x1 && y > word.y0 && y < word.y1
}
