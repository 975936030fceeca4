import { expect, test } from 'vitest'
import { aPerson } from '../support/client.ts'

test('settings have their defaults and change field by field', async () => {
  const anna = await aPerson()
  const defaults = {
    auto_rename_mode: 'dont_rename',
    calendar_reminders_messenger: false,
    chat_memory: true,
    prefs: {},
    proactive: false,
    timezone: '',
    ui: {},
  }
  expect((await anna.get('/v1/settings')).body).toEqual(defaults)
  const first = await anna.put('/v1/settings', { timezone: 'Europe/Moscow', ui: { a: 1, b: 2 }, chat_memory: false })
  expect(first.body).toEqual({ ...defaults, timezone: 'Europe/Moscow', ui: { a: 1, b: 2 }, chat_memory: false })
  const second = await anna.put('/v1/settings', { ui: { c: 3 }, auto_rename_mode: 'auto' })
  expect(second.body).toMatchObject({ timezone: 'Europe/Moscow', ui: { c: 3 }, chat_memory: false })
  expect((await anna.put('/v1/settings', {})).body).toEqual(second.body)
})

test('prefs are merged, and the language speaks in the errors', async () => {
  const anna = await aPerson()
  await anna.put('/v1/settings', { prefs: { language: 'ru' } })
  const both = await anna.put('/v1/settings', { prefs: { agent_confirm: 'all' } })
  expect(both.body.prefs).toEqual({ language: 'ru', agent_confirm: 'all' })
  const missing = await anna.get('/v1/objects/00000000-0000-4000-8000-000000000000')
  expect(missing.body.detail).toBe('Файл не найден, или у вас нет доступа. Скрытое видно, когда открыта скрытая зона.')
  expect((await anna.get('/v1/objects/x')).body.detail[0].msg).toBe('Нужен правильный UUID')
})

test('wrong settings are refused', async () => {
  const anna = await aPerson()
  const type = async (body: object) => (await anna.put('/v1/settings', body)).body.detail[0]
  expect(await type({ auto_rename_mode: 'sometimes' })).toMatchObject({
    type: 'enum',
    loc: ['body', 'auto_rename_mode'],
  })
  expect(await type({ timezone: 'Mars/Olympus' })).toMatchObject({ type: 'value_error', loc: ['body', 'timezone'] })
  expect(await type({ timezone: '+03:00' })).toMatchObject({ type: 'value_error' })
  expect(await type({ chat_memory: 'yes' })).toMatchObject({ type: 'bool_parsing' })
  expect(await type({ ui: [] })).toMatchObject({ type: 'dict_type', loc: ['body', 'ui'] })
  expect(await type({ prefs: { language: 'fr' } })).toMatchObject({ type: 'enum', loc: ['body', 'prefs', 'language'] })
  const large = await anna.put('/v1/settings', { ui: { a: 'x'.repeat(64 * 1024) } })
  expect(large).toMatchObject({ status: 400, body: { code: 'ui_too_large' } })
})

test('free-form settings survive odd characters', async () => {
  const anna = await aPerson()
  const odd = { ключ: '\ud83d\ude00 \u2028 \ufffd', nested: { deep: [1, null, 'ё'] } }
  expect((await anna.put('/v1/settings', { ui: odd })).body.ui).toEqual(odd)
  expect(await anna.put('/v1/settings', { ui: { a: 'b\0c' } })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'ui', 'a'], type: 'value_error' }] },
  })
})
