import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pdf } from '../web/files.ts'
import { type AgentReply, chat, decide } from './agent.ts'
import { type Json, type Person, until } from './client.ts'
import { ROOT } from './server.ts'

/** A table of commands, what each must do, and whether all of it is undone from its message. */

export interface Row {
  kind: 'one' | 'steps' | 'several'
  /** `tool:subjects;tool:subjects`, or `ask` where nothing may be done. */
  wanted: string
  text: string
}

export const ROWS: Row[] = readFileSync(join(ROOT, 'test/fixtures/chat-commands.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map(line => {
    const [kind, wanted, text] = line.split('\t')
    return { kind: kind as Row['kind'], wanted: wanted!, text: text! }
  })

const FILES: [string, string][] = [
  ['Договор аренды.txt', 'ДОГОВОР АРЕНДЫ\nПлата за аренду составляет 58 000 рублей в месяц.'],
  ['Договор поставки.txt', 'ДОГОВОР ПОСТАВКИ\nПоставщик обязуется поставить кирпич до 1 сентября 2026 года.'],
  ['Invoice 2291.txt', 'Hartley & Sons Ltd\nINVOICE No. 2291\nTotal 277.00 GBP, due on 18 April 2026.'],
  ['Invoice 2300.txt', 'Hartley & Sons Ltd\nINVOICE No. 2300\nTotal 92.00 GBP, due on 2 May 2026.'],
  ['Invoice 17.txt', 'Brightwater\nINVOICE No. 17\nTotal 18.00 GBP.'],
  ['Счёт 88.txt', 'СЧЁТ № 88\nК оплате за воду 1 240 рублей.'],
  ['Акт 1.txt', 'АКТ № 1 выполненных работ'],
  ['Акт 2.txt', 'АКТ № 2 выполненных работ'],
  ['Акт 3.txt', 'АКТ № 3 выполненных работ'],
  ['Отчёт за март.txt', 'ОТЧЁТ за март 2026 года'],
  ['Отчёт за апрель.txt', 'ОТЧЁТ за апрель 2026 года. April report.'],
  ['Meeting notes.md', '# Notes\n\nThe launch moves to June.'],
  ['Presentation plan.txt', 'First the market, then the product.'],
  ['Список гостей.txt', 'Анна, Олег, Марина'],
  ['Scan (1).txt', 'page one'],
  ['Scan (2).txt', 'page two'],
  ['Scan (3).txt', 'page three'],
]

/** The library that the table speaks of. */
export async function furnish(person: Person): Promise<void> {
  await person.put('/v1/settings', { auto_rename_mode: 'dont_rename', timezone: 'Europe/Moscow' })
  for (const name of ['Архив', 'Archive', 'Налоги', 'Work']) await person.folder(name)
  for (const [name, text] of FILES) await person.upload(name, text)
  await person.upload('Scan of the passport.pdf', pdf(['Passport']))
  await person.upload('Ticket to Lisbon.pdf', pdf(['Ticket']))
  const draft = await person.upload('Черновик.txt', 'черновик письма')
  await until(async () => (await person.get('/v1/processing')).body.pending === 0, 'the texts')
  await person.delete(`/v1/objects/${draft.id}`)
  const { sessionId } = await chat(person, 'создай задачу купить молоко')
  // It is no part of the table and not to be undone: without its conversation it is forgotten who made it.
  await person.delete(`/v1/agent/sessions/${sessionId}`)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await person.post('/v1/calendar/events', {
    title: 'Встреча с Петром',
    starts_at: `${tomorrow}T10:00:00`,
    ends_at: `${tomorrow}T11:00:00`,
    tz: 'Europe/Moscow',
  })
}

/** All that a command may change. */
async function stateOf(person: Person) {
  const [files, folders, themes, tasks, events, memory, trash] = await Promise.all(
    [
      '/v1/objects?limit=500&sort=name',
      '/v1/collections',
      '/v1/themes',
      '/v1/tasks?limit=200',
      '/v1/calendar/events',
      '/v1/agent/memory',
      '/v1/trash',
    ].map(async path => (await person.get(path)).body),
  )
  const made = new Set(['pdf'])
  return {
    files: files.items.map(({ filename, collection_id, enrichment }: Json) => [
      filename,
      collection_id,
      enrichment?.keywords?.includes('weekly'),
    ]),
    folders: folders.items.map(({ name }: Json) => name).sort(),
    themes: themes.items.map(({ name }: Json) => name).sort(),
    tasks: tasks.items.map(({ title, status }: Json) => [title, status]),
    events: events.items.map(({ title, starts_at, status }: Json) => [title, starts_at, status]),
    memory: memory.items.map(({ memory: fact }: Json) => fact),
    // What was converted goes to the trash when that is undone.
    trash: trash.items
      .map(({ filename }: Json) => filename)
      .filter((name: string) => !made.has(name.split('.').at(-1)!)),
  }
}

interface Done {
  tool: string
  subject: string
  changeIds: string[]
  taskId?: string
}

/** The calls that were carried out, each with what it was about. */
function doneIn(reply: AgentReply[], names: Map<string, string>): Done[] {
  const chunks = reply.flatMap(one => one.chunks)
  const inputs = new Map(
    chunks.filter(({ type }) => type === 'tool-input-available').map(chunk => [chunk.toolCallId, chunk]),
  )
  return chunks
    .filter(({ type }) => type === 'tool-output-available')
    .map(({ toolCallId, output }) => {
      const { toolName, input } = inputs.get(toolCallId)
      const subject =
        names.get(input.object_id) ??
        input.name ??
        output.title ??
        input.title ??
        output.memory ??
        names.get(input.event_id ?? input.task_id) ??
        ''
      return { tool: toolName, subject, changeIds: output.change_ids ?? [], taskId: output.task_id }
    })
}

/** "move_file:Акт 1,Акт 2;hide_file:Акт 1", in the order of the steps. */
function shownAs(done: Done[]): string {
  const steps: { tool: string; subjects: string[] }[] = []
  for (const { tool, subject } of done) {
    const last = steps.at(-1)
    if (last?.tool === tool && tool !== 'make_folder') last.subjects.push(subject)
    else steps.push({ tool, subjects: [subject] })
  }
  return steps.map(({ tool, subjects }) => `${tool}:${subjects.sort().join()}`).join(';')
}

const sorted = (wanted: string) =>
  wanted
    .split(';')
    .map(step => {
      const [tool, subjects = ''] = step.split(/:(.*)/s)
      return `${tool}:${subjects.split(',').sort().join()}`
    })
    .join(';')

async function namesOf(person: Person): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const path of ['/v1/objects?limit=500', '/v1/trash'])
    for (const { id, filename } of (await person.get(path)).body.items) names.set(id, filename)
  for (const path of ['/v1/tasks?limit=200', '/v1/calendar/events'])
    for (const { id, title } of (await person.get(path)).body.items) names.set(id, title)
  return names
}

/** The result of a conversion is there before it can be taken back. */
const worked = (person: Person, taskId: string) =>
  until(async () => (await person.get(`/v1/tasks-status/${taskId}`)).body.done === true, 'the new file')

async function withZoneOpen(person: Person): Promise<Person> {
  const { body } = await person.post('/v1/hidden-pin/unlock', {})
  return person.with({ 'x-hidden-token': body.hidden_token })
}

/** Says what was wrong; undefined when it did what it should and all of it was undone from the message. */
export async function tryRow(person: Person, { wanted, text }: Row): Promise<string | undefined> {
  const [before, names] = [await stateOf(person), await namesOf(person)]
  const reply = [await chat(person, text)]
  if (reply[0]!.status !== 200) return `answered ${reply[0]!.status}`
  while (reply.at(-1)!.confirmations.length > 0) reply.push(await decide(person, reply.at(-1)!, true))
  const done = doneIn(reply, names)
  const said = reply.map(({ text: words }) => words).join(' ')
  const ids = done.flatMap(({ changeIds }) => changeIds)
  for (const { taskId, tool } of done)
    if (taskId && tool !== 'create_task' && tool !== 'close_task') await worked(person, taskId)
  // What was hidden is undone by who may see it.
  const unlocked = done.some(({ tool }) => tool === 'hide_file') ? await withZoneOpen(person) : person
  for (const id of ids.reverse()) {
    const { status, body } = await unlocked.post(`/v1/changes/${id}/undo`)
    if (status !== 200) return `not undone: ${JSON.stringify(body)}`
  }
  const after = await stateOf(person)
  if (JSON.stringify(after) !== JSON.stringify(before)) return `left a trace: ${difference(before, after)}`
  return verdictOn(wanted, { shown: shownAs(done), said, names })
}

function verdictOn(
  wanted: string,
  { shown, said, names }: { shown: string; said: string; names: Awaited<ReturnType<typeof namesOf>> },
): string | undefined {
  if (wanted.startsWith('open:'))
    return said.includes(`/v1/objects/${[...names].find(([, name]) => name === wanted.slice(5))?.[0]}`)
      ? undefined
      : `did not open: ${said}`
  if (wanted === 'ask') return shown === '' && said.length > 20 ? undefined : `did ${shown}: ${said}`
  // Of what only reads it does not matter in which words it looked.
  const fits = wanted.split(';').every(step => !step.endsWith(':'))
    ? shown === sorted(wanted)
    : shown.replace(/(?<=search_files|ask_files|show_agenda|list_tasks|assemble_files):[^;]*/g, ':') === sorted(wanted)
  return fits ? undefined : `did ${shown || 'nothing'}, not ${wanted}: ${said.slice(0, 200)}`
}

function difference(before: Json, after: Json): string {
  return Object.keys(before)
    .filter(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map(key => `${key} ${JSON.stringify(before[key])} -> ${JSON.stringify(after[key])}`)
    .join('; ')
    .slice(0, 400)
}
