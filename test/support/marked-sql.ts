import type { sql } from 'kysely'

/** Templates that were used, each as its file and its text; a mark in a statement is a number in this list. */
export const marks: string[] = []
const seen = new Map<TemplateStringsArray, number>()

export const rawOf = (strings: readonly string[]) => strings.join('?')

/** The tag with every template marked by a comment in the statement that it becomes part of. */
export function marking(original: typeof sql): typeof sql {
  const tag = (strings: TemplateStringsArray, ...values: unknown[]) => {
    let mark = seen.get(strings)
    if (mark === undefined) {
      const file = /\/(server\/[\w/.-]+\.ts)/.exec(new Error().stack ?? '')?.[1] ?? ''
      mark = marks.push(`${file}\0${rawOf(strings.raw)}`) - 1
      seen.set(strings, mark)
    }
    const marked = [`/*@${mark}*/${strings[0]}`, ...strings.slice(1)]
    return original(marked as unknown as TemplateStringsArray, ...values)
  }
  return Object.assign(tag, original) as typeof sql
}
