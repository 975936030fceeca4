import { execFileSync } from 'node:child_process'
import { aPdf, type FileSpec, type PageSpec, pageObject, streamOf } from './pdf.ts'

/** Files in which each page tells words in every way a page can, to be redacted. */

export interface Written {
  text: string
  page: number
  /** Where its letters lie, 0..1 of the page as it is seen. */
  x0: number
  y0: number
  x1: number
  y1: number
}

type Box = [number, number, number, number]

const SHAPES: { rotate: number; cropBox?: Box; mediaBox?: Box }[] = [
  { rotate: 0 },
  { rotate: 90 },
  { rotate: 180 },
  { rotate: 270 },
  { rotate: 0, cropBox: [50, 100, 500, 700] },
  { rotate: 90, cropBox: [50, 100, 500, 700] },
  { rotate: 270, mediaBox: [-100, -50, 495, 792] },
]

/** Pseudo-random, so that a failure can be repeated. */
export function chance(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const WIDTH: Record<string, number> = { m: 833, w: 722, i: 222, l: 222, j: 222, t: 278, f: 278, r: 333 }
const widthOf = (text: string, size: number) =>
  ([...text].reduce((sum, letter) => sum + (WIDTH[letter] ?? (/\d/.test(letter) ? 556 : 540)), 0) * size) / 1000

function seen(shape: (typeof SHAPES)[number], x: number, y: number, width: number, size: number) {
  const [left, bottom, right, top] = shape.cropBox ?? shape.mediaBox ?? [0, 0, 595, 842]
  const point = (px: number, py: number): [number, number] => {
    const [u, v] = [(px - left) / (right - left), (py - bottom) / (top - bottom)]
    if (shape.rotate === 90) return [v, u]
    if (shape.rotate === 180) return [1 - u, v]
    if (shape.rotate === 270) return [1 - v, 1 - u]
    return [u, 1 - v]
  }
  const [a, b] = [point(x, y - size * 0.25), point(x + width, y + size * 0.8)]
  return { x0: Math.min(a[0], b[0]), x1: Math.max(a[0], b[0]), y0: Math.min(a[1], b[1]), y1: Math.max(a[1], b[1]) }
}

/** A file of some pages with words in plain text, in form objects, invisible, in remarks and in fields. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one way of telling a word after the other
export function aSecretFile(seed: number, pageCount = 3): { bytes: Buffer<ArrayBuffer>; words: Written[] } {
  const next = chance(seed)
  const words: Written[] = []
  const file: FileSpec & { objects: (string | Buffer)[] } = { objects: [], catalog: '' }
  const pages: PageSpec[] = []
  const fields: number[] = []
  const annotations: number[][] = []
  const forms: number[] = []
  const first = 5
  for (let page = 1; page <= pageCount; page++) {
    const shape = SHAPES[Math.floor(next() * SHAPES.length)]!
    const [left, bottom, right, top] = shape.cropBox ?? shape.mediaBox ?? [0, 0, 595, 842]
    const content: string[] = []
    const inForm: string[] = []
    const marks: number[] = []
    let line = 0
    for (let y = top - 60; y > bottom + 60; y -= 46) {
      for (let x = left + 30, column = 0; x < right - 130; x += 135, column++) {
        const text = `word${seed}p${page}l${line}c${column}`
        const size = 10 + Math.floor(next() * 3)
        const place = seen(shape, x, y, widthOf(text, size), size)
        const way = next()
        if (way < 0.55) content.push(`BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`)
        else if (way < 0.65) content.push(`BT /F1 ${size} Tf 3 Tr 1 0 0 1 ${x} ${y} Tm (${text}) Tj 0 Tr ET`)
        else if (way < 0.75)
          inForm.push(`BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm [(${text.slice(0, 3)}) 0 (${text.slice(3)})] TJ ET`)
        else if (way < 0.85) {
          const look = streamOf(
            `BT /F1 ${size} Tf 2 3 Td (${text}) Tj ET`,
            `/Type /XObject /Subtype /Form /BBox [0 0 120 ${size + 4}] /Resources << /Font << /F1 3 0 R >> >>`,
          )
          file.objects.push(look)
          file.objects.push(
            `<< /Type /Annot /Subtype /FreeText /Contents (${text}) /DA (/F1 ${size} Tf) /Rect [${x - 2} ${y - 3} ${x + 118} ${y + size + 1}] /AP << /N ${first + file.objects.length - 1} 0 R >> >>`,
          )
          marks.push(first + file.objects.length - 1)
        } else if (way < 0.93) {
          const look = streamOf(
            `/Tx BMC BT /F1 ${size} Tf 2 3 Td (${text}) Tj ET EMC`,
            `/Type /XObject /Subtype /Form /BBox [0 0 120 ${size + 4}] /Resources << /Font << /F1 3 0 R >> >>`,
          )
          file.objects.push(look)
          file.objects.push(
            `<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (f${text}) /V (${text}) /DA (/F1 ${size} Tf 0 g) /Rect [${x - 2} ${y - 3} ${x + 118} ${y + size + 1}] /AP << /N ${first + file.objects.length - 1} 0 R >> >>`,
          )
          marks.push(first + file.objects.length - 1)
          fields.push(first + file.objects.length - 1)
        } else
          content.push(
            `/Span << /ActualText (${text}) >> BDC BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET EMC`,
          )
        words.push({ text, page, ...place })
      }
      line++
    }
    const box = (shape.mediaBox ?? [0, 0, 595, 842]).join(' ')
    file.objects.push(
      streamOf(
        inForm.join('\n'),
        `/Type /XObject /Subtype /Form /BBox [${box}] /Resources << /Font << /F1 3 0 R >> >>`,
      ),
    )
    forms.push(first + file.objects.length - 1)
    annotations.push(marks)
    pages.push({ ...shape, content: `${content.join('\n')}\n/Form Do` })
  }
  file.objects.push(streamOf('<rdf>title of the file</rdf>', '/Type /Metadata /Subtype /XML'))
  file.catalog = `/Metadata ${first + file.objects.length - 1} 0 R /AcroForm << /Fields [${fields.map(id => `${id} 0 R`).join(' ')}] /DR << /Font << /F1 3 0 R >> >> >>`
  for (const [n, page] of pages.entries()) {
    page.resources = `/XObject << /Form ${forms[n]} 0 R >>`
    page.entries = `/Annots [${annotations[n]!.map(id => `${id} 0 R`).join(' ')}]`
  }
  // A bookmark that tells the first word of each page.
  const outline = first + file.objects.length
  file.objects.push(
    `<< /Type /Outlines /First ${outline + 1} 0 R /Last ${outline + pageCount} 0 R /Count ${pageCount} >>`,
  )
  for (let page = 1; page <= pageCount; page++) file.objects.push('')
  for (let page = 1; page <= pageCount; page++) {
    const title = words.find(word => word.page === page)!.text
    file.objects[outline - first + page] =
      `<< /Title (about ${title}) /Parent ${outline} 0 R ${page > 1 ? `/Prev ${outline + page - 1} 0 R` : ''} ${page < pageCount ? `/Next ${outline + page + 1} 0 R` : ''} /Dest [${pageObject(file, page)} 0 R /Fit] >>`
  }
  file.catalog += ` /Outlines ${outline} 0 R`
  file.info = `/Title (first is ${words[0]!.text})`
  return { bytes: aPdf(pages, file), words }
}

/** A box around some words, and those that it covers wholly. */
export function aRandomBox(next: () => number, words: Written[]): { box: Omit<Written, 'text'>; covered: Written[] } {
  const start = words[Math.floor(next() * words.length)]!
  const [dx, dy] = [next() * 0.35, next() * 0.12]
  const edge = 0.002
  const box = {
    page: start.page,
    x0: Math.max(0, start.x0 - edge),
    y0: Math.max(0, start.y0 - edge),
    x1: Math.min(1, start.x1 + edge + dx),
    y1: Math.min(1, start.y1 + edge + dy),
  }
  const inside = (word: Written) =>
    word.page === box.page && word.x0 >= box.x0 && word.x1 <= box.x1 && word.y0 >= box.y0 && word.y1 <= box.y1
  return { box, covered: words.filter(inside) }
}

/** A file of plain pages: letters, also spread and invisible ones, and nothing else. */
export function aPlainFile(seed: number, pageCount = 3): { bytes: Buffer<ArrayBuffer>; words: Written[] } {
  const next = chance(seed)
  const words: Written[] = []
  const pages: PageSpec[] = []
  for (let page = 1; page <= pageCount; page++) {
    const shape = SHAPES[Math.floor(next() * SHAPES.length)]!
    const [left, bottom, right, top] = shape.cropBox ?? shape.mediaBox ?? [0, 0, 595, 842]
    const content: string[] = []
    let line = 0
    for (let y = top - 60; y > bottom + 60; y -= 22, line++)
      for (let x = left + 30, column = 0; x < right - 130; x += 135, column++) {
        const text = `word${seed}p${page}l${line}c${column}`
        const size = 10 + Math.floor(next() * 3)
        words.push({ text, page, ...seen(shape, x, y, widthOf(text, size), size) })
        const way = next()
        const shown = way < 0.3 ? `[(${text.slice(0, 3)}) 20 (${text.slice(3)})] TJ` : `(${text}) Tj`
        const mode = way > 0.9 ? '3 Tr' : '0 Tr'
        content.push(`BT /F1 ${size} Tf ${mode} 1 0 0 1 ${x} ${y} Tm ${shown} ET`)
      }
    pages.push({ ...shape, content: content.join('\n') })
  }
  return { bytes: aPdf(pages), words }
}

/** The words of a file that another program has made, as poppler finds them. */
export function wordsIn(path: string): Written[] {
  const told = execFileSync('pdftotext', ['-bbox', path, '-'], { maxBuffer: 1 << 28 }).toString()
  return told.split('<page ').flatMap((text, page) => {
    const size = /width="([\d.]+)" height="([\d.]+)"/.exec(text)
    if (!size) return []
    const [width, height] = [Number(size[1]), Number(size[2])]
    return [...text.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g)].map(
      ([, x0, y0, x1, y1, word]) => ({
        text: word!,
        page,
        x0: Number(x0) / width,
        y0: Number(y0) / height,
        x1: Number(x1) / width,
        y1: Number(y1) / height,
      }),
    )
  })
}
