import { z } from 'zod'

/** Shapes that are told apart by their type, each with a name of its own in the description. */

const pascal = (text: string) => text.replaceAll(/(?:^|[-._])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `text-delta`, a Part, is described as TextDeltaPart. */
export const variant = <Type extends string, Fields extends z.core.$ZodShape>(
  kind: string,
  type: Type,
  fields: Fields,
) => z.strictObject({ type: z.literal(type), ...fields }).meta({ id: `${pascal(type)}${kind}` })

type Variant = ReturnType<typeof variant>

export function union<const Variants extends readonly [Variant, ...Variant[]]>(id: string, variants: Variants) {
  const names = variants.map(each => [each.shape.type.value, `#/components/schemas/${each.meta()!.id}`])
  return z
    .discriminatedUnion('type', variants)
    .meta({ id, discriminator: { propertyName: 'type', mapping: Object.fromEntries(names) } })
}
