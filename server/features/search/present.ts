import type { Language, Words } from '../../lib/language.ts'
import { presentObject } from '../objects/index.ts'
import type { SearchResult } from './find.ts'
import { OPERATORS } from './parse.ts'
import type { Hint } from './scope.ts'

export const presentResult = ({ items, hints, ...rest }: SearchResult, language: Language) => ({
  items: items.map(({ object, ...item }) => ({ object: presentObject(object), ...item })),
  ...rest,
  hints: hints.map(hint => ({ ...hint, detail: SENTENCES[hint.code](hint)[language] })),
})

const KNOWN = OPERATORS.map(name => `${name}:`).join(', ')

const SENTENCES: Record<Hint['code'], (hint: Hint) => Words> = {
  no_such_folder: ({ value }) => ({
    en: `There is no folder named "${value}".`,
    ru: `Нет папки с названием «${value}».`,
  }),
  unknown_operator: ({ operator }) => ({
    en: `"${operator}:" was looked for as text. Operators: ${KNOWN}, "a phrase", -word.`,
    ru: `«${operator}:» искали как текст. Операторы: ${KNOWN}, "фраза", -слово.`,
  }),
  phrase_not_found: ({ value }) => ({
    en: `No file has "${value}" word for word; these come closest.`,
    ru: `Ни в одном файле нет «${value}» слово в слово; вот ближайшее.`,
  }),
  owners_left_out: ({ value }) => ({
    en: `Folders of ${value} more people were not searched. Open such a folder and search in it.`,
    ru: `Не искали в папках ещё ${value} человек. Откройте нужную папку и ищите в ней.`,
  }),
  value_missing: ({ operator }) => ({
    en: `Write a value right behind "${operator}:", without a space.`,
    ru: `Напишите значение сразу за «${operator}:», без пробела.`,
  }),
}
