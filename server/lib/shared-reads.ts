/**
 * Reads that many ask for at once, as all pages of a person do after an event. Who comes while one is under way shares the next with all
 * who come until it begins: nobody gets what was read before they asked.
 */
export function sharedReads<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
  interface Reading {
    current: Promise<Value>
    next?: Promise<Value>
  }
  const readings = new Map<string, Reading>()
  const begin = (key: string, read: () => Promise<Value>): Promise<Value> => {
    const reading: Reading = { current: read() }
    readings.set(key, reading)
    const end = () => {
      if (!reading.next) readings.delete(key)
    }
    reading.current.then(end, end)
    return reading.current
  }
  return (key, read) => {
    const reading = readings.get(key)
    if (!reading) return begin(key, read)
    const again = () => begin(key, read)
    reading.next ??= reading.current.then(again, again)
    return reading.next
  }
}
