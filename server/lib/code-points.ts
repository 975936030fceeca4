/** Offsets of the interface count code points; JavaScript counts UTF-16 units. Made for going forward through one text. */
export function codePointCounter(text: string): (unit: number) => number {
  // Most texts have no pair of units in them, and then both count the same.
  if (!/[\ud800-\udbff]/.test(text)) return to => to
  let unit = 0
  let points = 0
  return to => {
    if (to < unit) {
      unit = 0
      points = 0
    }
    while (unit < to) {
      const code = text.charCodeAt(unit)
      unit += code >= 0xd800 && code <= 0xdbff && unit + 1 < text.length && isLow(text.charCodeAt(unit + 1)) ? 2 : 1
      points++
    }
    return points
  }
}

const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff

/** The other way: where in UTF-16 units so many code points end. Made for going forward, too. */
export function unitCounter(text: string): (point: number) => number {
  if (!/[\ud800-\udbff]/.test(text)) return point => point
  let unit = 0
  let points = 0
  return to => {
    if (to < points) {
      unit = 0
      points = 0
    }
    for (; points < to && unit < text.length; points++) unit += text.codePointAt(unit)! > 0xffff ? 2 : 1
    return unit
  }
}
