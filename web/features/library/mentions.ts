/** Mentions as they are written and as they are kept: `@Name` in the field, `<@id>` in the comment. */

export interface Mentioned {
  id: string
  name: string
}

const KEPT = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/

/** Pieces of a kept text: words, and people by their ids. */
export const piecesOf = (text: string): { words: string; id?: undefined }[] | { words?: undefined; id: string }[] =>
  text
    .split(KEPT)
    .map((piece, index) => (index % 2 === 0 ? { words: piece } : { id: piece }))
    .filter(piece => piece.words !== '') as { words: string }[]

/** For the field, with the names of now. */
export const written = (text: string, people: Mentioned[]): string =>
  piecesOf(text)
    .map(piece => {
      if (piece.id === undefined) return piece.words
      const person = people.find(({ id }) => id === piece.id)
      return person ? `@${person.name}` : `<@${piece.id}>`
    })
    .join('')

/** For the service: of the people who were chosen those whose names still stand there; the longest first, as one name may begin another. */
export const kept = (text: string, chosen: Mentioned[]): string =>
  chosen
    .toSorted((a, b) => b.name.length - a.name.length)
    .reduce((now, { id, name }) => replaceName(now, `@${name}`, `<@${id}>`), text)

/** Not where it is only the beginning of a longer word. */
const replaceName = (text: string, name: string, by: string): string =>
  text.split(name).reduce((now, piece) => now + (/^[\p{L}\p{N}]/u.test(piece) ? name : by) + piece)

/** People of one name get numbers: in the field they could not be told from each other. */
export const apart = (people: Mentioned[]): Mentioned[] =>
  people.map((person, index) => {
    const before = people.slice(0, index).filter(({ name }) => name === person.name).length
    return before === 0 ? person : { ...person, name: `${person.name} (${before + 1})` }
  })

/** The beginning of a name before the caret, after an @ that begins a word. */
export function beginningAt(text: string, caret: number): { from: number; name: string } | undefined {
  const from = text.lastIndexOf('@', caret - 1)
  if (from < 0 || caret - from > 60) return undefined
  const name = text.slice(from + 1, caret)
  const before = text[from - 1]
  return name.includes('\n') || (before !== undefined && !/[\s(«"'[]/.test(before)) ? undefined : { from, name }
}

export const fitting = (people: Mentioned[], name: string): Mentioned[] =>
  people.filter(person =>
    [person.name, ...person.name.split(/\s+/)].some(part => part.toLowerCase().startsWith(name.toLowerCase())),
  )
