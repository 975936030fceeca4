const MAX = 255

const cut = (name: string, max: number) => [...name].slice(0, max).join('')

const splitName = (name: string): [stem: string, extension: string] => {
  const match = /^(.+?)(\.[^.\s]{1,16})$/su.exec(name)
  return match ? [match[1]!, match[2]!] : [name, '']
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a name must not have
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu

/** The name an upload gets: the path part dropped, what no name may hold taken out, the length cut before the extension. */
export function uploadName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(CONTROL, '').trim()
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

/** Names in one archive must differ, whatever their case: the second `a.txt` becomes `a (2).txt`. */
export function distinctName(name: string, taken: Set<string>): string {
  const [stem, extension] = splitName(name)
  let candidate = name
  for (let n = 2; taken.has(candidate.toLowerCase()); n++) candidate = `${stem} (${n})${extension}`
  taken.add(candidate.toLowerCase())
  return candidate
}
