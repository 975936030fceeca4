import { withoutBidi } from '../../lib/bidi.ts'

const MAX = 255

const cut = (name: string, max: number) => [...name].slice(0, max).join('')

export const splitName = (name: string): [stem: string, extension: string] => {
  const match = /^(.+?)(\.[^.\s]{1,16})$/su.exec(name)
  return match ? [match[1]!, match[2]!] : [name, '']
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a name must not have
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu

/** The name an upload gets: the path part dropped, what no name may hold taken out, the length cut before the extension. */
export function uploadName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const clean = withoutBidi(last.replace(CONTROL, '')).trim()
  if (clean === '' || clean === '.' || clean === '..') return 'file'
  const [stem, extension] = splitName(clean)
  return cut(stem, MAX - [...extension].length) + extension
}

/** True for a name that a person may give. */
export const isProperName = (name: string): boolean =>
  !/[/\\]/.test(name) &&
  !new RegExp(CONTROL.source, 'u').test(name) &&
  name.trim() !== '' &&
  name !== '.' &&
  name !== '..'

/** A path inside an archive: nothing in it may lead out of the folder where it is unpacked. */
export const entryName = (path: string): string =>
  withoutBidi(path)
    .split('/')
    .map(part => part.replace(/^([A-Za-z]):/, '$1_').replaceAll('\\', '_'))
    .map(part => (part === '' || part === '.' || part === '..' ? '_' : part))
    .join('/')

/** Names in one archive must differ, whatever their case: the second `a.txt` becomes `a (2).txt`. */
export function distinctName(name: string, taken: Map<string, number>): string {
  const [stem, extension] = splitName(name)
  let candidate = name
  for (let n = taken.get(name.toLowerCase()) ?? 1; taken.has(candidate.toLowerCase()); ) {
    candidate = `${stem} (${++n})${extension}`
    taken.set(name.toLowerCase(), n)
  }
  taken.set(candidate.toLowerCase(), 1)
  return candidate
}

/** Tags that differ by more than the case of their letters. */
export function distinctTags(tags: string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags) if (!known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  return [...known.values()]
}
