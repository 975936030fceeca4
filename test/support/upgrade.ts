import { createHash } from 'node:crypto'
import { type Json, type Person, until } from './client.ts'

/** Data of all kinds, and what a person sees of it. */

export const OWNER = { email: 'anna@example.org', password: 'correct horse battery' }

const TEXT = `# Договор аренды
Договор аренды заключён 3 марта 2025 года между Анной Петровой и Иваном Сидоровым. Срок аренды кончается 31 декабря 2027 года.
Плата составляет 45 000 рублей в месяц.
`

export async function fillWithEverything(anna: Person): Promise<void> {
  const must = async (reply: Promise<{ status: number; body: Json; text: string }>) => {
    const { status, body, text } = await reply
    if (status >= 300) throw new Error(`answered ${status}: ${text}`)
    return body
  }
  await must(anna.put('/v1/settings', { timezone: 'Europe/Moscow', prefs: { language: 'ru' } }))
  const theme = await must(anna.post('/v1/themes', { name: 'Работа', icon: '💼' }))
  const papers = await anna.folder('Документы', { theme_id: theme.id })
  const inner = await anna.folder('Аренда', { parent_id: papers.id })
  const lease = await anna.upload('договор.md', TEXT, `?collection_id=${inner.id}`)
  await anna.read(lease.id)
  const again = await anna.call('PUT', `/v1/objects/${lease.id}/content?base_version=1`, {
    raw: `${TEXT}Залог возвращается.`,
    headers: { 'content-type': 'application/offset+octet-stream' },
  })
  if (again.status >= 300) throw new Error(again.text)
  await anna.upload('plain.txt', 'one plain text')
  const gone = await anna.upload('trashed.txt', 'in the trash')
  await must(anna.delete(`/v1/objects/${gone.id}`))
  const secret = await anna.upload('hidden.txt', 'nobody sees this')
  await must(anna.patch(`/v1/objects/${secret.id}`, { is_hidden: true }))
  await must(anna.post(`/v1/objects/${lease.id}/shares`, { expires_at: '2090-01-01T00:00:00Z' }))
  await must(anna.post('/v1/tokens', { name: 'script', expires_in_days: 90 }))
  await must(
    anna.post('/v1/calendar/events', {
      title: 'Planning',
      starts_at: '2027-01-11T10:00:00',
      ends_at: '2027-01-11T11:00:00',
      tz: 'Europe/Moscow',
      rrule: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6',
    }),
  )
  await until(async () => (await anna.read(lease.id)).status === 'ready', 'the file to be read')
  await must(anna.post('/v1/ask', { query: 'Когда кончается срок аренды?' }))
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Fields that tell of the moment, or that a later release may add, are left out. */
export async function whatIsSeen(anna: Person, base: string) {
  const get = async (path: string) => (await anna.get(path)).body
  const content = async (id: string) => {
    const reply = await fetch(`${base}/v1/objects/${id}/content`, {
      headers: { authorization: `Bearer ${anna.token}` },
    })
    return hash(Buffer.from(await reply.arrayBuffer()))
  }
  const files = []
  for (const { id, filename, title, collection_id, version } of (await get('/v1/objects?limit=100')).items) {
    const revisions = (await get(`/v1/objects/${id}/revisions`)).items?.length
    files.push({ id, filename, title, collection_id, version, revisions, sha256: await content(id) })
  }
  const named = (items: Json[]) =>
    items.map(({ id, name }) => ({ id, name })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const events = (await get('/v1/calendar/events?since=2027-01-01T00:00:00Z&until=2027-03-01T00:00:00Z')).items
  const found = await get(`/v1/search?q=${encodeURIComponent('арендная плата')}`)
  return {
    files: files.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    folders: named((await get('/v1/collections')).items),
    themes: named((await get('/v1/themes')).items),
    trash: (await get('/v1/trash')).items.length,
    settings: (await get('/v1/settings')).timezone,
    shares: (await get('/v1/shares')).items?.length,
    events: events?.length,
    found: (found.items ?? found.results ?? []).length > 0,
  }
}
