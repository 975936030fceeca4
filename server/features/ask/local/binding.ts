import type { Retrieved } from '../../search/index.ts'
import { type Day, isSameDay } from '../verify/days.ts'
import { isSameName } from '../verify/names.ts'
import { type Reading, readingOf } from '../verify/reading.ts'

/** What a question asks for by year, month or number must be in the passage, or in the name or title of its file: another year's contract is no answer. */

export type Binding = (passage: Retrieved) => boolean

/** `isKnown`: whether any file has the word. */
export function bindingOf(question: string, isKnown: (stem: string) => boolean): Binding {
  const asked = readingOf(question)
  const days = asked.figures.days.filter(({ weekday }) => weekday === undefined)
  const numbers = asked.figures.quantities.filter(({ start, end }) => /\d/u.test(question.slice(start, end)))
  // Names are often "he" or "the firm" in the text; one that no file has at all is another matter.
  const strangers = asked.names.filter(({ stem }) => !isKnown(stem))
  if (days.length + numbers.length + strangers.length === 0) return () => true
  return ({ text, object }) => {
    const there = readingOf(`${object.filename}\n${object.title}\n${text}`)
    return (
      days.every(day => holdsDay(there, day)) &&
      numbers.every(({ value }) => holdsNumber(there, value)) &&
      strangers.every(name => there.words.some(({ word }) => isSameName(name.word, word)))
    )
  }
}

const holdsDay = ({ figures }: Reading, day: Day) =>
  figures.days.some(said => isSameDay(day, said)) ||
  (day.month === undefined && figures.quantities.some(({ value }) => value === day.year))

const holdsNumber = ({ figures }: Reading, value: number) =>
  figures.quantities.some(said => said.value === value) ||
  figures.days.some(({ day, year }) => day === value || year === value)
