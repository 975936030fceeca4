import type { Context } from '../../../context.ts'
import type { Words } from '../../../lib/language.ts'
import { normalise } from '../../../lib/words.ts'
import { answersQuestion, likeness, memoriesOf, statedFacts } from '../../memory/index.ts'
import { clockNow, giversOf, type NamedObject, type RunContext, say, shownName } from '../../tools/index.ts'
import { resolveFile, resolveFiles, resolvePlace, resolveTrashed } from '../files/resolve.ts'
import type { Command } from '../grammar/command.ts'
import { stepsOf } from '../grammar/steps.ts'
import { type Before, beforeOf, NOTHING_BEFORE, type PriorState } from './before.ts'
import type { Plan, PlannedCall } from './call.ts'
import { asking, calling, givenOf, line, looking, manyFiles, nothing, oneFile, several } from './pick.ts'
import { planEvent, planTask } from './planning.ts'

/** Without a model: what a sentence asks for, as calls of the same tools; or a question back. */

async function planMove(context: Context, runContext: PriorState, { target, to, there }: Command): Promise<Plan> {
  const { folder, words } = runContext.before
  const meant = folder && (there || normalise(to) === normalise(words)) ? [{ id: folder, name: words }] : undefined
  if (there && !meant) return asking(runContext, { en: 'Into which folder?', ru: 'В какую папку?' })
  const places = meant ?? (await resolvePlace(context, looking(runContext), to))
  const [place] = places
  if (!place)
    return asking(runContext, {
      en: `There is no folder "${shownName(to)}". Say "create a folder ${shownName(to)}" first.`,
      ru: `Папки «${shownName(to)}» нет. Сначала скажите «создай папку ${shownName(to)}».`,
    })
  if (places.length > 1)
    return asking(runContext, {
      en: `There are several folders "${shownName(to)}".`,
      ru: `Папок «${shownName(to)}» несколько.`,
    })
  return manyFiles(context, runContext, target, file => ({
    name: 'move_file',
    input: { object_id: file.id, collection_id: place.id },
  }))
}

/** "переименуй отчёт в офис в Итоги": where a name itself has the word, each place is tried. */
async function planRename(context: Context, runContext: PriorState, { target, to }: Command): Promise<Plan> {
  const words = / (в|на|to|as) /iu
  let [left, right] = [target, to]
  for (;;) {
    const plan = await oneFile(context, runContext, left, file => ({
      name: 'rename_file',
      input: { object_id: file.id, filename: right },
    }))
    const split = words.exec(right)
    if (plan.calls.length > 0 || !split) return plan
    left = `${left} ${split[1]} ${right.slice(0, split.index)}`
    right = right.slice(split.index + split[0].length)
  }
}

async function planMerge(context: Context, runContext: PriorState, { target, targets }: Command): Promise<Plan> {
  const ids: string[] = []
  if (targets.length > 1)
    for (const one of targets) {
      const found = await resolveFile(context, looking(runContext), one)
      if (found.length === 0 || found[0]!.unsure) return nothing(runContext, one)
      if (found.length > 1) return several(runContext, found)
      ids.push(found[0]!.id)
    }
  else {
    const found = (await resolveFiles(context, looking(runContext), target)).filter(({ unsure }) => !unsure)
    ids.push(...found.toReversed().map(({ id }) => id))
  }
  if (ids.length === 0) return nothing(runContext, target)
  if (ids.length < 2)
    return asking(runContext, {
      en: 'Name at least two files to put together.',
      ru: 'Назовите хотя бы два файла, которые нужно объединить.',
    })
  return calling({ name: 'assemble_files', input: { object_ids: ids.slice(0, 200) } })
}

async function planForget(context: Context, runContext: RunContext, { target }: Command): Promise<Plan> {
  const known = (await memoriesOf(context.db, runContext.actor)).map(item => ({
    item,
    score: likeness(item.memory, target),
  }))
  const [best] = known.sort((a, b) => b.score - a.score)
  if (!best || best.score < 0.2)
    return asking(runContext, { en: 'I do not remember that.', ru: 'Такого я и не помню.' })
  return { ...calling({ name: 'forget', input: { memory_id: best.item.id } }), given: best.item.given_ids }
}

const help = (target: string): Words => ({
  en: `I did not understand "${shownName(target)}". Try "convert the last contract to pdf" or "remind me tomorrow at 10 to call the bank".`,
  ru: `Не понял «${shownName(target)}». Попробуйте, например: «переведи последний договор в pdf» или «напомни завтра в 10 позвонить в банк».`,
})

const object =
  (name: string, more: (file: NamedObject) => object = () => ({})) =>
  (file: NamedObject): PlannedCall => ({
    name,
    input: { object_id: file.id, ...more(file) },
  })

type Planner = (context: Context, runContext: PriorState, command: Command) => Promise<Plan>

const PLANNERS: Partial<Record<Command['intent'], Planner>> = {
  convert: (context, runContext, { target, fmt }) =>
    fmt === ''
      ? Promise.resolve(asking(runContext, { en: 'Into which format?', ru: 'В какой формат?' }))
      : oneFile(
          context,
          runContext,
          target,
          object('convert_file', () => ({ fmt })),
        ),
  pdf(context, runContext, { target, op, pages, angle, password, to }) {
    if ((op === 'protect' || op === 'unlock') && password === '')
      return Promise.resolve(asking(runContext, { en: 'With which password?', ru: 'С каким паролем?' }))
    if (op === 'watermark' && to === '')
      return Promise.resolve(asking(runContext, { en: 'With which words?', ru: 'С каким текстом?' }))
    // Where no pages are named, all are turned.
    const turned = op === 'rotate' ? { angle: angle ?? 90, pages: pages || '1-' } : { pages }
    const parameters = { ...turned, password, text: to }
    return oneFile(
      context,
      runContext,
      target,
      object('pdf_operation', () => ({ op, parameters })),
    )
  },
  find: async (_, __, { target }) => calling({ name: 'search_files', input: { query: target } }),
  async open(context, runContext, { target }) {
    const found = await resolveFile(context, looking(runContext), target || runContext.before.words)
    if (found.length === 0) return calling({ name: 'search_files', input: { query: target } })
    return found.length > 1
      ? several(runContext, found)
      : { text: line(found[0]!).slice(2), calls: [], given: givenOf(found) }
  },
  rename: planRename,
  move: planMove,
  merge: planMerge,
  summarise: (context, runContext, { target }) => oneFile(context, runContext, target, object('summarise_file')),
  trash: (context, runContext, { target }) => manyFiles(context, runContext, target, object('trash_file')),
  hide: (context, runContext, { target }) => manyFiles(context, runContext, target, object('hide_file')),
  unhide: (context, runContext, { target }) => oneFile(context, runContext, target, object('unhide_file')),
  share: (context, runContext, { target }) => oneFile(context, runContext, target, object('share_file')),
  tag: (context, runContext, { target, to }) =>
    oneFile(
      context,
      runContext,
      target,
      object('tag_file', () => ({ keywords: to.split(/\s*,\s*|\s+(?:и|and)\s+/u).filter(Boolean) })),
    ),
  async restore(context, runContext, { target }) {
    const found = await resolveTrashed(context, looking(runContext), target)
    if (found.length === 0)
      return asking(runContext, { en: 'There is no such file in the trash.', ru: 'В корзине такого файла нет.' })
    return found.length > 1 ? several(runContext, found) : calling(object('restore_file')(found[0]!))
  },
  tasks_from_file: (context, runContext, { target }) => oneFile(context, runContext, target, object('tasks_from_file')),
  make_folder: async (_, __, { target }) => calling({ name: 'make_folder', input: { name: target } }),
  make_theme: async (_, __, { target }) => calling({ name: 'make_theme', input: { name: target } }),
  remember: async (_, __, { target }) => calling({ name: 'remember', input: { memory: target } }),
  forget: planForget,
  undo: async () => calling({ name: 'undo', input: {} }),
  memories: async () => calling({ name: 'recall', input: {} }),
  web_search: async (_, __, { target }) => calling({ name: 'web_search', input: { query: target.slice(0, 300) } }),
  fetch_page: async (_, __, { target }) => calling({ name: 'fetch_page', input: { url: target } }),
  remind: planEvent,
  schedule: planEvent,
  reschedule: planEvent,
  async cancel_event(context, runContext, command) {
    const planned = await planEvent(context, runContext, command)
    if (!planned.asks) return planned
    // "delete meeting notes" is about a file where no event is called so.
    const files = await manyFiles(context, runContext, command.target, object('trash_file'))
    return files.calls.length > 0 ? files : planned
  },
  agenda: planEvent,
  task: planTask,
  close_task: planTask,
  async ask(context, runContext, { target }) {
    const question = [...target].slice(0, 2000).join('')
    const facts = runContext.memory ? await memoriesOf(context.db, runContext.actor) : []
    return facts.some(fact => answersQuestion(fact, question))
      ? calling({ name: 'recall', input: { about: question } })
      : calling({ name: 'ask_files', input: { question } })
  },
  async unknown(_, runContext, { target }) {
    const facts = statedFacts(target)
    return facts.length > 0 && runContext.memory
      ? calling(...facts.map(memory => ({ name: 'remember', input: { memory } })))
      : asking(runContext, help(target))
  },
}

const ABOUT_FILES = new Set<Command['intent']>(['find', 'open', 'unknown'])

const plan = async (context: Context, runContext: RunContext, before: Before, command: Command): Promise<Plan> =>
  PLANNERS[command.intent]!(context, { ...runContext, before, givers: await giversOf(context, runContext) }, command)

/** A call of a step that is done. */
export interface Done extends PlannedCall {
  step: number
  result: { data?: Record<string, unknown> } | null
}

const NOTHING_LEFT: Plan = { text: '', calls: [] }

const NOT_BEGUN: Words = { en: 'Nothing is done yet.', ru: 'Пока ничего не сделано.' }

/** The next step of what was asked for; nothing of it is done before every step is understood. */
export async function planByGrammar(
  context: Context,
  runContext: RunContext,
  query: string,
  done: Done[] = [],
): Promise<Plan> {
  const { commands, unclear } = stepsOf(query, clockNow(runContext))
  const [first] = commands
  if (unclear !== undefined)
    return asking(runContext, {
      en: `I did not understand "${shownName(unclear)}". ${NOT_BEGUN.en} Ask for each step by itself.`,
      ru: `Не понял «${shownName(unclear)}». ${NOT_BEGUN.ru} Попросите о каждом шаге отдельно.`,
    })
  const at = new Set(done.map(({ step }) => step)).size
  if (at >= commands.length) return NOTHING_LEFT
  if (commands.length === 1) {
    // With files beside it, what looks for something looks in them.
    if (runContext.scope.attachmentIds.length > 0 && ABOUT_FILES.has(first!.intent))
      return plan(context, runContext, NOTHING_BEFORE, { ...first!, intent: 'ask', target: query })
    return plan(context, runContext, NOTHING_BEFORE, first!)
  }
  if (at > 0) {
    const last = Math.max(...done.map(({ step }) => step))
    const before = beforeOf(
      commands[at - 1]!,
      done.filter(({ step }) => step === last),
    )
    return plan(context, runContext, before, commands[at]!)
  }
  const plans: Plan[] = []
  for (const command of commands) {
    const before = plans.length > 0 ? beforeOf(commands[plans.length - 1]!, plans.at(-1)!.calls) : NOTHING_BEFORE
    const next = await plan(context, runContext, before, command)
    if (next.asks) return { ...next, text: `${next.text}\n\n${say(runContext, NOT_BEGUN)}` }
    plans.push(next)
  }
  return plans[0]!
}

/** How many steps a request has. */
export const stepsIn = (runContext: RunContext, query: string): number =>
  stepsOf(query, clockNow(runContext)).commands.length
