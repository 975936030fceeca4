import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from './support/client.ts'
import { callTool, mcpClient } from './support/mcp.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { connected } from './support/oauth.ts'
import { aTwin, settled, type Twin } from './support/twins.ts'
import { sampled } from './support/whole.ts'

/**
 * A program that is bound to one folder, or one theme: nothing else exists for it. Two owners who are equal but for what one of them
 * has hidden are asked the same through MCP; then two who are equal but for what lies outside of the folder.
 */

const QUESTIONS = ['rent', 'divorce', 'zeta', 'Which flowers grow in the garden?']
const NOWHERE = '00000000-0000-4000-8000-000000000000'

const plain = (value: Json, own: string[]): string =>
  own
    .reduce((text, id) => text.replaceAll(id, 'OWN'), JSON.stringify(value))
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/http:\/\/[\w.:]+/g, 'X')

/** Everything that reads, with every question and every id. */
async function results(client: Client, ids: string[]) {
  const answers: Json[] = []
  const ask = async (name: string, input: object) => answers.push({ name, ...(await callTool(client, name, input)) })
  for (const query of QUESTIONS) {
    await ask('search', { query, limit: 20 })
    await ask('ask', { question: query })
  }
  await ask('list_files', { limit: 100 })
  await ask('tasks', { status: 'all' })
  await ask('agenda', {})
  for (const id of ids) {
    await ask('read_file', { object_id: id })
    await ask('summarise_file', { object_id: id })
    await ask('list_files', { collection_id: id })
    for (const uri of [`dossier://objects/${id}`, `dossier://objects/${id}/content`])
      answers.push(await client.readResource({ uri }).catch(error => ({ error: String(error) })))
  }
  answers.push(await client.listResources(), await client.listTools())
  return answers
}

let server: ModelServer
let [full, bare]: [Twin, Twin] = [undefined as never, undefined as never]

beforeAll(async () => {
  server = await startModelServer()
  full = await aTwin(server, true)
  bare = await aTwin(server, false)
  for (const twin of [full, bare]) await settled(twin)
}, 600_000)
afterAll(() => server.close())

const SCOPE = { scope: 'read ask calendar write' }

test('twins who differ by what one has hidden are told the same, bound to a folder and not bound', {
  tags: ['long'],
  timeout: 600_000,
}, async () => {
  for (const isBound of sampled([true], [false, true])) {
    const answers = []
    for (const twin of [full, bare]) {
      const bound = isBound ? { collection_id: twin.ids.collection_id } : {}
      const client = await mcpClient((await connected(twin.person, SCOPE, bound)).access_token)
      const ids = [...Object.values(twin.ids), ...Object.values(twin.hidden)].filter(id => /^[0-9a-f-]{36}$/.test(id))
      const own = [twin.person.email, twin.person.id, twin.token, twin.apiToken]
      answers.push((await results(client, ids)).map(answer => plain(answer, own)))
    }
    expect(answers[0]!.length).toBeGreaterThan(50)
    expect(answers[0]).toEqual(answers[1])
  }
})

/** A folder with two files in a theme; one owner has more beside it, of the same words. */
async function beside(
  more: boolean,
): Promise<{ person: Person; folder: string; theme: string; ids: string[]; outside: string[] }> {
  const person = await aPerson()
  const theme = (await person.post('/v1/themes', { name: 'Flat' })).body
  const folder = await person.folder('Lease', { theme_id: theme.id })
  const inner = await person.folder('Inner', { parent_id: folder.id })
  const inside = [
    await person.upload('lease.txt', 'The rent of the flat is 900 pounds a month.', `?collection_id=${folder.id}`),
    await person.upload('garden.txt', 'Roses grow in the garden of the flat.', `?collection_id=${inner.id}`),
  ]
  const outside: string[] = []
  if (more) {
    const other = await person.folder('Divorce')
    const texts = [
      'The hearing of the divorce is in May. The rent is 1200.',
      'Tulips grow in the other garden.',
      'rent rent rent',
    ]
    for (const [n, text] of texts.entries())
      outside.push((await person.upload(`zeta ${n}.txt`, text, n === 1 ? '' : `?collection_id=${other.id}`)).id)
    outside.push(other.id)
    await person.post('/v1/calendar/events', { title: 'Hearing', starts_at: '2030-05-01T10:00:00Z' })
    for (const id of outside.slice(0, 3)) await person.read(id)
  }
  for (const { id } of inside) await person.read(id)
  await until(async () => (await person.get('/v1/search/vectors')).body.waiting === 0, 'vectors', 120)
  return { person, folder: folder.id, theme: theme.id, ids: inside.map(({ id }) => id), outside }
}

test('what lies outside of the folder or the theme is not there: no name, no order, no score tells of it', async () => {
  const [rich, poor] = [await beside(true), await beside(false)]
  for (const name of ['folder', 'theme'] as const) {
    const answers = []
    for (const owner of [rich, poor]) {
      const bound = name === 'folder' ? { collection_id: owner.folder } : { theme_id: owner.theme }
      const client = await mcpClient((await connected(owner.person, SCOPE, bound)).access_token)
      const others = owner === rich ? rich.outside : [NOWHERE, NOWHERE, NOWHERE, NOWHERE]
      const said = await results(client, [...owner.ids, ...others])
      const text = JSON.stringify(said)
      for (const trace of ['Tulips', '1200', 'hearing of', ...rich.outside]) expect(text).not.toContain(trace)
      expect(text).toContain('900 pounds')
      answers.push(said.map(answer => plain(answer, [owner.person.id])))
    }
    expect(answers[0]).toEqual(answers[1])
  }
}, 300_000)

test('nothing outside can be changed, and nothing is put there', async () => {
  const { person, folder, ids, outside } = await beside(true)
  const client = await mcpClient((await connected(person, SCOPE, { collection_id: folder })).access_token)
  const status = async (name: string, input: object) => (await callTool(client, name, input)).structuredContent
  expect(await status('rename_file', { object_id: outside[0], filename: 'x' })).toMatchObject({ code: 'not_found' })
  expect(await status('move_file', { object_id: ids[0], collection_id: outside[3] })).toMatchObject({
    code: 'not_found',
  })
  for (const [name, input] of [
    ['move_file', { object_id: ids[0], collection_id: null }],
    ['make_theme', { name: 'x' }],
    ['create_event', { title: 'x', starts_at: '2030-01-01T10:00' }],
    ['create_task', { title: 'x' }],
    ['undo', {}],
  ] as const)
    expect({ name, ...(await status(name, input)) }).toMatchObject({ name, status: 'failed', code: 'out_of_bounds' })
  expect(await status('make_folder', { name: 'New' })).toMatchObject({ status: 'done' })
  const made = (await person.get('/v1/collections')).body.items.find(({ name }: Json) => name === 'New')!
  expect(made.parent_id).toBe(folder)
  expect(await status('rename_file', { object_id: ids[0], filename: 'renamed' })).toMatchObject({ status: 'done' })
})
