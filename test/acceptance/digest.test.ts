import { expect, test } from 'vitest'
import { aPerson, type Json, until } from '../support/client.ts'

/** A zone in which it is past eight and not yet the next day. */
function morningZone(): string {
  const hour = new Date().getUTCHours()
  const ahead = ((12 - hour + 36) % 24) - 12
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

test('who wishes for it finds a digest of the day in their conversations, once; who does not, none', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  for (const person of [anna, bob]) {
    await person.put('/v1/settings', { timezone: morningZone(), proactive: person === anna })
    await person.upload('fresh contract.txt')
    const starts_at = new Date(Date.now() + 60_000).toISOString()
    await person.post('/v1/calendar/events', { title: 'Planning', starts_at })
  }
  const sessions = async (): Promise<Json[]> => (await anna.get('/v1/agent/sessions')).body.items
  const [session] = await until(
    async () => {
      const items = await sessions()
      return items.length > 0 && items
    },
    'the digest',
    120,
  )
  const { turns } = (await anna.get(`/v1/agent/sessions/${session.id}`)).body
  expect(turns[0]!.answer).toContain('Planning')
  expect(turns[0]!.answer).toContain('fresh contract.txt')
  expect(await sessions()).toHaveLength(1)
  expect((await bob.get('/v1/agent/sessions')).body.items).toEqual([])
})
