import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import type { Segment } from './assemble.ts'

type Version = RowOf<'objects', 'id' | 'version'>

/** What is left of another version, or of a transcription that was called off, is forgotten. */
export async function openTranscription(db: Db, ownerId: string, file: Version, seconds: number | null): Promise<void> {
  await sql`with old as (delete from hearing_pieces where owner_id = ${ownerId} and object_id = ${file.id}
      and version <> ${file.version})
    insert into hearings (owner_id, object_id, version, seconds)
    select owner_id, id, version, ${seconds}::double precision from objects
      where owner_id = ${ownerId} and id = ${file.id} and version = ${file.version}
    on conflict (owner_id, object_id) do update set seconds = coalesce(excluded.seconds, hearings.seconds),
      heard_s = case when hearings.version = excluded.version then hearings.heard_s else 0 end,
      cancelled = hearings.cancelled and hearings.version = excluded.version, version = excluded.version`.execute(db)
}

export const findTranscription = (db: Db, ownerId: string, file: Version) =>
  db
    .selectFrom('hearings')
    .select(['seconds', 'heard_s', 'cancelled'])
    .where('owner_id', '=', ownerId)
    .where('object_id', '=', file.id)
    .where('version', '=', file.version)
    .executeTakeFirst()

export const cancelTranscription = (db: Db, ownerId: string, objectId: string) =>
  firstRow<{ object_id: string }>(
    db,
    sql`update hearings h set cancelled = true from objects o where h.owner_id = ${ownerId} and h.object_id = ${objectId}
      and o.owner_id = h.owner_id and o.id = h.object_id and o.version = h.version returning h.object_id`,
  )

export async function noteProgress(db: Db, ownerId: string, file: Version, seconds: number): Promise<void> {
  await sql`update hearings set heard_s = greatest(heard_s, ${seconds}) where owner_id = ${ownerId}
    and object_id = ${file.id} and version = ${file.version}`.execute(db)
}

export interface PieceRow
  extends RowOf<'hearing_pieces', 'start_s' | 'end_s' | 'model' | 'language' | 'foreign_language'> {
  words: [string, number, number][]
}

export const piecesOf = (db: Db, ownerId: string, file: Version) =>
  rows<PieceRow>(
    db,
    sql`select start_s, end_s, model, language, foreign_language, words from hearing_pieces
      where owner_id = ${ownerId} and object_id = ${file.id} and version = ${file.version} order by start_s`,
  )

/** False when nobody wants it any more: the file has changed or gone to the trash, or its owner has called it off. */
export async function keepPiece(db: Db, ownerId: string, file: Version, piece: PieceRow): Promise<boolean> {
  const kept = await firstRow(
    db,
    sql`with wanted as (
        update hearings h set heard_s = greatest(heard_s, ${piece.end_s}) from objects o
        where h.owner_id = ${ownerId} and h.object_id = ${file.id} and h.version = ${file.version} and not h.cancelled
          and o.owner_id = h.owner_id and o.id = h.object_id and o.version = h.version and o.deleted_at is null
        returning h.owner_id, h.object_id, h.version)
      insert into hearing_pieces (owner_id, object_id, version, start_s, end_s, model, language, foreign_language, words)
      select owner_id, object_id, version, ${piece.start_s}, ${piece.end_s}, ${piece.model}, ${piece.language},
        ${piece.foreign_language}, ${JSON.stringify(piece.words)}::jsonb from wanted
      on conflict (owner_id, object_id, version, start_s) do update set end_s = excluded.end_s returning 1`,
  )
  return kept !== undefined
}

/** What has become of a file that is not wanted at the moment; undefined when it has changed or gone for good. */
export const whereIs = (db: Db, ownerId: string, file: Version) =>
  firstRow<{ in_trash: boolean; cancelled: boolean }>(
    db,
    sql`select o.deleted_at is not null as in_trash, h.cancelled from objects o
      join hearings h on h.owner_id = o.owner_id and h.object_id = o.id and h.version = o.version
      where o.owner_id = ${ownerId} and o.id = ${file.id} and o.version = ${file.version}`,
  )

const BATCH = 1000

export interface StoredTranscript extends RowOf<'transcripts', 'model' | 'languages' | 'seconds'> {
  segments: Segment[]
  /** A person has put words right. */
  corrected?: boolean
}

/** In place of what was known of the recording before; the transcription itself is over. */
export async function replaceTranscript(
  db: Db,
  ownerId: string,
  file: Version,
  transcript: StoredTranscript | null,
): Promise<void> {
  for (const table of ['hearing_pieces', 'hearings', 'transcript_segments', 'transcripts'])
    await sql`delete from ${sql.table(table)} where owner_id = ${ownerId} and object_id = ${file.id}`.execute(db)
  if (!transcript) return
  await sql`insert into transcripts (owner_id, object_id, version, model, languages, seconds, corrected_at)
    values (${ownerId}, ${file.id}, ${file.version}, ${transcript.model}, ${transcript.languages}::text[],
      ${transcript.seconds}, case when ${transcript.corrected ?? false}::boolean then now() end)`.execute(db)
  for (let from = 0; from < transcript.segments.length; from += BATCH) {
    const batch = transcript.segments.slice(from, from + BATCH).map((segment, at) => ({ ...segment, ord: from + at }))
    await sql`insert into transcript_segments (owner_id, object_id, ord, version, char_start, char_end, start_s, end_s, words)
      select ${ownerId}, ${file.id}, ord, ${file.version}, char_start, char_end, start_s, end_s, words
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as s(ord integer, char_start integer, char_end integer,
        start_s double precision, end_s double precision, words jsonb)`.execute(db)
  }
}

export interface SpanRow extends Segment {
  span: number
}

/** The segments that have a part in each span of text, of recordings in the version that they have now. */
export const segmentsIn = (
  db: Db,
  ownerId: string,
  spans: { object_id: string; char_start: number; char_end: number }[],
) =>
  rows<SpanRow>(
    db,
    sql`select (n.ord - 1)::integer as span, s.char_start, s.char_end, s.start_s, s.end_s, s.words
      from jsonb_array_elements(${JSON.stringify(spans)}::jsonb) with ordinality as n(value, ord)
      join objects o on o.owner_id = ${ownerId} and o.id = (n.value ->> 'object_id')::uuid
      join transcript_segments s on s.owner_id = o.owner_id and s.object_id = o.id and s.version = o.version
        and s.char_start < (n.value ->> 'char_end')::integer and s.char_end > (n.value ->> 'char_start')::integer
      order by n.ord, s.ord`,
  )

export const findTranscript = (db: Db, ownerId: string, file: Version) =>
  db
    .selectFrom('transcripts')
    .select(['version', 'model', 'languages', 'seconds', 'corrected_at'])
    .where('owner_id', '=', ownerId)
    .where('object_id', '=', file.id)
    .where('version', '=', file.version)
    .executeTakeFirst()
export const segmentsOf = (db: Db, ownerId: string, file: Version) =>
  rows<Segment>(
    db,
    sql`select char_start, char_end, start_s, end_s, words from transcript_segments where owner_id = ${ownerId}
      and object_id = ${file.id} and version = ${file.version} order by ord`,
  )

export const textOfRecording = (db: Db, ownerId: string, file: Version) =>
  db
    .selectFrom('object_texts')
    .select('text')
    .where('owner_id', '=', ownerId)
    .where('object_id', '=', file.id)
    .where('version', '=', file.version)
    .executeTakeFirst()

/** Waits until nobody else changes it. */
export const lockTranscript = (db: Db, ownerId: string, file: Version) =>
  db
    .selectFrom('transcripts')
    .select(['version', 'model', 'languages', 'seconds', 'corrected_at'])
    .where('owner_id', '=', ownerId)
    .where('object_id', '=', file.id)
    .where('version', '=', file.version)
    .forUpdate()
    .executeTakeFirst()
