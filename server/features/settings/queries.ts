import { sql } from 'kysely'
import type { Actor, Db, Needs } from '../../context.ts'
import { firstRow, type RowOf } from '../../db/connect.ts'
import type { SettingsUpdate } from './schema.ts'

export interface Settings
  extends RowOf<'settings', 'calendar_reminders_messenger' | 'chat_memory' | 'proactive' | 'timezone'> {
  auto_rename_mode: 'auto' | 'dont_rename' | 'manual'
  ui: Record<string, unknown>
  prefs: Record<string, unknown>
}

const COLUMNS = sql`auto_rename_mode, calendar_reminders_messenger, chat_memory, proactive, timezone, ui, prefs`

/** The row is made by the first change; until then the defaults hold. */
export async function findSettings(db: Db, ownerId: string): Promise<Settings> {
  const found = await firstRow<Settings>(db, sql`select ${COLUMNS} from settings where owner_id = ${ownerId}`)
  return (
    found ?? {
      auto_rename_mode: 'dont_rename',
      calendar_reminders_messenger: false,
      chat_memory: true,
      proactive: false,
      timezone: '',
      ui: {},
      prefs: {},
    }
  )
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Omitted fields stay, `ui` is replaced whole, `prefs` are merged. */
export async function saveSettings(db: Db, actor: Actor, update: SettingsUpdate): Promise<Settings> {
  await db
    .insertInto('settings')
    .values({ owner_id: actor.ownerId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const saved = await firstRow<Settings>(
    db,
    sql`update settings set
        auto_rename_mode = coalesce(${update.auto_rename_mode ?? null}, auto_rename_mode),
        calendar_reminders_messenger = coalesce(${update.calendar_reminders_messenger ?? null}, calendar_reminders_messenger),
        chat_memory = coalesce(${update.chat_memory ?? null}, chat_memory),
        proactive = coalesce(${update.proactive ?? null}, proactive),
        timezone = coalesce(${update.timezone ?? null}, timezone),
        ui = coalesce(${json(update.ui)}::jsonb, ui),
        prefs = prefs || coalesce(${json(update.prefs)}::jsonb, '{}')
      where owner_id = ${actor.ownerId} returning ${COLUMNS}`,
  )
  return saved!
}

/** What a browser says of itself counts until the owner has chosen. */
export async function storeTimeZone({ db }: Needs<'db'>, ownerId: string, timezone: string): Promise<void> {
  await sql`insert into settings as s (owner_id, timezone) values (${ownerId}, ${timezone})
    on conflict (owner_id) do update set timezone = excluded.timezone where s.timezone = ''`.execute(db)
}
