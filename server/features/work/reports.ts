import { z } from 'zod'
import { out } from '../../lib/shapes.ts'

/** What tasks say of their results beside the files; each kind of task has its own. */

const pages = z.array(z.int())
const names = z.array(z.string())

const report = <Fields extends z.core.$ZodShape>(name: string, fields: Fields) =>
  z.strictObject(fields).meta({ id: `${name}Report` })

/** Of archives, with a count of what was or would be taken. */
const archived = { added: z.int(), files: z.int(), bytes: z.int() }

export const taskReport = z
  .union([
    report('Export', { size: z.int() }),
    report('ArchiveImport', { ...archived, rows: z.int(), dry_run: z.literal(true).optional() }),
    report('Import', {
      ...archived,
      from: z.enum(['folder', 'takeout', 'nextcloud', 'paperless', 'mbox']),
      dry_run: z.boolean(),
      skipped: z.int().describe('There already'),
      folders: z.int(),
      failed: z.int(),
      problems: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
    }),
    report('CalendarImport', {
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      failed: z.array(z.strictObject({ uid: z.string(), line: z.int(), reason: z.string() })),
      skipped: names,
    }),
    report('DeviceUndo', { undone: z.int(), left: z.int() }),
    report('Assembly', { skipped: z.array(z.strictObject({ object_id: out.uuid(), reason: z.string() })) }),
    report('Redaction', {
      boxes: z.int(),
      pages_as_text: pages,
      pages_as_pictures: pages,
      removed: names,
      comments_removed: z.int(),
      form_fields_removed: z.int(),
      attachments_removed: z.int(),
      bookmarks_covered: z.int(),
      names_removed: z.int(),
      kept: names,
      checked: names,
    }),
    report('Recognition', { pages_recognised: pages, pages_without_text: pages, words: z.int() }),
    report('Crop', { kept: names }),
    report('Flattening', { fields: z.int() }),
    report('SpareTools', { engine: z.string(), lost: names }),
    report('Comparison', {
      equal: z.boolean(),
      pages: z.array(z.strictObject({ page: z.int(), removed: z.int(), added: z.int(), pictures: z.int() })),
      pages_before: z.int(),
      pages_after: z.int(),
      compared: names,
      cut: z.boolean(),
    }),
    report('Signature', {
      signer: z.string(),
      issuer: z.string(),
      valid_until: z.string().meta({ format: 'date' }),
      repaired: z.literal(true).optional(),
    }),
    report('Sheets', { sheets: names, not_kept: names }),
    report('Layout', {
      pages: z.int(),
      of_pages: z.int(),
      headings: z.int(),
      lists: z.int(),
      columns: z.int(),
      tables: z.int(),
      pictures: z.int(),
      not_kept: names,
    }),
    report('PictureWords', { words: z.int() }),
    report('Conversion', {
      not_kept: names,
      lost_pictures: z.int().optional(),
      attachments: z.int().optional(),
    }),
  ])
  .meta({ id: 'TaskReport' })
