import type { Context } from '../../../context.ts'
import type { Words } from '../../../lib/language.ts'
import { likeness, memoriesOf, toldFacts } from '../../memory/index.ts'
import type { Named } from '../../tools/index.ts'
import { clockNow, type Seat, say, shownName } from '../../tools/index.ts'
import { resolveFile, resolveFiles, resolvePlace, resolveTrashed } from '../files/resolve.ts'
import type { Command } from '../grammar/command.ts'
import { parseCommand } from '../grammar/parse.ts'
import type { Plan, Wanted } from './call.ts'
import { planEvent, planTask } from './planning.ts'

/** Without a model: what a sentence asks for, as calls of the same tools; or a question back. */

export const asking = (seat: Seat, words: Words): Plan => ({ text: say(seat, words), calls: [] })
export const calling = (...calls: Wanted[]): Plan => ({ text: '', calls })

const nothing = (seat: Seat, target: string) =>
  asking(seat, {
    en: `I found no file that "${shownName(target)}" could mean. Give more of its name.`,
    ru: `Не нашёл файла, который подходит под «${shownName(target)}». Назовите его точнее.`,
  })

const several = (seat: Seat, files: Named[]) =>
  asking(seat, {
    en: `Several files fit. Which one?\n${files.slice(0, 10).map(line).join('\n')}`,
    ru: `Подходят несколько файлов. Какой из них?\n${files.slice(0, 10).map(line).join('\n')}`,
  })

const line = ({ id, filename }: Named) => `- [${shownName(filename).replace(/[[\]()<>`]/gu, ' ')}](/v1/objects/${id})`

/** "переведи это в pdf", with a file beside it. */
const THIS =
  /^(?:это|этот|эту|этот файл|файл|вложение|вложенн\p{L}+.*|документ|его|ее|it|this|this file|that|the file|attached.*|the attachment|attachment)?$/iu

async function oneFile(context: Context, seat: Seat, target: string, use: (file: Named) => Wanted): Promise<Plan> {
  const looking = { actor: seat.actor, scope: seat.scope, now: clockNow(seat) }
  const near = [...seat.scope.attachmentIds, ...seat.scope.objectIds]
  if (THIS.test(target.trim()) && near.length === 1) return calling(use({ id: near[0]! } as Named))
  if (target.trim() === '') return asking(seat, { en: 'Which file do you mean?', ru: 'Какой файл?' })
  const found = await resolveFile(context, looking, target)
  if (found.length === 0) return nothing(seat, target)
  return found.length > 1 ? several(seat, found) : calling(use(found[0]!))
}

const MOST = 20
const PLURAL = /(?:^|\s)(?:все|всех|all|every)(?:\s|$)|(?:\p{L}(?:ы|и|а|я)|[^s]s)(?:\s|$)/iu

async function manyFiles(context: Context, seat: Seat, target: string, use: (file: Named) => Wanted): Promise<Plan> {
  const looking = { actor: seat.actor, scope: seat.scope, now: clockNow(seat) }
  const best = await resolveFile(context, looking, target)
  if (best.length === 1 && !/(?:^|\s)(?:все|всех|all|every)(?:\s|$)/iu.test(target)) return calling(use(best[0]!))
  const found = PLURAL.test(target) ? await resolveFiles(context, looking, target) : best
  if (found.length === 0) return nothing(seat, target)
  if (found.length > MOST || !PLURAL.test(target)) return several(seat, found)
  return calling(...found.slice(0, 10).map(use))
}

async function planMove(context: Context, seat: Seat, { target, to }: Command): Promise<Plan> {
  const looking = { actor: seat.actor, scope: seat.scope, now: clockNow(seat) }
  const places = await resolvePlace(context, looking, to)
  const [place] = places
  if (!place)
    return asking(seat, {
      en: `There is no folder "${shownName(to)}". Say "create a folder ${shownName(to)}" first.`,
      ru: `Папки «${shownName(to)}» нет. Сначала скажите «создай папку ${shownName(to)}».`,
    })
  if (places.length > 1)
    return asking(seat, {
      en: `There are several folders "${shownName(to)}".`,
      ru: `Папок «${shownName(to)}» несколько.`,
    })
  return manyFiles(context, seat, target, file => ({
    name: 'move_file',
    input: { object_id: file.id, collection_id: place.id },
  }))
}

/** "переименуй отчёт в офис в Итоги": where a name itself has the word, each place is tried. */
async function planRename(context: Context, seat: Seat, { target, to }: Command): Promise<Plan> {
  const words = / (в|на|to|as) /iu
  let [left, right] = [target, to]
  for (;;) {
    const plan = await oneFile(context, seat, left, file => ({
      name: 'rename_file',
      input: { object_id: file.id, filename: right },
    }))
    const split = words.exec(right)
    if (plan.calls.length > 0 || !split) return plan
    left = `${left} ${split[1]} ${right.slice(0, split.index)}`
    right = right.slice(split.index + split[0].length)
  }
}

async function planMerge(context: Context, seat: Seat, { target, targets }: Command): Promise<Plan> {
  const looking = { actor: seat.actor, scope: seat.scope, now: clockNow(seat) }
  const ids: string[] = []
  if (targets.length > 1)
    for (const one of targets) {
      const found = await resolveFile(context, looking, one)
      if (found.length === 0) return nothing(seat, one)
      if (found.length > 1) return several(seat, found)
      ids.push(found[0]!.id)
    }
  else ids.push(...(await resolveFiles(context, looking, target)).toReversed().map(({ id }) => id))
  if (ids.length === 0) return nothing(seat, target)
  if (ids.length < 2)
    return asking(seat, {
      en: 'Name at least two files to put together.',
      ru: 'Назовите хотя бы два файла, которые нужно объединить.',
    })
  return calling({ name: 'assemble_files', input: { object_ids: ids.slice(0, 200) } })
}

async function planForget(context: Context, seat: Seat, { target }: Command): Promise<Plan> {
  const known = (await memoriesOf(context.db, seat.actor)).map(item => ({ item, score: likeness(item.memory, target) }))
  const [best] = known.sort((a, b) => b.score - a.score)
  if (!best || best.score < 0.2) return asking(seat, { en: 'I do not remember that.', ru: 'Такого я и не помню.' })
  return calling({ name: 'forget', input: { memory_id: best.item.id } })
}

const HELP: Words = {
  en: 'I did not understand that. I can find, open, rename, move, tag, hide, convert and merge files, sum them up, answer questions about them, plan events, reminders and tasks. For example: "convert the last contract to pdf" or "remind me tomorrow at 10 to call the bank".',
  ru: 'Не понял. Я умею находить, открывать, переименовывать, перемещать, помечать, прятать, преобразовывать и объединять файлы, пересказывать их и отвечать по ним на вопросы, вести события, напоминания и задачи. Например: «переведи последний договор в pdf» или «напомни завтра в 10 позвонить в банк».',
}

const object =
  (name: string, more: (file: Named) => object = () => ({})) =>
  (file: Named): Wanted => ({
    name,
    input: { object_id: file.id, ...more(file) },
  })

type Planner = (context: Context, seat: Seat, command: Command) => Promise<Plan>

const PLANNERS: Partial<Record<Command['intent'], Planner>> = {
  convert: (context, seat, { target, fmt }) =>
    fmt === ''
      ? Promise.resolve(asking(seat, { en: 'Into which format?', ru: 'В какой формат?' }))
      : oneFile(
          context,
          seat,
          target,
          object('convert_file', () => ({ fmt })),
        ),
  pdf: (context, seat, { target, op, pages, angle, password, to }) =>
    oneFile(
      context,
      seat,
      target,
      object('pdf_operation', () => ({
        op,
        parameters: { pages, password, text: to, ...(op === 'rotate' ? { angle: angle ?? 90 } : {}) },
      })),
    ),
  find: async (_, __, { target }) => calling({ name: 'search_files', input: { query: target } }),
  async open(context, seat, { target }) {
    const found = await resolveFile(context, { actor: seat.actor, scope: seat.scope, now: clockNow(seat) }, target)
    if (found.length === 0) return calling({ name: 'search_files', input: { query: target } })
    return found.length > 1 ? several(seat, found) : { text: line(found[0]!).slice(2), calls: [] }
  },
  rename: planRename,
  move: planMove,
  merge: planMerge,
  summarise: (context, seat, { target }) => oneFile(context, seat, target, object('summarise_file')),
  trash: (context, seat, { target }) => manyFiles(context, seat, target, object('trash_file')),
  hide: (context, seat, { target }) => manyFiles(context, seat, target, object('hide_file')),
  unhide: (context, seat, { target }) => oneFile(context, seat, target, object('unhide_file')),
  share: (context, seat, { target }) => oneFile(context, seat, target, object('share_file')),
  tag: (context, seat, { target, to }) =>
    oneFile(
      context,
      seat,
      target,
      object('tag_file', () => ({ keywords: to.split(/\s*,\s*|\s+(?:и|and)\s+/u).filter(Boolean) })),
    ),
  async restore(context, seat, { target }) {
    const found = await resolveTrashed(context, { actor: seat.actor, scope: seat.scope, now: clockNow(seat) }, target)
    if (found.length === 0)
      return asking(seat, { en: 'There is no such file in the trash.', ru: 'В корзине такого файла нет.' })
    return found.length > 1 ? several(seat, found) : calling(object('restore_file')(found[0]!))
  },
  tasks_from_file: (context, seat, { target }) => oneFile(context, seat, target, object('tasks_from_file')),
  make_folder: async (_, __, { target }) => calling({ name: 'make_folder', input: { name: target } }),
  make_theme: async (_, __, { target }) => calling({ name: 'make_theme', input: { name: target } }),
  remember: async (_, __, { target }) => calling({ name: 'remember', input: { memory: target } }),
  forget: planForget,
  memories: async () => calling({ name: 'recall', input: {} }),
  web_search: async (_, __, { target }) => calling({ name: 'web_search', input: { query: target.slice(0, 300) } }),
  fetch_page: async (_, __, { target }) => calling({ name: 'fetch_page', input: { url: target } }),
  remind: planEvent,
  schedule: planEvent,
  reschedule: planEvent,
  cancel_event: planEvent,
  agenda: planEvent,
  task: planTask,
  close_task: planTask,
  ask: async (_, __, { target }) =>
    calling({ name: 'ask_files', input: { question: [...target].slice(0, 2000).join('') } }),
  async unknown(_, seat, { target }) {
    const told = toldFacts(target)
    return told.length > 0 && seat.memory
      ? calling(...told.map(memory => ({ name: 'remember', input: { memory } })))
      : asking(seat, HELP)
  },
}

const ABOUT_FILES = new Set<Command['intent']>(['find', 'open', 'unknown'])

export function planByGrammar(context: Context, seat: Seat, query: string): Promise<Plan> {
  const command = parseCommand(query, clockNow(seat))
  // With files beside it, what looks for something looks in them.
  if (seat.scope.attachmentIds.length > 0 && ABOUT_FILES.has(command.intent))
    return PLANNERS.ask!(context, seat, { ...command, target: query })
  return PLANNERS[command.intent]!(context, seat, command)
}
