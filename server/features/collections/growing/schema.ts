import { z } from 'zod'
import { boolean, integer, list } from '../../../lib/shapes.ts'
import { collectionCreate, nameMode, noteUpdate } from '../schema.ts'

const MOST = 200

export const folderGrown = collectionCreate.extend({
  name_mode: nameMode.default('manual'),
  is_hidden: boolean().default(false),
  note: noteUpdate.shape.text.nullish(),
  parent: integer({ min: 0, max: MOST })
    .nullish()
    .meta({ description: 'which of the folders before it in this list it lies in, in place of `parent_id`' }),
})

export const grown = z.object({ folders: list(folderGrown, { min: 1, max: MOST }) })
