import { LEXICON } from './lexicon.ts'
import { TEMPLATES } from './templates.ts'

/** Documents made from the templates by chance; the same chance every time. */

export interface Made {
  type: string
  text: string
}

function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const FILL: Record<string, string[]> = {
  org: ['ООО «Альфа»', 'АО «Бета»', 'ПАО «Гамма»', 'Acme Ltd', 'Globex Inc', 'ИП Волков'],
  person: ['Иванов И. И.', 'Петрова Анна', 'Сидоров О. П.', 'John Smith', 'Mary Brown', 'Елена Орлова'],
  genitive: ['аренды', 'подряда', 'поставки', 'оказания услуг', 'займа'],
  number: ['15', '7/А', '2023-114', '88', 'INV-17'],
  date: ['12.03.2024', '1 мая 2023 г.', 'March 5, 2024', '01.09.2022', '2023-11-07'],
  year: ['2019', '2021', '2023', '2024'],
  sum: ['45 000 руб.', '1 250,00', '320 ₽', '$1,200.50', '€300', '99.90'],
  digits: ['7707083893', '40702810900000000001', '044525225', '112233'],
}

export function madeDocuments(count: number, seed = 7): Made[] {
  const random = chance(seed)
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!
  const some = <T>(list: T[], n: number): T[] =>
    list
      .map(item => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, n)
      .map(({ item }) => item)
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => pick(FILL[name]!))
  const words = Object.fromEntries(Object.entries(LEXICON).map(([type, list]) => [type, list.split(/\s+/)]))
  const of = (type: string, russian: boolean) => words[type]!.filter(word => /[а-яё]/.test(word) === russian)
  const types = Object.keys(TEMPLATES)
  const made: Made[] = []
  for (let n = 0; n < count; n++)
    for (const [type, both] of Object.entries(TEMPLATES)) {
      const russian = random() < 0.5
      const template = russian ? both.ru : both.en
      const parts = [
        // Half of the documents do not say what they are.
        ...(random() < 0.5 ? [pick(template.open)] : []),
        ...some(template.body, Math.floor(random() * 6)),
        some(of(type, russian), 4 + Math.floor(random() * 8)).join(' '),
        // A word or two of another kind stands in every document.
        some(of(pick(types), russian), 1 + Math.floor(random() * 3)).join(' '),
        ...(random() < 0.5 ? [pick(template.close)] : []),
      ]
      made.push({ type, text: filled(parts.join(random() < 0.5 ? '\n' : ' ')) })
    }
  return made
}
