import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, rows } from '../../db/connect.ts'
import type { Profile } from './presets.ts'

type Stored = Omit<Profile, 'is_custom'>

const COLUMNS = sql`slug, name, description, icon, instructions, toolsets, model`

type Owner = Pick<Actor, 'ownerId'>

export const customProfiles = (db: Db, actor: Owner) =>
  rows<Stored>(
    db,
    sql`select ${COLUMNS} from agent_profiles where owner_id = ${actor.ownerId} order by created_at, slug`,
  )

export const customProfile = (db: Db, actor: Owner, slug: string) =>
  firstRow<Stored>(db, sql`select ${COLUMNS} from agent_profiles where owner_id = ${actor.ownerId} and slug = ${slug}`)

export async function lockProfiles(db: Db, actor: Owner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.ownerId}, 72))`.execute(db)
}

/** Undefined when the name is taken. */
export const insertProfile = (db: Db, actor: Owner, profile: Stored) =>
  firstRow<Stored>(
    db,
    sql`insert into agent_profiles (owner_id, slug, name, description, icon, instructions, toolsets, model)
      values (${actor.ownerId}, ${profile.slug}, ${profile.name}, ${profile.description}, ${profile.icon}, ${profile.instructions},
        ${profile.toolsets}, ${profile.model}) on conflict do nothing returning ${COLUMNS}`,
  )

export const updateProfile = (db: Db, actor: Owner, slug: string, change: Partial<Omit<Stored, 'slug'>>) =>
  firstRow<Stored>(
    db,
    sql`update agent_profiles set name = coalesce(${change.name ?? null}, name),
        description = coalesce(${change.description ?? null}, description), icon = coalesce(${change.icon ?? null}, icon),
        instructions = coalesce(${change.instructions ?? null}, instructions),
        toolsets = coalesce(${change.toolsets ?? null}::text[], toolsets), model = coalesce(${change.model ?? null}, model)
      where owner_id = ${actor.ownerId} and slug = ${slug} returning ${COLUMNS}`,
  )

export const removeProfile = (db: Db, actor: Owner, slug: string) =>
  firstRow<{ slug: string }>(
    db,
    sql`with gone as (delete from agent_profiles where owner_id = ${actor.ownerId} and slug = ${slug} returning slug),
      chosen as (delete from agent_choices c using gone where c.owner_id = ${actor.ownerId} and c.slug = gone.slug)
      select slug from gone`,
  )

export const chosenSlug = async (db: Db, actor: Owner): Promise<string | undefined> =>
  (await db.selectFrom('agent_choices').select('slug').where('owner_id', '=', actor.ownerId).executeTakeFirst())?.slug

export async function chooseSlug(db: Db, actor: Owner, slug: string): Promise<void> {
  await sql`insert into agent_choices (owner_id, slug) values (${actor.ownerId}, ${slug})
    on conflict (owner_id) do update set slug = excluded.slug`.execute(db)
}
