import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from '../support/client.ts'
import { ABSENT, faultOf, LIBRARY, nonsense, queriesFor } from '../support/library.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** What is found has a reason, and the snippet shows it; `npm run bench -- reasons` looks at all of it. */

let server: RunningServer
let anna: Person
const texts = new Map(LIBRARY)

const look = async (q: string): Promise<Json> => {
  const { status, body } = await anna.get(`/v1/search?q=${encodeURIComponent(q)}`)
  if (status !== 200) throw new Error(`search answered ${status}`)
  return body
}
const names = (body: Json): string[] => body.items.map((item: Json) => item.object.filename)

// A server of its own: vectors rest while files wait to be read, and where all tests upload there are always some.
beforeAll(async () => {
  server = await startServer()
  anna = await aPerson(server.url)
  for (const [name, text] of LIBRARY) await anna.upload(name, text)
  await until(async () => (await anna.get('/v1/processing')).body.pending === 0, 'the texts')
  await until(async () => {
    const { body } = await anna.get('/v1/search/vectors')
    return body.waiting === 0 && body.done >= LIBRARY.length
  }, 'the vectors')
  await until(async () => (await look('where do polar bears sleep')).mode === 'hybrid', 'the encoder to be warm')
})
afterAll(() => server?.stop())

test('what no file speaks of finds nothing, or says that it is only similar', async () => {
  const claimed: string[] = []
  for (const q of ABSENT.filter((_, n) => n % 3 === 0))
    for (const { reason, object } of (await look(q)).items)
      if (reason === 'words') claimed.push(`${q} -> ${object.filename}`)
  expect(claimed).toEqual([])
  for (const q of nonsense(20)) expect({ q, found: names(await look(q)) }).toEqual({ q, found: [] })
})

test('a snippet is what carries the hit: no bare heading, bracket or letter, and no sign of Markdown', async () => {
  const faults: string[] = []
  for (const q of queriesFor(LIBRARY, 300).filter((_, n) => n % 6 === 0))
    for (const { object, snippet } of (await look(q)).items) {
      const fault = faultOf(snippet, object.filename, texts.get(object.filename)!)
      if (fault) faults.push(`${fault}: ${q} -> ${object.filename}: ${snippet}`)
    }
  expect(faults).toEqual([])
})

test('the snippet is the sentence with the words, and its place is where that stands in the file', async () => {
  const [item] = (await look('запаривают в автоклаве')).items
  expect(item).toMatchObject({ object: { filename: 'Отчёт по практике.md' }, reason: 'words' })
  expect(item.snippet).toBe(
    'Смесь извести и песка прессуют под давлением 20 МПа, затем сырец запаривают в автоклаве восемь часов при 180 °C.',
  )
  const [bold] = (await look('mobile app payment provider')).items
  expect(bold.snippet).toBe('The launch of the mobile app moves to 9 June because the payment provider is late.')
  const stored = [...texts.get('Meeting notes 12 May.md')!].slice(bold.char_start, bold.char_end).join('')
  expect(stored).toBe('The launch of the **mobile app** moves to 9 June because the payment provider is late.')
  const marked = bold.highlights.map(([from, to]: number[]) => [...bold.snippet].slice(from, to).join(''))
  expect(marked).toEqual(['mobile', 'app', 'payment', 'provider'])
  const [named] = (await look('config')).items
  expect(named.snippet).toContain('broker.local')
})

test('words meet whatever stands over their letters; one that is spelt alike says so', async () => {
  for (const q of ['naive', 'naïve', 'creme brulee', 'crème brûlée', 'flåm', 'flam', 'patissiere'])
    expect({ q, first: (await look(q)).items[0]?.reason }).toEqual({ q, first: 'words' })
  expect(names(await look('naive'))[0]).toBe('Résumé Naïma Lefèvre.txt')
  expect(names(await look('flam'))[0]).toBe('Trip to Norway.md')
  const [item] = (await look('омепрозол')).items
  expect(item).toMatchObject({ object: { filename: 'Медицинское заключение.txt' }, reason: 'spelling' })
  expect((await look('kind:text')).items[0].reason).toBe('filter')
})
