import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/database.ts'
import { type ModelServer, startModelServer } from '../../../test/support/model-server.ts'
import { openAiCompatibleModels } from '../../adapters/models/openai-compatible.ts'
import { guardedOutbound } from '../../adapters/outbound/guarded.ts'
import { aesSecrets } from '../../adapters/secrets/aes-gcm.ts'
import { readConfig } from '../../config.ts'
import { type Context, createSignals } from '../../context.ts'
import { type DatabaseConnection, rows } from '../../db/connect.ts'
import type { Tables } from '../../tables.ts'
import { askModel, embedTexts, modelFor } from './asking.ts'
import { saveModel } from './model.ts'
import { setEnabled } from './queries.ts'

let connection: DatabaseConnection
let server: ModelServer
let context: Context

const price = { prompt_1k: 1000, completion_1k: 1000, audio_second: 0, unit: 0 }
const tables: Tables = {
  prices: { version: 'test-1', prices: { llm_chat: price, llm_embed: price } },
  localPrices: { version: 'test-1', prices: {} },
  tariffs: { default: 'small', tariffs: { small: { monthly_rub: 200, storage_bytes: null } } },
}

beforeAll(async () => {
  connection = await aDatabase()
  server = await startModelServer()
  const outbound = guardedOutbound({ allowPrivate: true })
  context = {
    db: connection.db,
    signals: createSignals(),
    tables,
    outbound,
    models: openAiCompatibleModels(outbound),
    secrets: aesSecrets([randomBytes(32)]),
    config: readConfig({ LLM_BASE_URL: server.baseUrl, LLM_API_KEY: server.key, LLM_MODEL: 'large' }),
  } as unknown as Context
})
beforeEach(() => {
  server.seen.length = 0
  server.next({ say: 'ok' })
})
afterAll(async () => {
  await server.close()
  await connection.close()
})

async function somebody() {
  const [ownerId, tenantId] = [randomUUID(), randomUUID()]
  await sql`insert into tenants (id, name) values (${tenantId}, 't')`.execute(connection.db)
  await sql`insert into users (id, tenant_id, email, password_hash, role)
    values (${ownerId}, ${tenantId}, ${ownerId}, '', 'user')`.execute(connection.db)
  return ownerId
}

const ask = async (ownerId: string, maxTokens = 10, content = 'How many?') =>
  askModel(
    context,
    { choice: (await modelFor(context, ownerId))!, charge: { ownerId, operation: 'ask' } },
    { messages: [{ role: 'user', content }], maxTokens, deadlineMs: 5000 },
    async (_tx, answer) => answer.text,
  )

const records = (ownerId: string) =>
  rows<{ meter: string; cost: number; prompt_tokens: number }>(
    connection.db,
    sql`select meter, cost_micro as cost, prompt_tokens from usage_records where owner_id = ${ownerId}`,
  )

const reserved = (ownerId: string) => rows(connection.db, sql`select 1 from reservations where owner_id = ${ownerId}`)

test("the service's model answers, and its tokens are charged", async () => {
  const ownerId = await somebody()
  expect(await ask(ownerId)).toBe('ok')
  expect(server.seen[0]!.body.model).toBe('large')
  expect(await records(ownerId)).toEqual([{ meter: 'llm_chat', cost: 49_000_000, prompt_tokens: 41 }])
  expect(await reserved(ownerId)).toEqual([])
})

test("the user's own model comes first, costs nothing and is counted", async () => {
  const ownerId = await somebody()
  const own = { base_url: server.baseUrl, api_key: server.key, model: 'small', embedding_model: 'vectors' }
  await saveModel(context, { ownerId } as never, own)
  server.seen.length = 0
  await ask(ownerId)
  expect(server.seen[0]!.body.model).toBe('small')
  expect(await records(ownerId)).toEqual([{ meter: 'llm_chat', cost: 0, prompt_tokens: 41 }])
  const choice = (await modelFor(context, ownerId))!
  const request = { texts: ['abc'], deadlineMs: 5000 }
  const made = await embedTexts(
    context,
    { choice, charge: { ownerId, operation: 'index' } },
    request,
    async (_tx, v) => v,
  )
  expect(made).toEqual([[3, 1, 0.5]])
  await setEnabled(connection.db, ownerId, 'llm', false)
  expect((await modelFor(context, ownerId))!.own).toBe(false)
})

test('a private address is refused before anything is stored or sent', async () => {
  const ownerId = await somebody()
  const closed = { ...context, outbound: guardedOutbound({ allowPrivate: false }) }
  const own = { base_url: server.baseUrl, api_key: server.key, model: 'small', embedding_model: '' }
  await expect(saveModel(closed, { ownerId } as never, own)).rejects.toMatchObject({ name: 'InvalidInput' })
  expect(server.seen).toHaveLength(0)
  expect((await modelFor(context, ownerId))!.own).toBe(false)
})

test('no model at all', async () => {
  expect(await modelFor({ ...context, config: readConfig({}) }, await somebody())).toBeUndefined()
})

test('a failed answer charges nothing and sets nothing aside', async () => {
  const ownerId = await somebody()
  server.next({ status: 400 })
  await expect(ask(ownerId)).rejects.toMatchObject({ name: 'ModelFailed' })
  expect(await records(ownerId)).toEqual([])
  expect(await reserved(ownerId)).toEqual([])
})

test('what the month does not hold is refused before the model is asked, also by twenty at once', async () => {
  const ownerId = await somebody()
  await expect(ask(ownerId, 10, 'x'.repeat(1000))).rejects.toMatchObject({
    code: 'call_too_dear',
    fields: { remaining_rub: 200, cost_rub: expect.any(Number) },
  })
  expect(server.seen).toHaveLength(0)
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => ask(ownerId, 90)))
  expect(asked.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(4)
  const spent = (await records(ownerId)).reduce((sum, { cost }) => sum + cost, 0)
  expect(spent).toBeLessThanOrEqual(200_000_000)
})

test('an answer is as long as what is left pays for, and a spent month refuses', async () => {
  const ownerId = await somebody()
  expect(await ask(ownerId, 1000)).toBe('ok')
  const { max_tokens } = server.seen[0]!.body as { max_tokens: number }
  expect(max_tokens).toBeGreaterThan(50)
  expect(max_tokens).toBeLessThan(160)
  await sql`update usage_records set cost_micro = 200000000 where owner_id = ${ownerId}`.execute(connection.db)
  await expect(ask(ownerId, 1)).rejects.toMatchObject({ code: 'tariff_spent' })
})
