const ID =
  /(?:"(?:object_id|source_object_id|other_object_id|collection_id|parent_id|theme_id)":"|\/v1\/objects\/)([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/gu
const LISTS = /"object_ids":\[([^[\]]*)\]/gu
const ANY_ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gu

/** The files, folders and themes that these values or words name. */
export function mentionedIn(...values: unknown[]): string[] {
  const words = values.map(value => (typeof value === 'string' ? value : JSON.stringify(value ?? null))).join('\n')
  // An id is the same one in capitals.
  const text = words.toLowerCase()
  const listed = [...text.matchAll(LISTS)].flatMap(([, list]) => list!.match(ANY_ID) ?? [])
  return [...new Set([...[...text.matchAll(ID)].map(([, id]) => id!), ...listed])]
}
