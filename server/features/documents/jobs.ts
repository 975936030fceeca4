import { z } from 'zod'
import { job } from '../../jobs/declare.ts'
import type { Change } from '../changes/index.ts'

/** What every task carries: whose language it speaks, and whether it must not be spoken of. */
const task = { taskId: z.string(), language: z.enum(['ru', 'en']), hidden: z.boolean() }

/** The owner of the file, if it is shared with the person who asks. */
const givenBy = z.string().optional()

/** The password is sealed: jobs lie in the database. */
export const pdfOperation = job(
  'pdf.operation',
  z.object({
    ...task,
    objectId: z.string(),
    hash: z.string(),
    toldOf: z.string().optional(),
    sourceId: z.string().nullable().default(null),
    sourceHash: z.string().nullable(),
    work: z.record(z.string(), z.unknown()),
    pages: z.int(),
    encrypted: z.boolean(),
    password: z.string().nullable(),
    givenBy,
    replaces: z.int().nullable().optional(),
    /** The entry for the ledger, if the assistant asked for the work. */
    noted: z.custom<Change>().optional(),
    /** The result, if it was made when the work was asked for: signing uses a private key, which must not be stored. */
    made: z.object({ key: z.string(), size: z.int(), sha256: z.string() }).optional(),
    report: z.record(z.string(), z.unknown()).optional(),
  }),
  { queue: 'documents', attempts: 3 },
)

export const convertObject = job(
  'document.convert',
  z.object({
    ...task,
    objectId: z.string(),
    hash: z.string(),
    mime: z.string(),
    kind: z.string(),
    fmt: z.string(),
    sheet: z.int().optional(),
    size: z.int().optional(),
    givenBy,
  }),
  { queue: 'documents', attempts: 3 },
)

export const assembleObjects = job(
  'document.assemble',
  z.object({
    ...task,
    objectId: z.string(),
    folderOf: z.string(),
    sources: z.array(
      z.object({ id: z.string(), hash: z.string(), kind: z.string(), mime: z.string(), filename: z.string() }),
    ),
    name: z.string(),
    givenBy,
  }),
  { queue: 'documents', attempts: 3 },
)
