import { constants } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { decodeBytes } from '../../lib/decode.ts'
import { encodingOf } from '../../lib/encodings.ts'
import { markdownToHtml, paragraphs, paragraphsToHtml } from './markdown.ts'
import { outsideOf } from './outside.ts'

/** Reads a text file and writes what another format, or the office, takes. Runs beside the main thread. */

/** More than a document: the office would take minutes and all of its memory for it. */
const MOST_BYTES = 64 * 1024 * 1024

export type Rewriting =
  | 'markdown to html'
  | 'plain'
  | 'html'
  | 'read to pages'
  | 'pages to text'
  | 'pages to markdown'
  | 'pages to html'

export interface ToRewrite {
  path: string
  to: string
  how: Rewriting
  /** A mark that tells the office which encoding it is. */
  marked: boolean
}

interface Rewritten {
  text: string
  /** Pictures of which only the words are left, or nothing. */
  lost?: number
  embedded?: number
}

const WAYS: Record<Rewriting, (text: string) => string | Rewritten> = {
  'markdown to html': markdownToHtml,
  plain: text => text,
  html: text => {
    const { pictures, embedded } = outsideOf(text)
    return { text, lost: pictures, embedded }
  },
  'read to pages': readToPages,
  'pages to text': text => text.replaceAll('\f', '\n'),
  'pages to markdown': text => `${paragraphs(text).join('\n\n')}\n`,
  'pages to html': paragraphsToHtml,
}

interface Read {
  text: string
  /** In code points. */
  pages: { char_start: number; char_end: number }[]
}

function readToPages(json: string): string {
  const { text, pages } = JSON.parse(json) as Read
  if (pages.length < 2) return text
  const signs = [...text]
  return pages.map(({ char_start, char_end }) => signs.slice(char_start, char_end).join('')).join('\f')
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return (await file.stat()).size > MOST_BYTES ? undefined : await file.readFile()
  } finally {
    await file.close()
  }
}

export interface Lost {
  lost_pictures: number
  embedded: number
}

export async function rewriteText({ path, to, how, marked }: ToRewrite): Promise<Lost | 'too large'> {
  const bytes = await bytesOf(path)
  if (!bytes) return 'too large'
  const text = /^(pages|read)/.test(how) ? bytes.toString('utf8') : decodeBytes(bytes, encodingOf(bytes).label)
  const made = WAYS[how](text)
  const { text: written, lost = 0, embedded = 0 } = typeof made === 'string' ? { text: made } : made
  await writeFile(to, (marked ? '\ufeff' : '') + written)
  return { lost_pictures: lost, embedded }
}
