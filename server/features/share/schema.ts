import { z } from 'zod'
import { boolean, integerText, moment, out, text, uuid } from '../../lib/shapes.ts'
import { KINDS, STATUSES } from '../objects/index.ts'

export const shareRequest = z
  .object({
    password: text({ min: 1, max: 256 }).nullish(),
    can_upload: boolean().optional(),
    expires_at: moment().nullish(),
  })
  .prefault({})

const card = {
  id: out.uuid(),
  has_password: z.boolean(),
  can_upload: z.boolean(),
  expires_at: out.moment().nullable(),
  created_at: out.moment(),
}

export const newShare = z.object({ ...card, token: z.string(), url: z.string() }).meta({ id: 'NewShareOut' })

export const share = z
  .object({
    ...card,
    kind: z.enum(['folder', 'file']),
    name: z.string(),
    collection_id: out.uuid().nullable(),
    object_id: out.uuid().nullable(),
  })
  .meta({ id: 'ShareOut' })

const day = z.object({
  day: z.string().meta({ format: 'date' }),
  opened: z.int(),
  downloaded: z.int(),
  uploaded: z.int(),
})

export const shownShare = z
  .object({
    ...share.shape,
    url: z.string().nullable().describe('null for links made before they could be shown again'),
    diary: z.array(day),
  })
  .meta({ id: 'ShownShareOut' })

export const shareId = z.object({ share_id: uuid() })

/** A token that cannot be one is as good as an unknown one. */
const token = z.string()
export const shareToken = z.object({ token })
export const sharedObjectId = z.object({ token, object_id: uuid() })

export const publicCard = z
  .object({
    kind: z.enum(['folder', 'file']),
    name: z.string(),
    can_upload: z.boolean(),
    expires_at: out.moment().nullable(),
    object_id: out.uuid().nullable(),
  })
  .meta({ id: 'SharePublicCard' })

export const publicObject = z
  .object({
    id: out.uuid(),
    created_at: out.moment(),
    display_name: z.string(),
    filename: z.string(),
    kind: z.enum(KINDS),
    mime: z.string(),
    status: z.enum(STATUSES),
    doc_type: z.string(),
    size: z.int(),
    text_view: z.boolean(),
  })
  .meta({ id: 'SharePublicObject' })

export const publicList = z
  .object({
    folder_name: z.string(),
    can_upload: z.boolean(),
    total: z.int(),
    items: z.array(publicObject),
  })
  .meta({ id: 'SharePublicList' })

export const publicPage = z.object({
  limit: integerText({ min: 1, max: 500 }).optional().describe('At most this many'),
  offset: integerText({ min: 0, max: 1_000_000_000 }).optional().describe('How many to skip'),
})

export const disposition = z.object({
  disposition: z.enum(['inline', 'attachment']).optional().describe('Whether a browser shows it or saves it'),
})
export const passwordRequest = z.object({ password: text({ min: 1, max: 256 }) })
