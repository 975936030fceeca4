import { expect, test } from 'vitest'
import { aPerson, theAdmin } from '../support/client.ts'

test('nothing used is nothing spent', async () => {
  const anna = await aPerson()
  expect((await anna.get('/v1/usage')).body).toEqual({ total_cost_rub: 0, by_meter: [], by_day: [] })
  expect((await anna.get('/v1/usage?days=30')).status).toBe(200)
  for (const days of ['-1', 'x', '1.5'])
    expect((await anna.get(`/v1/usage?days=${days}`)).body.detail[0].loc).toEqual(['query', 'days'])
})

test('the quota is told under both of its paths', async () => {
  const anna = await aPerson()
  await anna.upload('a.txt', 'twelve bytes')
  await anna.upload('b.txt', 'twelve bytes')
  const { body } = await anna.get('/v1/usage/quota')
  expect(body).toMatchObject({
    tariff: 'unlimited',
    limit_rub: null,
    spent_rub: 0,
    remaining_rub: null,
    storage_bytes: 12,
  })
  expect(new Date(body.period_end).getTime()).toBeGreaterThan(Date.now())
  expect(new Date(body.period_start).getTime()).toBeLessThan(Date.now())
  expect((await anna.get('/usage/quota')).body).toEqual(body)
})

test('an administrator gives tariffs that exist', async () => {
  const [admin, anna] = [await theAdmin(), await aPerson()]
  const { body } = await admin.get('/v1/admin/tariffs')
  expect(body.items.map((item: { name: string }) => item.name)).toEqual(['unlimited', 'free', 'standard'])
  expect((await admin.patch(`/v1/admin/users/${anna.id}`, { tariff: 'golden' })).body.detail[0]).toMatchObject({
    loc: ['body', 'tariff'],
    type: 'enum',
    input: 'golden',
  })
  await admin.patch(`/v1/admin/users/${anna.id}`, { tariff: 'free' })
  expect((await anna.get('/v1/usage/quota')).body).toMatchObject({ tariff: 'free', limit_rub: 100, remaining_rub: 100 })
})

test('an estimate before the expensive', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const { id } = await anna.upload('a.txt', 'x'.repeat(3000))
  await anna.read(id)
  const ask = (operation: string, object_ids: string[]) => anna.post('/v1/usage/estimate', { operation, object_ids })
  expect((await ask('llm_chat', [id])).body).toEqual({
    // The most that one question about it can cost: the text twice, what stands around it, and the longest answer.
    cost_rub: 0.88,
    units: { prompt_tokens: 11_000, completion_tokens: 2200, audio_seconds: 0, units: 0 },
  })
  expect((await ask('ocr', [id, id])).body).toMatchObject({ cost_rub: 0, units: { units: 1 } })
  expect((await ask('magic', [id])).body.detail[0]).toMatchObject({ type: 'enum', loc: ['body', 'operation'] })
  expect((await ask('ocr', [])).body.detail[0].type).toBe('too_short')
  const foreign = (await bob.upload('b.txt')).id
  expect((await ask('ocr', [id, foreign])).status).toBe(404)
})

test('an administrator is told what each user takes, in sums alone', async () => {
  const [anna, admin] = [await aPerson(), await theAdmin()]
  // Large enough to be among those that are listed.
  const { id } = await anna.upload('shared.txt', 'shown '.repeat(40_000))
  const link = (await anna.post(`/v1/objects/${id}/shares`, {})).body
  const secret = await anna.upload('secret.txt', 'secret '.repeat(40_000))
  await anna.post(`/v1/objects/${secret.id}/shares`, {})
  expect((await anna.patch(`/v1/objects/${secret.id}`, { is_hidden: true })).status).toBe(200)
  const mine = async () =>
    (await admin.get('/v1/admin/usage')).body.items.find((user: { user_id: string }) => user.user_id === anna.id)
  expect(await mine()).toEqual({ user_id: anna.id, storage_bytes: 240_000, spent_rub: 0, links: 1 })
  await anna.delete(`/v1/shares/${link.id}`)
  expect(await mine()).toMatchObject({ links: 0 })
  const { body } = await admin.get('/v1/admin/usage')
  expect(body.storage_bytes).toBeGreaterThanOrEqual(240_000)
  expect((await anna.get('/v1/admin/usage')).status).toBe(403)
})
