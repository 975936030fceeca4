import { inTransaction } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { AppError } from '../../lib/errors.ts'
import { findSettings, saveSettings } from './queries.ts'
import { settings, settingsUpdate } from './schema.ts'

const UI_BYTES = 64 * 1024

function refuseLarge(value: unknown): void {
  if (value === undefined || Buffer.byteLength(JSON.stringify(value)) <= UI_BYTES) return
  throw new AppError('senseless', 'ui_too_large', {
    en: `ui and prefs take at most ${UI_BYTES} bytes of JSON each. Keep less in them.`,
    ru: `ui и prefs вмещают не больше ${UI_BYTES} байт JSON каждое. Храните в них меньше.`,
  })
}

export const settingsRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/settings',
    name: 'getSettings',
    summary: 'My settings',
    tag: 'settings',
    reply: settings,
    run: (context, { actor }) => findSettings(context.db, actor.ownerId),
  }),
  route({
    method: 'PUT',
    path: '/v1/settings',
    name: 'updateSettings',
    refuses: ['ui_too_large'],
    summary: 'Change settings; omitted fields are kept',
    tag: 'settings',
    body: settingsUpdate,
    reply: settings,
    example: { timezone: 'Europe/Moscow', prefs: { language: 'ru' } },
    run: async (context, { actor, body }) => {
      refuseLarge(body.ui)
      return inTransaction(context, async tx => {
        const saved = await saveSettings(tx.db, actor, body)
        refuseLarge(saved.prefs)
        return saved
      })
    },
  }),
]
