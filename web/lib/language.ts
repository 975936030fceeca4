import { kept } from './value.ts'

/** Which language the page speaks, without React: the first screen is drawn before it has come. */

export type Language = 'en' | 'ru'

export const chosen = kept<string>('language', '')

const known = (value: string): Language | undefined => (value === 'ru' || value === 'en' ? value : undefined)

export const language = (): Language => known(chosen.get()) ?? (navigator.language.startsWith('ru') ? 'ru' : 'en')

export function setLanguage(next: Language): void {
  chosen.set(next)
  document.documentElement.lang = next
  // The installed app has its names in the system's menus from there; see first-paint.js.
  const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  if (manifest)
    manifest.href = manifest.href
      .replace('manifest-ru.webmanifest', 'manifest.webmanifest')
      .replace('manifest.webmanifest', next === 'ru' ? 'manifest-ru.webmanifest' : 'manifest.webmanifest')
}

interface Forms {
  one: string
  few?: string
  many?: string
  other?: string
}

/** By hand: the browser's own rules take a phone fifty milliseconds before the first word. */
const formRu = (count: number): keyof Forms => {
  if (!Number.isInteger(count)) return 'other'
  const [tens, ones] = [count % 100, count % 10]
  if (ones === 1 && tens !== 11) return 'one'
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 'few' : 'many'
}

/** Thousands are set apart as the language does it; for more than whole numbers see format.ts. */
export const grouped = (count: number, of: Language): string =>
  String(count).replace(/\B(?=(\d{3})+$)/g, of === 'ru' ? '\u00a0' : ',')

const chosenOf = (forms: Forms, form: keyof Forms) => forms[form] ?? forms.other ?? forms.many ?? forms.one

/** `#` is the number. */
export const pluralEn = (count: number, forms: Forms): string =>
  chosenOf(forms, count === 1 ? 'one' : 'other').replace('#', grouped(count, 'en'))
export const pluralRu = (count: number, forms: Forms): string =>
  chosenOf(forms, formRu(count)).replace('#', grouped(count, 'ru'))
