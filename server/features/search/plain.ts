/** A text as people read it, and where each of its places lies in the text that is stored. */
export interface Plain {
  text: string
  /** The place in the stored text, in UTF-16 units. */
  at(unit: number): number
}

export const asItIs = (text: string): Plain => ({ text, at: unit => unit })

/** Signs of Markdown; of a group named `keep` the letters stay. */
const SIGNS = [
  // Fences, and the line under the head of a table.
  /^[ \t]*(?:```|~~~)[^\n]*$/gm,
  /^[ \t|:]*-{3}[-:| \t]*$/gm,
  /^(?:[ \t]*>)+[ \t]?/gm,
  /^[ \t]*#{1,6}[ \t]+/gm,
  /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\[[ xX]\][ \t]+/gm,
  /^[ \t]*[-*+][ \t]+/gm,
  /\|/g,
  /!?\[(?<keep>[^[\]\n]{0,300})\]\([^()\n]{0,2000}\)/g,
  /\*\*|__|~~|`+/g,
  /(?<![\p{L}\p{N}\\])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu,
  /<\/?[a-z][^<>\n]{0,200}>/gi,
]

interface Cut {
  from: number
  to: number
}

function* cutsIn(text: string): Generator<Cut> {
  for (const sign of SIGNS)
    for (const { 0: found, index, groups } of text.matchAll(sign)) {
      const end = index + found.length
      const kept = groups?.keep
      if (kept === undefined) yield { from: index, to: end }
      else {
        const inside = index + found.indexOf('[') + 1
        yield { from: index, to: inside }
        yield { from: inside + kept.length, to: end }
      }
    }
}

export function withoutMarkdown(text: string): Plain {
  const cuts = [...cutsIn(text)].sort((a, b) => a.from - b.from || b.to - a.to)
  // Where each piece that stays begins, in the plain text and in the stored one.
  const pieces: { plain: number; stored: number }[] = []
  let [plain, at] = ['', 0]
  const keep = (to: number) => {
    if (to <= at) return
    pieces.push({ plain: plain.length, stored: at })
    plain += text.slice(at, to)
  }
  for (const { from, to } of cuts) {
    keep(from)
    at = Math.max(at, to)
  }
  keep(text.length)
  return {
    text: plain,
    at(unit) {
      let [low, high] = [0, pieces.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (pieces[middle]!.plain <= unit) low = middle
        else high = middle - 1
      }
      const piece = pieces[low]
      return piece ? piece.stored + unit - piece.plain : 0
    },
  }
}

export const isMarkdown = ({ filename, mime }: { filename: string; mime: string }) =>
  mime === 'text/markdown' || /\.(?:md|markdown)$/i.test(filename)
