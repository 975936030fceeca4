import type { Language, Words } from '../../lib/language.ts'
import type { PdfSheet, PdfWork } from '../../ports/documents.ts'
import { shownPages } from './pages.ts'

const stemOf = (filename: string) => filename.replace(/\.[^.\s]{1,16}$/su, '')

/** `Отчёт (без стр. 2–3).pdf`: says what it is and what it came from. Cut so that the note survives. */
export function noted(filename: string, note: string, extension: string): string {
  const behind = `${note === '' ? '' : ` (${note})`}.${extension}`
  return [...stemOf(filename)].slice(0, 255 - [...behind].length).join('') + behind
}

interface Signing {
  op: 'sign'
}

const NOTES: Record<Exclude<(PdfWork | Signing)['op'], 'split' | 'delete' | 'replace' | 'arrange'>, Words> = {
  compress: { en: 'compressed', ru: 'сжатый' },
  rotate: { en: 'rotated', ru: 'повёрнутый' },
  reorder: { en: 'reordered', ru: 'в новом порядке' },
  protect: { en: 'with a password', ru: 'с паролем' },
  unlock: { en: 'without a password', ru: 'без пароля' },
  watermark: { en: 'watermarked', ru: 'с водяным знаком' },
  insert: { en: 'with insertion', ru: 'со вставкой' },
  properties: { en: 'new properties', ru: 'с новыми свойствами' },
  annotate: { en: 'annotated', ru: 'с пометками' },
  redact: { en: 'redacted', ru: 'вымаранный' },
  fill: { en: 'filled in', ru: 'заполненный' },
  flatten: { en: 'flattened', ru: 'без полей' },
  number: { en: 'numbered', ru: 'с номерами страниц' },
  crop: { en: 'cropped', ru: 'обрезанный' },
  outline: { en: 'new bookmarks', ru: 'с новыми закладками' },
  compare: { en: 'comparison', ru: 'сравнение' },
  sign: { en: 'signed', ru: 'подписанный' },
  searchable: { en: 'searchable', ru: 'с распознанным текстом' },
}

/** By what changes most. */
function arrangedNote(sheets: PdfSheet[]): Words {
  const inOrder = sheets.every(({ page }, n) => n === 0 || page > sheets[n - 1]!.page)
  if (!inOrder) return NOTES.reorder
  return sheets.some(({ angle }) => angle !== 0) ? NOTES.rotate : { en: 'fewer pages', ru: 'без части страниц' }
}

/** The names of the results, in the order of the files. */
export function resultNames(filename: string, work: PdfWork | Signing, language: Language): string[] {
  const name = (words: Words) => noted(filename, words[language], 'pdf')
  switch (work.op) {
    case 'split':
      return work.parts.map(([from, to]) => {
        const pages = from === to ? `${from}` : `${from}–${to}`
        return name({ en: `p. ${pages}`, ru: `стр. ${pages}` })
      })
    case 'delete': {
      const pages = shownPages(work.pages)
      return [name({ en: `without p. ${pages}`, ru: `без стр. ${pages}` })]
    }
    case 'replace': {
      const pages = shownPages(work.pages)
      return [name({ en: `p. ${pages} replaced`, ru: `с заменой стр. ${pages}` })]
    }
    case 'arrange':
      return [name(arrangedNote(work.sheets))]
    default:
      return [name(NOTES[work.op])]
  }
}
