import { randomBytes } from 'node:crypto'
import { chat } from './agent.ts'
import { aPerson, type Json, type Person, until } from './client.ts'
import type { ModelServer } from './model-server.ts'
import { aPdf, numberedPages } from './pdf.ts'

/**
 * Two owners who have done the same, in the same order; one of them has beside it whatever can be hidden, made between the steps
 * that both take, so that numbers, orders and sums would tell.
 */
export interface Twin {
  person: Person
  /** The same names for both; `hidden` ones are of nothing at all for the owner who has none. */
  ids: Record<string, string>
  hidden: Record<string, string>
  token: string
  apiToken: string
}

interface Step {
  name: string
  input: object
}

const script = (server: ModelServer, steps: Step[]) => {
  let n = 0
  server.answer(({ body }) => {
    const step = Array.isArray(body.tools) ? steps[n++] : undefined
    return step
      ? { say: '', tools: [{ name: step.name, arguments: JSON.stringify(step.input) }] }
      : { say: Array.isArray(body.tools) ? 'Done.' : '{}' }
  })
}

const nowhere = () => `00000000-0000-4000-8000-${randomBytes(6).toString('hex')}`
const NIGHT = '2030-05-05T10:00:00Z'
const RENT = 'How much is the rent of the flat?'
const FLOWERS = 'Which flowers grow in the garden?'

/** How many files are near to it in meaning; none while it has not been encoded. */
const meant = async (person: Person, question: string): Promise<number> =>
  (await person.get(`/v1/search?mode=semantic&q=${encodeURIComponent(question)}`)).body.total

export async function aTwin(server: ModelServer, hasHidden: boolean): Promise<Twin> {
  const person = await aPerson()
  server.answer(() => ({ say: '{}' }))
  await person.put('/v1/integrations/llm', { base_url: server.baseUrl, api_key: server.key, model: 'small' })
  const open = person.with({
    'x-hidden-token': (await person.post('/v1/hidden-pin/unlock')).body.hidden_token,
  })
  const ids: Record<string, string> = {}
  const hidden: Record<string, string> = {}
  const secretly = async (work: () => Promise<Json>): Promise<void> => {
    if (hasHidden) await work()
  }
  const put = async (name: string, content: string | Uint8Array<ArrayBuffer>, folder?: string) => {
    const { id } = await open.upload(name, content, folder ? `?collection_id=${folder}` : '')
    await open.read(id)
    return id as string
  }
  const finished = (path: string) =>
    until(async () => {
      const { body } = await open.get(path)
      return body.done && body
    }, path)
  const run = async (who: Person, words: string, steps: Step[]) => {
    script(server, steps)
    const reply = await chat(who, words)
    if (reply.finish?.status !== 'completed') throw new Error(`${words}: ${JSON.stringify(reply.confirmations)}`)
    server.answer(() => ({ say: '{}' }))
    return reply
  }
  const ask = async (who: Person, query: string, more: object = {}) =>
    (await who.post('/v1/ask', { query, ...more })).body.session_id as string

  const theme = (await person.post('/v1/themes', { name: 'Home' })).body
  ids.theme_id = theme.id
  await secretly(async () => {
    const made = (await open.post('/v1/themes', { name: 'Zeta', is_hidden: true })).body
    hidden.theme_id = made.id
    hidden.collection_id = (await open.folder('Zeta papers', { theme_id: made.id })).id
    hidden.object_id = await put(
      'zeta.txt',
      'The zeta divorce hearing is in May. Zeta pays the rent.',
      hidden.collection_id,
    )
    await open.put(`/v1/collections/${hidden.collection_id}/note`, { text: 'zeta note' })
  })
  ids.collection_id = (await person.folder('Papers', { theme_id: theme.id })).id
  const watching = (await person.post('/v1/saved-searches', { name: 'Gardens', query: 'garden', watch: true })).body
  ids.search_id = watching.id
  await secretly(async () => {
    await open.post('/v1/saved-searches', {
      name: 'Zeta',
      filters: { collection_id: hidden.collection_id },
      watch: true,
    })
    await person.post('/v1/objects/bulk', { object_ids: [hidden.object_id], action: 'tag', tags: ['zeta tag', 'Home'] })
    await open.patch(`/v1/objects/${hidden.object_id}`, { tags: ['zeta tag', 'Home'], is_favorite: true })
    await open.patch('/v1/tags/zeta%20tag', { color: 'red' })
  })
  const inner = (await person.folder('Inner', { parent_id: ids.collection_id })).id
  ids.object_id = await put(
    'rent.txt',
    'The rent of the flat is 500. It is due in May. Anna pays the rent.',
    ids.collection_id,
  )
  await person.patch(`/v1/objects/${ids.object_id}`, { tags: ['Home', 'Contract'], is_favorite: true })
  await person.patch('/v1/tags/Home', { color: 'blue' })
  ids.name = 'Home'
  await secretly(async () => {
    hidden.beside = await put('omega.txt', `${'Omega pregnancy and rent. '.repeat(80)}`, ids.collection_id)
    await open.patch(`/v1/objects/${hidden.beside}`, { is_hidden: true })
    hidden.trashed = await put('theta.txt', 'Theta is in the trash and hidden.')
    await open.patch(`/v1/objects/${hidden.trashed}`, { is_hidden: true })
    await open.delete(`/v1/objects/${hidden.trashed}`)
  })
  ids.garden = await put('garden.txt', 'Diverse flowers grow in the garden. The pond is deep.', inner)
  ids.pdf = await put('pages.pdf', aPdf(numberedPages(2)))
  const gone = await put('old.txt', 'An old text about the flat.')
  // What has gone before its vectors are made is never counted: for both the same.
  await until(async () => (await open.get('/v1/search/vectors')).body.waiting === 0, 'vectors')
  await person.delete(`/v1/objects/${gone}`)
  await secretly(async () => {
    hidden.pdf = await put('kappa.pdf', aPdf(numberedPages(3)), hidden.collection_id)
    const inserted = await open.post(`/v1/objects/${ids.pdf}/pdf/insert`, { source_object_id: hidden.pdf, at: 1 })
    await finished(`/v1/objects/${ids.pdf}/pdf-status/${inserted.body.task_id}`)
    const converted = await open.post(`/v1/objects/${hidden.pdf}/convert`, { fmt: 'txt' })
    await finished(`/v1/objects/${hidden.pdf}/convert-status/${converted.body.task_id}`)
  })
  const converted = await person.post(`/v1/objects/${ids.pdf}/convert`, { fmt: 'txt' })
  await finished(`/v1/objects/${ids.pdf}/convert-status/${converted.body.task_id}`)

  const share = (await person.post(`/v1/collections/${ids.collection_id}/shares`, { can_upload: true })).body
  ids.share_id = share.id
  await secretly(() => open.post(`/v1/collections/${hidden.collection_id}/shares`, {}))
  await person.put(`/v1/collections/${ids.collection_id}/note`, { text: 'a note' })
  await person.put(`/v1/objects/${ids.garden}/draft`, { base_version: 1, text: 'a draft' })
  await secretly(() => open.put(`/v1/objects/${hidden.object_id}/draft`, { base_version: 1, text: 'zeta draft' }))

  // Vectors come behind the text, also of what was converted; an answer is given with them.
  await until(async () => (await open.get('/v1/processing')).body.pending === 0, 'reading')
  await until(async () => (await open.get('/v1/search/vectors')).body.waiting === 0, 'vectors')
  // On a busy machine the first question may be answered before it is encoded: by words alone, and only for one of both.
  for (const question of [RENT, FLOWERS])
    await until(async () => (await meant(person, question)) > 0, 'the question to be encoded')
  ids.session_id = await ask(person, RENT)
  await secretly(() =>
    ask(open, 'When is the zeta divorce hearing?', { include_hidden: true, session_id: ids.session_id }),
  )
  await secretly(() => ask(open, 'When is the zeta divorce hearing?', { include_hidden: true }))
  await ask(person, FLOWERS, { session_id: ids.session_id })

  const makes = (id: string, name: string): Step[] => [
    { name: 'read_file', input: { object_id: id } },
    { name: 'create_event', input: { title: `${name} event`, starts_at: NIGHT, reminders: [10] } },
    { name: 'create_task', input: { title: `${name} task`, due_at: NIGHT } },
    { name: 'make_folder', input: { name: `${name} folder` } },
  ]
  await secretly(() => run(open, 'make what zeta says', makes(hidden.object_id!, 'Zeta')))
  const reply = await run(person, 'make what the rent says', makes(ids.object_id, 'Rent'))
  ids.run_id = reply.runId
  await secretly(() => run(open, 'go on with omega', makes(hidden.beside!, 'Omega')))
  const later = await person.post('/v1/calendar/events', { title: 'Later', starts_at: '2030-05-05T10:30:00Z' })
  ids.event_id = later.body.id
  // Something that both had is hidden by one afterwards; the other never had it.
  await secretly(async () => {
    const id = await put('sigma.txt', 'Sigma was seen for a while: divorce, rent, pregnancy.', inner)
    await ask(person, 'What of sigma?', { object_ids: [id] })
    await person.post(`/v1/objects/${id}/convert`, { fmt: 'pdf' })
    await person.put(`/v1/objects/${id}/draft`, { base_version: 1, text: 'sigma draft' })
    await person.patch(`/v1/objects/${id}`, { is_hidden: true })
    hidden.later = id
  })
  ids.task_id = (await person.get('/v1/tasks')).body.items[0]!.id
  const feed = (await person.post('/v1/calendar/feed')).body
  const apiToken = (await person.post('/v1/tokens', { name: 'calendar' })).body.token
  for (const name of ['theme_id', 'collection_id', 'object_id', 'beside', 'trashed', 'pdf', 'later'])
    hidden[name] ??= nowhere()
  return { person, ids: { ...ids, inner, feed: feed.token }, hidden, token: share.token, apiToken }
}

/** Vectors come behind the text, and conversions of the last step behind them: also of what is hidden. */
export async function settled({ person }: Twin): Promise<void> {
  const { body } = await person.post('/v1/hidden-pin/unlock')
  const open = person.with({ 'x-hidden-token': body.hidden_token })
  await until(async () => {
    const { body: vectors } = await open.get('/v1/search/vectors')
    const { body: processing } = await open.get('/v1/processing')
    return (await meant(person, FLOWERS)) > 0 && vectors.waiting === 0 && processing.pending === 0
  }, 'vectors')
}
