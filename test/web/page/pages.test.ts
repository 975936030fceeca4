import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  movedTo,
  type PageEdit,
  pageList,
  stepsOf,
  turned,
  untouched,
  without,
} from '../../../web/features/documents/edits.ts'

const numbers = (sheets: PageEdit[]) => sheets.map(({ page }) => page)

describe('pages of a document', () => {
  test.each([
    [[1], '1'],
    [[1, 2, 3], '1-3'],
    [[3, 1, 2], '1-3'],
    [[1, 3, 4, 5, 9], '1,3-5,9'],
    [[], ''],
  ])('%j is written %j', (pages, text) => expect(pageList(pages)).toBe(text))

  test('what was not touched needs no step', () => expect(stepsOf(untouched(5), 5)).toEqual([]))

  test('turned left and right again is as before', () => {
    const pages = new Set([1, 3])
    expect(turned(turned(untouched(3), pages, -90), pages, 90)).toEqual(untouched(3))
    expect(turned(untouched(2), new Set([2]), -90)).toEqual([
      { page: 1, angle: 0 },
      { page: 2, angle: 270 },
    ])
  })

  test.each([
    [[3], 0, [3, 1, 2, 4]],
    [[1], 4, [2, 3, 4, 1]],
    [[1, 3], 2, [2, 1, 3, 4]],
    [[2, 3], 1, [1, 2, 3, 4]],
  ])('pages %j put before place %i stand %j', (pages, index, order) =>
    expect(numbers(movedTo(untouched(4), new Set(pages), index))).toEqual(order),
  )

  test('each change becomes its step, in the order in which the service takes them', () => {
    const sheets = movedTo(without(turned(untouched(4), new Set([2]), 90), new Set([3])), new Set([4]), 0)
    expect(stepsOf(sheets, 4)).toEqual([
      { op: 'rotate', body: { pages: '2', angle: 90 } },
      { op: 'delete', body: { pages: '3' } },
      { op: 'reorder', body: { order: [3, 1, 2] } },
    ])
  })

  test('the steps, done one after the other, lead to what is shown', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.tuple(fc.constantFrom('turn', 'drop', 'move'), fc.nat(8), fc.nat(8)), { maxLength: 8 }),
        (count, changes) => {
          let sheets = untouched(count)
          for (const [kind, page, index] of changes) {
            const pages = new Set([page])
            if (kind === 'turn') sheets = turned(sheets, pages, 90)
            else if (kind === 'move') sheets = movedTo(sheets, pages, index)
            else if (sheets.length > 1) sheets = without(sheets, pages)
          }
          expect(done(stepsOf(sheets, count), count)).toEqual(sheets)
        },
      ),
    ))
})

/** What the service makes of the steps. */
function done(steps: ReturnType<typeof stepsOf>, count: number): PageEdit[] {
  let sheets = untouched(count)
  for (const { op, body } of steps as { op: string; body: { pages?: string; angle?: number; order?: number[] } }[]) {
    const chosen = new Set(
      (body.pages ?? '').split(',').flatMap(part => {
        const [from, to = from] = part.split('-').map(Number)
        return Array.from({ length: to! - from! + 1 }, (_, n) => from! + n)
      }),
    )
    const at = (index: number) => chosen.has(index + 1)
    if (op === 'rotate') sheets = sheets.map((sheet, n) => (at(n) ? { ...sheet, angle: body.angle! } : sheet))
    if (op === 'delete') sheets = sheets.filter((_, n) => !at(n))
    if (op === 'reorder') sheets = body.order!.map(place => sheets[place - 1]!)
  }
  return sheets
}
