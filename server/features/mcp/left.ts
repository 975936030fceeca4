/** What has left with an answer: of each file that it speaks of, how many characters it says. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function charactersLeft(value: unknown): Map<string, number> {
  const read = new Map<string, number>()
  count(value, undefined, read)
  return read
}

/** Words count for the file of the nearest `object_id` around them; ids and what belongs to no file count for none. */
function count(value: unknown, about: string | undefined, read: Map<string, number>): void {
  if (typeof value === 'string') {
    if (about && !UUID.test(value)) read.set(about, (read.get(about) ?? 0) + [...value].length)
  } else if (Array.isArray(value)) {
    for (const item of value) count(item, about, read)
  } else if (value && typeof value === 'object' && !(value instanceof Date)) {
    const { object_id: own } = value as { object_id?: unknown }
    const file = typeof own === 'string' && UUID.test(own) ? own : about
    if (file) read.set(file, read.get(file) ?? 0)
    for (const item of Object.values(value)) count(item, file, read)
  }
}
