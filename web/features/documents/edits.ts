export interface Step {
  op: string
  body: object
}

/** What was done to the pages so far: where each stands now and how it is turned. */
export interface PageEdit {
  /** Its number in the file. */
  page: number
  angle: number
}

export const untouched = (count: number): PageEdit[] =>
  Array.from({ length: count }, (_, index) => ({ page: index + 1, angle: 0 }))

export function turned(sheets: PageEdit[], pages: Set<number>, by: 90 | -90): PageEdit[] {
  return sheets.map(sheet => (pages.has(sheet.page) ? { ...sheet, angle: (sheet.angle + by + 360) % 360 } : sheet))
}

export const without = (sheets: PageEdit[], pages: Set<number>): PageEdit[] =>
  sheets.filter(({ page }) => !pages.has(page))

/** The chosen pages, in the order they have, put before the page at `index`. */
export function movedTo(sheets: PageEdit[], pages: Set<number>, index: number): PageEdit[] {
  const moving = sheets.filter(({ page }) => pages.has(page))
  const before = sheets.slice(0, index).filter(({ page }) => !pages.has(page))
  const after = sheets.slice(index).filter(({ page }) => !pages.has(page))
  return [...before, ...moving, ...after]
}

/** "1,3-5": what the service reads as a list of pages. */
export function pageList(pages: number[]): string {
  const sorted = [...pages].sort((a, b) => a - b)
  const parts: string[] = []
  for (let at = 0; at < sorted.length; ) {
    let end = at
    while (sorted[end + 1] === sorted[end]! + 1) end += 1
    parts.push(end === at ? `${sorted[at]}` : `${sorted[at]}-${sorted[end]}`)
    at = end + 1
  }
  return parts.join(',')
}

/** All of it at once, so that it makes one version of the file. */
export function arranged(sheets: PageEdit[], count: number): Step | undefined {
  const steps = stepsOf(sheets, count)
  return steps.length > 1 ? { op: 'arrange', body: { sheets } } : steps[0]
}

/** The same as operations: turn, remove, then reorder what is left. */
export function stepsOf(sheets: PageEdit[], count: number): Step[] {
  const steps: Step[] = []
  for (const angle of [90, 180, 270]) {
    const pages = sheets.filter(sheet => sheet.angle === angle).map(sheet => sheet.page)
    if (pages.length > 0) steps.push({ op: 'rotate', body: { pages: pageList(pages), angle } })
  }
  const left = new Set(sheets.map(sheet => sheet.page))
  const gone = untouched(count)
    .map(sheet => sheet.page)
    .filter(page => !left.has(page))
  if (gone.length > 0) steps.push({ op: 'delete', body: { pages: pageList(gone) } })
  const rank = new Map([...left].sort((a, b) => a - b).map((page, index) => [page, index + 1]))
  const order = sheets.map(sheet => rank.get(sheet.page)!)
  if (order.some((page, index) => page !== index + 1)) steps.push({ op: 'reorder', body: { order } })
  return steps
}
