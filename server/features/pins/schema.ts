import { z } from 'zod'
import { list, text } from '../../lib/shapes.ts'
import { MOST } from './queries.ts'

const kind = z.enum(['folder', 'theme', 'tag', 'search', 'file'])

/** `id` of a tag is its name. */
export const pinList = z.object({ items: list(z.object({ kind, id: text({ min: 1, max: 200 }) }), { max: MOST }) })

export const pinsOut = z.object({
  items: z.array(
    z
      .object({
        kind,
        id: z.string(),
        name: z.string(),
        icon: z.string(),
        color: z.string().nullable(),
        /** Of a file: text, pdf, audio and so on. */
        file_kind: z.string().nullable(),
      })
      .meta({ id: 'PinOut' }),
  ),
})
