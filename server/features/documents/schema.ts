import { z } from 'zod'
import { integer, list, out, text, uuid } from '../../lib/shapes.ts'
import { NUMBER_PLACES } from '../../ports/documents.ts'

export const OPERATIONS = [
  'compress',
  'split',
  'delete',
  'rotate',
  'reorder',
  'arrange',
  'protect',
  'unlock',
  'watermark',
  'insert',
  'replace',
  'properties',
  'annotate',
  'redact',
  'searchable',
  'fill',
  'flatten',
  'number',
  'crop',
  'outline',
  'compare',
] as const

const share = () =>
  z
    .number()
    .superRefine((value, issues) => {
      if (value > 1) issues.addIssue({ code: 'custom', params: { type: 'less_than_equal', ctx: { le: 1 } } })
      if (value < 0) issues.addIssue({ code: 'custom', params: { type: 'greater_than_equal', ctx: { ge: 0 } } })
    })
    .meta({ minimum: 0, maximum: 1 })

const box = { page: integer({ min: 1, max: 5001 }), x0: share(), y0: share(), x1: share(), y1: share() }

const annotation = z
  .object({
    ...box,
    type: z.enum(['highlight', 'rect', 'text', 'picture']).default('highlight'),
    color: text({ max: 9 }).default('#FDE047'),
    text: text({ max: 500 }).default(''),
  })
  .meta({ id: 'PdfAnnotation' })

interface Item {
  title: string
  page: number
  items: Item[]
}

const outlineItem: z.ZodType<Item> = z
  .object({
    title: text({ min: 1, max: 500 }),
    page: integer({ min: 1, max: 100_000 }),
    get items() {
      return list(outlineItem, { max: 1000 }).default([])
    },
  })
  .meta({ id: 'PdfOutlineItem' })

export const pdfOpRequest = z
  .object({
    pages: text({ max: 200 }).default(''),
    angle: integer().nullish(),
    password: text({ max: 256 }).default(''),
    size: integer({ min: 1, max: 1000 }).default(1),
    ranges: list(list(integer(), { min: 2, max: 2 }), { max: 1000 }).optional(),
    order: list(integer(), { max: 5000 }).optional(),
    /** Of `arrange`: the pages that stay, in their new order, each turned clockwise by its angle. */
    sheets: list(z.object({ page: integer(), angle: integer().default(0) }).meta({ id: 'PdfSheet' }), {
      min: 1,
      max: 5000,
    }).optional(),
    text: text({ max: 120 }).default(''),
    opacity: share().optional(),
    font_size: integer({ min: 6, max: 200 }).optional(),
    source_object_id: uuid().nullish(),
    at: integer({ min: 1, max: 5001 }).optional(),
    title: text({ max: 255 }).optional(),
    author: text({ max: 255 }).optional(),
    subject: text({ max: 255 }).optional(),
    keywords: text({ max: 255 }).optional(),
    annotations: list(annotation, { max: 500 }).optional(),
    /** A PNG or JPEG in Base64, such as a signature drawn by hand, for annotations of the type `picture`; or `source_object_id`. */
    picture: text({ max: 1_000_000 }).optional(),
    boxes: list(z.object(box).meta({ id: 'RedactBox' }), { max: 1000 }).optional(),
    /** Of a redaction: what is kept though it might tell of what was under the boxes, after a search for the words. */
    keep: list(z.enum(['comments', 'form', 'attachments']), { max: 3 }).default([]),
    fields: z.record(text({ max: 500 }), z.union([text({ max: 10_000 }), z.boolean()])).optional(),
    position: z.enum(NUMBER_PLACES).default('bottom'),
    start: integer({ min: 0, max: 1_000_000 }).default(1),
    box: z.object({ x0: share(), y0: share(), x1: share(), y1: share() }).optional(),
    items: list(outlineItem, { max: 1000 }).optional(),
    other_object_id: uuid().nullish(),
    /** In place of `other_object_id`: an earlier version of the file, which is then compared with what it is now. */
    other_revision_id: uuid().nullish(),
    /** The result becomes the next version of the file itself, instead of a new file. */
    replace: z.boolean().default(false),
  })
  .meta({ id: 'PdfOpRequest' })

export type PdfOpRequest = z.output<typeof pdfOpRequest>

/** A form: `certificate` is a PKCS#12 file (.p12, .pfx) with its key. Neither it nor its password is kept. */
export const signRequest = z
  .object({
    certificate: z.unknown().optional(),
    password: text({ max: 256 }).default(''),
    reason: text({ max: 200 }).default(''),
    replace: z.union([z.boolean(), z.enum(['true', 'false']).transform(value => value === 'true')]).default(false),
  })
  .meta({ id: 'PdfSignRequest' })

export type SignRequest = z.output<typeof signRequest>

export const pdfOpAccepted = z
  .object({ op: z.string(), status: z.string(), task_id: out.uuid().nullable() })
  .meta({ id: 'PdfOpAccepted' })

export const assembleRequest = z
  .object({
    object_ids: list(uuid(), { min: 1, max: 200 }),
    name: text({ max: 255 }).nullish(),
    sort: z.enum(['date', 'order']).default('date'),
  })
  .meta({ id: 'AssembleRequest' })

export const assembleAccepted = z
  .object({ count: z.int(), status: z.string(), task_id: out.uuid(), skipped: z.array(out.uuid()) })
  .meta({ id: 'AssembleAccepted' })

export const convertRequest = z.object({
  fmt: text({ min: 1, max: 16 }),
  /** One sheet of a workbook, from 1; without it CSV gives all of them. */
  sheet: integer({ min: 1, max: 10_000 }).optional(),
  /** Of a picture that becomes another: its longer side in pixels. It is never enlarged. */
  size: integer({ min: 16, max: 20_000 }).optional(),
})

export const convertAccepted = z
  .object({ op: z.string(), status: z.string(), task_id: out.uuid(), fmt: z.string() })
  .meta({ id: 'ConvertAccepted' })

export const convertFormats = z
  .object({ object_id: out.uuid(), formats: z.array(z.string()) })
  .meta({ id: 'ConvertFormats' })

const outlineOut: z.ZodType<Item> = z
  .object({
    title: z.string(),
    page: z.int(),
    get items() {
      return z.array(outlineOut)
    },
  })
  .meta({ id: 'PdfOutlineOut' })

export const pdfStructure = z
  .object({
    object_id: out.uuid(),
    pages: z.int(),
    signed: z.boolean(),
    outline: z.array(outlineOut),
    fields: z.array(
      z
        .object({
          name: z.string(),
          type: z.enum(['text', 'choice', 'checkbox', 'radio', 'signature']),
          value: z.string(),
          options: z.array(z.string()),
          page: z.int().nullable(),
          required: z.boolean(),
          read_only: z.boolean(),
        })
        .meta({ id: 'PdfFieldOut' }),
    ),
  })
  .meta({ id: 'PdfStructureOut' })

const place = z.object({
  page: z.int(),
  x0: z.number(),
  y0: z.number(),
  x1: z.number(),
  y1: z.number(),
  text: z.string(),
})

export const pdfPlaces = z
  .object({
    object_id: out.uuid(),
    places: z.array(place.meta({ id: 'PdfPlace' })),
    /** Pictures of text, and what may be one, are not searched: make the file searchable first. */
    pages_without_text: z.array(z.int()),
    /** There are more than were looked for. */
    cut: z.boolean(),
  })
  .meta({ id: 'PdfPlacesOut' })
