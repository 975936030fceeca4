import { type NotNull, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import type { StoredTurn } from './join.ts'

export interface NamedSpeaker {
  name: string
  /** The profile that the voice was recognised by; null: a person said so. */
  profile_id: string | null
  /** A person pointed at the speaker when the profile was made. */
  by_person?: boolean
}

export interface DiarizationRow extends RowOf<'diarizations', 'version' | 'engine'> {
  turns: StoredTurn[]
  speakers: Record<string, NamedSpeaker>
}

export const findDiarization = (db: Db, ownerId: string, object: { id: string; version: number }) =>
  firstRow<DiarizationRow>(
    db,
    sql`select version, engine, turns, speakers from diarizations where owner_id = ${ownerId} and object_id = ${object.id}
      and version = ${object.version}`,
  )

/** False when the file has changed or gone meanwhile: then nothing is written. */
export async function saveDiarization(
  db: Db,
  ownerId: string,
  objectId: string,
  { version, engine, turns, speakers }: DiarizationRow,
): Promise<boolean> {
  const saved = await firstRow(
    db,
    sql`insert into diarizations (owner_id, object_id, version, engine, turns, speakers)
      select owner_id, id, version, ${engine}, ${JSON.stringify(turns)}::jsonb, ${JSON.stringify(speakers)}::jsonb
      from objects where owner_id = ${ownerId} and id = ${objectId} and version = ${version}
      on conflict (owner_id, object_id) do update set version = excluded.version, engine = excluded.engine,
        turns = excluded.turns, speakers = excluded.speakers, created_at = now() returning 1`,
  )
  return saved !== undefined
}

export async function setSpeakers(
  db: Db,
  ownerId: string,
  objectId: string,
  speakers: Record<string, NamedSpeaker>,
): Promise<void> {
  await sql`update diarizations set speakers = speakers || ${JSON.stringify(speakers)}::jsonb
    where owner_id = ${ownerId} and object_id = ${objectId}`.execute(db)
}

export const textOf = async (db: Db, ownerId: string, object: { id: string; version: number }): Promise<string> =>
  (
    await db
      .selectFrom('object_texts')
      .select('text')
      .where('owner_id', '=', ownerId)
      .where('object_id', '=', object.id)
      .where('version', '=', object.version)
      .executeTakeFirst()
  )?.text ?? ''

export const blobKey = (db: Db, ownerId: string, hash: string) =>
  db.selectFrom('blobs').select('key').where('owner_id', '=', ownerId).where('hash', '=', hash).executeTakeFirst()

export interface ProfileRow extends RowOf<'voice_profiles', 'id' | 'name' | 'consented_at' | 'created_at'> {
  learned: boolean
}

const PROFILE = sql`id, name, consented_at, created_at, voice is not null as learned`

export const profilesOf = (db: Db, ownerId: string) =>
  rows<ProfileRow>(db, sql`select ${PROFILE} from voice_profiles where owner_id = ${ownerId} order by created_at, id`)

export const findProfileNamed = (db: Db, ownerId: string, name: string) =>
  firstRow<RowOf<'voice_profiles', 'id'>>(
    db,
    sql`select id from voice_profiles where owner_id = ${ownerId} and lower(name) = lower(${name}) order by created_at limit 1`,
  )

export async function insertProfile(
  db: Db,
  ownerId: string,
  profile: { id: string; name: string },
): Promise<ProfileRow> {
  const made = await firstRow<ProfileRow>(
    db,
    sql`insert into voice_profiles (owner_id, id, name) values (${ownerId}, ${profile.id}, ${profile.name})
      returning ${PROFILE}`,
  )
  return made!
}

/** Together with every name that it has given. */
export async function removeProfile(db: Db, ownerId: string, id: string): Promise<boolean> {
  const removed = await firstRow(
    db,
    sql`with gone as (delete from voice_profiles where owner_id = ${ownerId} and id = ${id} returning id),
      forgotten as (
        update diarizations d set speakers = (
          select coalesce(jsonb_object_agg(s.key, s.value), '{}') from jsonb_each(d.speakers) s
          where s.value ->> 'profile_id' is distinct from ${id}::text)
        where d.owner_id = ${ownerId} and exists (select 1 from gone)
          and exists (select 1 from jsonb_each(d.speakers) s where s.value ->> 'profile_id' = ${id}::text))
      select id from gone`,
  )
  return removed !== undefined
}

export const knownVoices = (db: Db, ownerId: string, engine: string) =>
  db
    .selectFrom('voice_profiles')
    .select(['id', 'name', 'engine', 'voice', 'samples'])
    .where('owner_id', '=', ownerId)
    .where('engine', '=', engine)
    .where('voice', 'is not', null)
    .orderBy('created_at')
    .$narrowType<{ voice: NotNull }>()
    .execute()

export const lockProfile = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('voice_profiles')
    .select(['engine', 'voice', 'samples'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function setVoice(
  db: Db,
  ownerId: string,
  id: string,
  known: { engine: string; voice: string; samples: number },
): Promise<void> {
  await db
    .updateTable('voice_profiles')
    .set({ engine: known.engine, voice: known.voice, samples: known.samples })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute()
}

export const sealedVoices = (db: Db) =>
  db
    .selectFrom('voice_profiles')
    .select(['owner_id', 'id', 'voice'])
    .where('voice', 'is not', null)
    .forUpdate()
    .$narrowType<{ voice: NotNull }>()
    .execute()

export async function resealVoice(db: Db, ownerId: string, id: string, voice: string): Promise<void> {
  await db.updateTable('voice_profiles').set({ voice }).where('owner_id', '=', ownerId).where('id', '=', id).execute()
}
