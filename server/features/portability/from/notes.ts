import { z } from 'zod'

/** What other programs say of files, read in a thread: it is as long as they have files. */

function parsed<T>(bytes: Uint8Array, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data
  } catch {
    return undefined
  }
}

export interface Marks {
  tags: string[]
  favorite: boolean
}

const NEXTCLOUD_FAVORITE = '_$!<Favorite>!$_'

/** The tags by path, from as many lists as there are. */
export function readMarks(notes: Uint8Array[]): Record<string, Marks> {
  const marks: Record<string, Marks> = Object.create(null)
  for (const note of notes)
    for (const [path, names] of Object.entries(parsed(note, z.record(z.string(), z.array(z.string()))) ?? {})) {
      marks[path] ??= { tags: [], favorite: false }
      if (names.includes(NEXTCLOUD_FAVORITE)) marks[path].favorite = true
      marks[path].tags.push(...names.filter(name => name !== NEXTCLOUD_FAVORITE))
    }
  return { ...marks }
}

const sidecar = z.object({ photoTakenTime: z.object({ timestamp: z.coerce.number().positive() }) })

/** When a photograph was taken, in seconds. */
export const readTaken = (bytes: Uint8Array): number | undefined => parsed(bytes, sidecar)?.photoTakenTime.timestamp

export interface PaperlessDocument {
  id: number
  path: string
  title: string
  originalName: string
  created: string
  correspondent: string
  tags: string[]
}

const text = z.string().nullish()
const row = z.object({
  model: z.string(),
  pk: z.coerce.number(),
  fields: z.object({
    name: text,
    title: text,
    original_filename: text,
    created: text,
    correspondent: z.number().nullish(),
    document_type: z.number().nullish(),
    tags: z.array(z.number()).nullish(),
  }),
  __exported_file_name__: text,
})
type Row = z.infer<typeof row>

/** The documents of a manifest, or of one that is spread over many files. */
export function readManifest(notes: Uint8Array[]): PaperlessDocument[] {
  const rows = notes.flatMap(note => parsed(note, z.array(z.unknown())) ?? [])
  const known = rows.map(one => row.safeParse(one).data).filter(one => one !== undefined)
  const names = new Map(known.map(one => [`${one.model} ${one.pk}`, one.fields.name ?? '']))
  const nameOf = (model: string, id: number | null | undefined) => names.get(`documents.${model} ${id}`) ?? ''
  return known.filter(isDocument).map(({ pk, fields, __exported_file_name__: path }) => ({
    id: pk,
    path,
    title: fields.title ?? '',
    originalName: fields.original_filename ?? '',
    created: fields.created ?? '',
    correspondent: nameOf('correspondent', fields.correspondent),
    tags: [...(fields.tags ?? []).map(id => nameOf('tag', id)), nameOf('documenttype', fields.document_type)].filter(
      name => name !== '',
    ),
  }))
}

const isDocument = (one: Row): one is Row & { __exported_file_name__: string } =>
  one.model === 'documents.document' && Boolean(one.__exported_file_name__)
