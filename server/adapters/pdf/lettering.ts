import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { DocumentRefused } from '../../ports/documents.ts'
import { type Font, openFont } from './font.ts'

let file: Promise<Buffer> | undefined

/** DejaVu Sans: Latin, Cyrillic, Greek and more; free to embed. */
export async function theFont(): Promise<Font> {
  file ??= readFile(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))
  return openFont(await file, 'DejaVuSans')
}

export function assertLetters(font: Font, text: string): void {
  const missing = font.missing(text)
  if (missing.length === 0) return
  const letters = missing.slice(0, 10).join(' ')
  throw new DocumentRefused('not_drawable', {
    en: `There is no letter in the font for: ${letters}. Leave them out.`,
    ru: `В шрифте нет знаков: ${letters}. Уберите их.`,
  })
}

/** Lines of at most `width` points; a word that is too long is broken. */
export function wrapped(font: Font, text: string, size: number, width: number): string[] {
  const fits = (line: string) => (font.width(line) * size) / 1000 <= width
  const lines: string[] = []
  for (const paragraph of text.split(/\r?\n/)) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const letter of word) {
        if (line !== '' && !fits(line + letter)) {
          lines.push(line)
          line = ''
        }
        line += letter
      }
    }
    lines.push(line)
  }
  return lines
}

export const round = (value: number) => Math.round(value * 1000) / 1000
