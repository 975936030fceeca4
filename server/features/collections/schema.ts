import { z } from 'zod'
import { withoutBidi } from '../../lib/bidi.ts'
import { access, boolean, booleanText, integerText, out, text, uuid } from '../../lib/shapes.ts'

export const nameMode = z.enum(['manual', 'auto'])

export const collection = z
  .object({
    id: out.uuid(),
    name: z.string(),
    name_mode: nameMode,
    created_at: out.moment(),
    icon: z.string(),
    is_hidden: z.boolean(),
    has_note: z.boolean(),
    object_count: z.int(),
    has_folders: z.boolean(),
    parent_id: out.uuid().nullable(),
    theme_id: out.uuid().nullable(),
    path: z.string(),
    access,
    owner_name: z.string().nullable(),
  })
  .meta({ id: 'CollectionOut' })

const isBlank = (value: string) => /^[\s\p{Cc}\p{Cf}]*$/u.test(value)
const name = text({ min: 1, max: 200 })
  .transform(withoutBidi)
  .refine(value => !isBlank(value), { params: { type: 'value_error' } })
const icon = text({ max: 32 })

export const collectionCreate = z.object({
  name,
  icon: icon.default(''),
  parent_id: uuid().nullish(),
  theme_id: uuid().nullish(),
})

export const collectionUpdate = z
  .object({
    name,
    name_mode: nameMode,
    icon,
    is_hidden: boolean(),
    parent_id: uuid().nullable(),
    theme_id: uuid().nullable(),
  })
  .partial()

/** So many are asked for by id at once. */
const MOST_IDS = 100
const ids = text({ max: 40 * MOST_IDS })
  .refine(value => value.split(',').every(id => uuid().safeParse(id).success), { params: { type: 'uuid_parsing' } })
  .refine(value => value.split(',').length <= MOST_IDS, { params: { type: 'value_error' } })
  .transform(value => [...new Set(value.toLowerCase().split(','))])
  .meta({ description: `up to ${MOST_IDS} ids with commas between them; those that are not there are left out` })

export const folderQuery = z.object({
  parent_id: z
    .union([z.literal('root'), uuid()])
    .optional()
    .describe('Folders right below this one; `root` are those at the top'),
  theme_id: z
    .union([z.literal('none'), uuid()])
    .optional()
    .describe('folders at the top that are in this theme, or in none'),
  ids: ids.optional(),
  above: booleanText().optional().describe('with `ids`: also all folders above them'),
  q: text({ max: 200 }).optional().describe('words of the name; what begins so comes first, and there is no next page'),
  name: text({ max: 200 }).optional().describe('the whole name, with `parent_id` or `theme_id`'),
  hidden: z.literal('only').optional().describe('Those of the hidden zone, once it is unlocked'),
  within: uuid().optional().describe('this folder and all below it, a page at a time'),
  limit: integerText({ min: 1, max: 500 }).optional().describe('At most this many'),
  cursor: text({ max: 2000 }).optional().describe('The `next_cursor` of the page before'),
})

export const collectionId = z.object({ collection_id: uuid() })

export const deletion = z.object({
  mode: z.enum(['trash', 'keep']).optional().describe('Whether its files go to the trash or stay, in no folder'),
})

export const noteUpdate = z.object({ text: text({ max: 1_000_000 }) })
export const note = z.object({ text: z.string(), updated_at: out.moment() }).meta({ id: 'NoteOut' })

export const theme = z
  .object({
    id: out.uuid(),
    name: z.string(),
    created_at: out.moment(),
    folder_count: z.int(),
    icon: z.string(),
    is_hidden: z.boolean(),
  })
  .meta({ id: 'ThemeOut' })

export const themeCreate = z.object({ name, icon: icon.default(''), is_hidden: boolean().default(false) })
export const themeUpdate = z.object({ name, icon, is_hidden: boolean() }).partial()
export const themeId = z.object({ theme_id: uuid() })
