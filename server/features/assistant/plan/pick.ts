import type { Context } from '../../../context.ts'
import type { Words } from '../../../lib/language.ts'
import { wordsOf } from '../../../lib/words.ts'
import { clockNow, type NamedObject, type Seat, say, shownName } from '../../tools/index.ts'
import { isTypeWord } from '../files/reference.ts'
import { type Resolved, resolveFile, resolveFiles } from '../files/resolve.ts'
import { listOf } from '../grammar/parse.ts'
import type { PriorState } from './before.ts'
import type { Plan, PlannedCall } from './call.ts'

/** Which files a sentence means, as calls; or a question back where that is not plain. */

export const asking = (seat: Pick<Seat, 'actor'>, words: Words): Plan => ({
  text: say(seat, words),
  calls: [],
  asks: true,
})
export const calling = (...calls: PlannedCall[]): Plan => ({ text: '', calls })

export const looking = (seat: PriorState) => ({
  actor: seat.actor,
  scope: seat.scope,
  givers: seat.givers,
  now: clockNow(seat),
})

export const nothing = (seat: Seat, target: string) =>
  asking(seat, {
    en: `I found no file that "${shownName(target)}" could mean. Give more of its name.`,
    ru: `Не нашёл файла, который подходит под «${shownName(target)}». Назовите его точнее.`,
  })

const SHOWN = 10

export const line = ({ id, filename }: NamedObject) =>
  `- [${shownName(filename).replace(/[[\]()<>`]/gu, ' ')}](/v1/objects/${id})`
const lines = (files: NamedObject[]) => files.slice(0, SHOWN).map(line).join('\n')

export const givenOf = (files: NamedObject[]) => files.flatMap(({ id, given }) => (given ? [id] : []))

export const several = (seat: Seat, files: NamedObject[]): Plan => ({
  ...asking(seat, {
    en: `Several files fit. Which one?\n${lines(files)}`,
    ru: `Подходят несколько файлов. Какой из них?\n${lines(files)}`,
  }),
  given: givenOf(files.slice(0, SHOWN)),
})

const unlike = (seat: Seat, target: string, files: NamedObject[]): Plan => ({
  ...asking(seat, {
    en: `No file is called quite that: "${shownName(target)}". Did you mean one of these?\n${lines(files)}`,
    ru: `Файла точно под «${shownName(target)}» нет. Может быть, один из этих?\n${lines(files)}`,
  }),
  given: givenOf(files.slice(0, SHOWN)),
})

const tooMany = (seat: Seat, files: NamedObject[]) =>
  asking(seat, {
    en: `${files.length} files fit, and I can do ${MOST} at a time. Name fewer of them, or choose them in the list of files.`,
    ru: `Подходит файлов: ${files.length}, за один раз можно ${MOST}. Назовите точнее или выберите их в списке файлов.`,
  })

const notYet = (seat: Seat) =>
  asking(seat, {
    en: 'The new file will be there only when the first step is done. Ask for the first step, and for the second when the file has come.',
    ru: 'Новый файл появится только после первого шага. Попросите сначала о первом шаге, а о втором — когда файл появится.',
  })

/** "переведи это в pdf", with a file beside it or named a moment ago. */
const THIS =
  /^(?:это|этот|эту|эти|этот файл|эти файлы|файл|вложение|вложенн\p{L}+.*|документ|его|ее|её|их|их все|все их|it|this|this file|these|these files|that|them|all of them|the file|attached.*|the attachment|attachment)?$/iu

/** Files that "it" and "them" mean; undefined where the words name files themselves. */
function pointedAt(seat: PriorState, target: string): string[] | undefined {
  if (!THIS.test(target.trim())) return undefined
  if (seat.before.files.length > 0) return seat.before.files
  const near = [...seat.scope.attachmentIds, ...seat.scope.objectIds]
  return near.length === 1 ? near : undefined
}

const asNamed = (id: string) => ({ id }) as NamedObject

export async function oneFile(
  context: Context,
  seat: PriorState,
  target: string,
  use: (file: NamedObject) => PlannedCall,
): Promise<Plan> {
  const pointed = pointedAt(seat, target)
  if (pointed && seat.before.later) return notYet(seat)
  if (pointed?.length === 1) return calling(use(asNamed(pointed[0]!)))
  const words = THIS.test(target.trim()) ? seat.before.words : target
  if (words.trim() === '') return asking(seat, { en: 'Which file do you mean?', ru: 'Какой файл?' })
  const found = await resolveFile(context, looking(seat), words)
  if (found.length === 0) return nothing(seat, words)
  if (found.length > 1) return several(seat, found)
  return found[0]!.unsure ? unlike(seat, words, found) : calling(use(found[0]!))
}

/** As many as one step of a run carries out. */
const MOST = 10
const ALL = /(?:^|\s)(?:все|всех|всё|all|every|each)(?:\s|$)/iu

/** "счета за март", "the invoices": the first word that names a kind of document is in the plural. */
function isPlural(target: string): boolean {
  if (ALL.test(target)) return true
  const head = wordsOf(target).find(
    ({ word }) => isTypeWord(word) || /^(?:файл|документ|file|document)/u.test(word),
  )?.word
  return head !== undefined && /(?:[^аеиоуыэюя](?:ы|и)|счета|письма|соглашения|резюме|фото|видео|[^s]s)$/u.test(head)
}

export async function manyFiles(
  context: Context,
  seat: PriorState,
  target: string,
  use: (file: NamedObject) => PlannedCall,
): Promise<Plan> {
  const pointed = pointedAt(seat, target)
  if (pointed && seat.before.later) return notYet(seat)
  if (pointed) return calling(...pointed.map(id => use(asNamed(id))))
  const words = THIS.test(target.trim()) ? seat.before.words : target
  if (words.trim() === '') return asking(seat, { en: 'Which files do you mean?', ru: 'Какие файлы?' })
  const found = await namedBy(context, seat, words)
  return Array.isArray(found) ? calling(...found.map(use)) : found
}

/** All that are meant; a question where it is not plain which. */
async function namedBy(context: Context, seat: PriorState, words: string): Promise<NamedObject[] | Plan> {
  const plural = isPlural(words)
  const best = plural
    ? (await resolveFiles(context, looking(seat), words)).filter(({ unsure }) => !unsure)
    : await resolveFile(context, looking(seat), words)
  const parts = listOf(words)
  if (parts.length > 1 && (best.length === 0 || best.every(({ unsure }) => unsure))) return listed(context, seat, parts)
  return sure(seat, words, best, plural)
}

function sure(seat: PriorState, words: string, found: Resolved[], plural: boolean): NamedObject[] | Plan {
  if (found.length === 0) return nothing(seat, words)
  if (plural) return found.length > MOST ? tooMany(seat, found) : found
  if (found.length > 1) return several(seat, found)
  return found[0]!.unsure ? unlike(seat, words, found) : found
}

/** "договор и счёт": each by itself. */
async function listed(context: Context, seat: PriorState, parts: string[]): Promise<NamedObject[] | Plan> {
  const files = new Map<string, NamedObject>()
  for (const part of parts) {
    const plural = isPlural(part)
    const found = plural
      ? (await resolveFiles(context, looking(seat), part)).filter(({ unsure }) => !unsure)
      : await resolveFile(context, looking(seat), part)
    const chosen = sure(seat, part, found, plural)
    if (!Array.isArray(chosen)) return chosen
    for (const file of chosen) files.set(file.id, file)
  }
  return files.size > MOST ? tooMany(seat, [...files.values()]) : [...files.values()]
}
