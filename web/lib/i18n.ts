import { chosen, type Language, language } from './language.ts'
import { useStore } from './store.ts'

export { type Language, language, pluralEn, pluralRu, setLanguage } from './language.ts'

/** Each screen brings its own words in both languages; the Russian ones must have the shape of the English ones. */

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
