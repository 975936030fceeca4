import { z } from 'zod'
import { out, text, uuid } from '../../lib/shapes.ts'

export const collection = z
  .object({
    id: out.uuid(),
    name: z.string(),
    created_at: out.moment(),
    icon: z.string(),
    is_hidden: z.boolean(),
    has_note: z.boolean(),
    object_count: z.int(),
    parent_id: out.uuid().nullable(),
    theme_id: out.uuid().nullable(),
  })
  .meta({ id: 'CollectionOut' })

export const collectionCreate = z.object({
  name: text({ min: 1, max: 200 }),
  icon: text({ max: 32 }).default(''),
  parent_id: uuid().nullish(),
})

export const collectionId = z.object({ collection_id: uuid() })
