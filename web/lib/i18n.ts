import { kept, useStore } from './store.ts'

/** Each screen brings its own words in both languages; the Russian ones must have the shape of the English ones. */

export type Language = 'en' | 'ru'

const chosen = kept<string>('language', '')

const known = (value: string): Language | undefined => (value === 'ru' || value === 'en' ? value : undefined)

export const language = (): Language => known(chosen.get()) ?? (navigator.language.startsWith('ru') ? 'ru' : 'en')

export function setLanguage(next: Language): void {
  chosen.set(next)
  document.documentElement.lang = next
}

export function useLanguage(): Language {
  useStore(chosen)
  return language()
}

type Shape<T> = {
  [K in keyof T]: T[K] extends (...given: infer A) => string
    ? (...given: A) => string
    : T[K] extends string
      ? string
      : Shape<T[K]>
}

export interface Words<T> {
  /** In a component: follows the language. */
  use(): T
  now(): T
}

export function words<T extends object>(en: T, ru: Shape<T>): Words<T> {
  const both = { en, ru: ru as unknown as T }
  return { use: () => both[useLanguage()], now: () => both[language()] }
}

const rules = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') }

interface Forms {
  one: string
  few?: string
  many?: string
  other?: string
}

const pluralOf = (of: Language) => (count: number, forms: Forms) => {
  const form = forms[rules[of].select(count) as keyof Forms] ?? forms.other ?? forms.many ?? forms.one
  return form.replace('#', new Intl.NumberFormat(of).format(count))
}

/** `#` is the number. */
export const pluralEn = pluralOf('en')
export const pluralRu = pluralOf('ru')
