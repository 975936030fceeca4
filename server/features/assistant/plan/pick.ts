import type { Context } from '../../../context.ts'
import type { Words } from '../../../lib/language.ts'
import { wordsOf } from '../../../lib/words.ts'
import { clockNow, type NamedObject, type RunContext, say, shownName } from '../../tools/index.ts'
import { isTypeWord } from '../files/reference.ts'
import { type Resolved, resolveFile, resolveFiles } from '../files/resolve.ts'
import { listOf } from '../grammar/parse.ts'
import type { PriorState } from './before.ts'
import type { Plan, PlannedCall } from './call.ts'

/** Which files a sentence means, as calls; or a question back where that is not plain. */

export const asking = (runContext: Pick<RunContext, 'actor'>, words: Words): Plan => ({
  text: say(runContext, words),
  calls: [],
  asks: true,
})
export const calling = (...calls: PlannedCall[]): Plan => ({ text: '', calls })

export const looking = (runContext: PriorState) => ({
  actor: runContext.actor,
  scope: runContext.scope,
  givers: runContext.givers,
  now: clockNow(runContext),
})

export const nothing = (runContext: RunContext, target: string) =>
  asking(runContext, {
    en: `I found no file that "${shownName(target)}" could mean. Give more of its name.`,
    ru: `Не нашёл файла, который подходит под «${shownName(target)}». Назовите его точнее.`,
  })

const SHOWN = 10

export const line = ({ id, filename }: NamedObject) =>
  `- [${shownName(filename).replace(/[[\]()<>`]/gu, ' ')}](/v1/objects/${id})`
const lines = (files: NamedObject[]) => files.slice(0, SHOWN).map(line).join('\n')

export const givenOf = (files: NamedObject[]) => files.flatMap(({ id, given }) => (given ? [id] : []))

export const several = (runContext: RunContext, files: NamedObject[]): Plan => ({
  ...asking(runContext, {
    en: `Several files fit. Which one?\n${lines(files)}`,
    ru: `Подходят несколько файлов. Какой из них?\n${lines(files)}`,
  }),
  given: givenOf(files.slice(0, SHOWN)),
})

const unlike = (runContext: RunContext, target: string, files: NamedObject[]): Plan => ({
  ...asking(runContext, {
    en: `No file is called quite that: "${shownName(target)}". Did you mean one of these?\n${lines(files)}`,
    ru: `Файла точно под «${shownName(target)}» нет. Может быть, один из этих?\n${lines(files)}`,
  }),
  given: givenOf(files.slice(0, SHOWN)),
})

const tooMany = (runContext: RunContext, files: NamedObject[]) =>
  asking(runContext, {
    en: `${files.length} files fit, and I can do ${MOST} at a time. Name fewer of them, or choose them in the list of files.`,
    ru: `Подходит файлов: ${files.length}, за один раз можно ${MOST}. Назовите точнее или выберите их в списке файлов.`,
  })

const notYet = (runContext: RunContext) =>
  asking(runContext, {
    en: 'The new file will be there only when the first step is done. Ask for the first step, and for the second when the file has come.',
    ru: 'Новый файл появится только после первого шага. Попросите сначала о первом шаге, а о втором — когда файл появится.',
  })

/** "переведи это в pdf", with a file beside it or named a moment ago. */
const THIS =
  /^(?:это|этот|эту|эти|этот файл|эти файлы|файл|вложение|вложенн\p{L}+.*|документ|его|ее|её|их|их все|все их|it|this|this file|these|these files|that|them|all of them|the file|attached.*|the attachment|attachment)?$/iu

/** Files that "it" and "them" mean; undefined where the words name files themselves. */
function pointedAt(runContext: PriorState, target: string): string[] | undefined {
  if (!THIS.test(target.trim())) return undefined
  if (runContext.before.files.length > 0) return runContext.before.files
  const near = [...runContext.scope.attachmentIds, ...runContext.scope.objectIds]
  return near.length === 1 ? near : undefined
}

/** The call that is made about a file. */
type Use = (file: NamedObject) => PlannedCall

const asNamed = (id: string) => ({ id }) as NamedObject

export async function oneFile(context: Context, runContext: PriorState, target: string, use: Use): Promise<Plan> {
  const pointed = pointedAt(runContext, target)
  if (pointed && runContext.before.later) return notYet(runContext)
  if (pointed?.length === 1) return calling(use(asNamed(pointed[0]!)))
  const words = THIS.test(target.trim()) ? runContext.before.words : target
  if (words.trim() === '') return asking(runContext, { en: 'Which file do you mean?', ru: 'Какой файл?' })
  const found = await resolveFile(context, looking(runContext), words)
  if (found.length === 0) return nothing(runContext, words)
  if (found.length > 1) return several(runContext, found)
  return found[0]!.unsure ? unlike(runContext, words, found) : calling(use(found[0]!))
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

export async function manyFiles(context: Context, runContext: PriorState, target: string, use: Use): Promise<Plan> {
  const pointed = pointedAt(runContext, target)
  if (pointed && runContext.before.later) return notYet(runContext)
  if (pointed) return calling(...pointed.map(id => use(asNamed(id))))
  const words = THIS.test(target.trim()) ? runContext.before.words : target
  if (words.trim() === '') return asking(runContext, { en: 'Which files do you mean?', ru: 'Какие файлы?' })
  const found = await namedBy(context, runContext, words)
  return Array.isArray(found) ? calling(...found.map(use)) : found
}

/** All that are meant; a question where it is not plain which. */
async function namedBy(context: Context, runContext: PriorState, words: string): Promise<NamedObject[] | Plan> {
  const plural = isPlural(words)
  const best = plural
    ? (await resolveFiles(context, looking(runContext), words)).filter(({ unsure }) => !unsure)
    : await resolveFile(context, looking(runContext), words)
  const parts = listOf(words)
  if (parts.length > 1 && (best.length === 0 || best.every(({ unsure }) => unsure)))
    return listed(context, runContext, parts)
  return sure(runContext, words, best, plural)
}

function sure(runContext: PriorState, words: string, found: Resolved[], plural: boolean): NamedObject[] | Plan {
  if (found.length === 0) return nothing(runContext, words)
  if (plural) return found.length > MOST ? tooMany(runContext, found) : found
  if (found.length > 1) return several(runContext, found)
  return found[0]!.unsure ? unlike(runContext, words, found) : found
}

/** "договор и счёт": each by itself. */
async function listed(context: Context, runContext: PriorState, parts: string[]): Promise<NamedObject[] | Plan> {
  const files = new Map<string, NamedObject>()
  for (const part of parts) {
    const plural = isPlural(part)
    const found = plural
      ? (await resolveFiles(context, looking(runContext), part)).filter(({ unsure }) => !unsure)
      : await resolveFile(context, looking(runContext), part)
    const chosen = sure(runContext, part, found, plural)
    if (!Array.isArray(chosen)) return chosen
    for (const file of chosen) files.set(file.id, file)
  }
  return files.size > MOST ? tooMany(runContext, [...files.values()]) : [...files.values()]
}
