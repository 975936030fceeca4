import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { aPdf } from '../support/pdf.ts'

const LINES = [
  ['Contract with Mr Johnson of Bristol', 'Call +7 (495) 123-45-67 before noon', 'Card 4012 8888 1881 is blocked'],
  ['The payments of Johnson, and of nobody else.', 'Another number: 14012 8888 1881'],
  [],
]

const find = async (person: Person, id: string, q: string) =>
  (await person.get(`/v1/objects/${id}/pdf-places?q=${encodeURIComponent(q)}`)).body

const textsOf = ({ places }: Json) => places.map(({ page, text }: Json) => `${page} ${text}`)

async function textAfter(person: Person, id: string, boxes: Json[]): Promise<string> {
  const { body } = await person.post(`/v1/objects/${id}/pdf/redact`, { boxes })
  const record = await until(async () => {
    const { body: status } = await person.get(`/v1/objects/${id}/pdf-status/${body.task_id}`)
    return status.done && status
  }, 'the redaction')
  expect(record).toMatchObject({ ok: true, error: null })
  const headers = { authorization: `Bearer ${person.token}`, ...person.extraHeaders }
  const made = await fetch(`${baseUrl()}/v1/objects/${record.object_ids[0]}/content`, { headers })
  const input = Buffer.from(await made.arrayBuffer())
  return execFileSync('pdftotext', ['-', '-'], { input }).toString()
}

test('all places of a word, a name or a number are found, and nothing is left of them when they are redacted', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('doc.pdf', aPdf(LINES.map(lines => ({ lines }))))
  const people = await find(anna, id, 'johnson')
  expect(people).toMatchObject({ object_id: id, pages_without_text: [3], cut: false })
  expect(textsOf(people)).toEqual(['1 Johnson', '2 Johnson,'])
  for (const { x0, y0, x1, y1 } of people.places) {
    expect(x1).toBeGreaterThan(x0)
    expect(y1).toBeGreaterThan(y0)
    expect(Math.max(x1, y1)).toBeLessThanOrEqual(1)
  }
  // In another form, and several words in a row.
  expect(textsOf(await find(anna, id, 'payment of JOHNSON'))).toEqual(['2 payments of Johnson,'])
  // However the digits are set apart; a longer number is another one.
  const phone = await find(anna, id, '74951234567')
  expect(textsOf(phone)).toEqual(['1 +7 (495) 123-45-67'])
  const card = await find(anna, id, '4012-8888-1881')
  expect(textsOf(card)).toEqual(['1 4012 8888 1881'])
  expect(textsOf(await find(anna, id, 'nothing like it'))).toEqual([])

  const boxes = [...people.places, ...phone.places, ...card.places].map(({ text: _text, ...box }) => box)
  const text = await textAfter(anna, id, boxes)
  expect(text).not.toMatch(/Johnson|123-45|4012 8888 1881 is/)
  expect(text).toContain('of Bristol')
  expect(text).toContain('14012')
})

test('only PDF files have places, and nobody else finds them', async () => {
  const anna = await aPerson()
  const note = await anna.upload('note.txt', 'words')
  expect((await anna.get(`/v1/objects/${note.id}/pdf-places?q=words`)).status).toBe(415)
  const { id } = await anna.upload('doc.pdf', aPdf([{ lines: ['words'] }]))
  expect((await anna.get(`/v1/objects/${id}/pdf-places?q=`)).status).toBe(422)
  expect((await (await aPerson()).get(`/v1/objects/${id}/pdf-places?q=words`)).status).toBe(404)
})

const PICTURE = 'q 595 0 0 842 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 80> EI Q'

test('a scan with a printed number on it is told as not searched', async () => {
  const anna = await aPerson()
  const pages = [{ lines: LINES[0] }, { lines: ['17'], content: PICTURE }, { lines: ['Johnson'] }]
  const { id } = await anna.upload('scan.pdf', aPdf(pages))
  const told = await find(anna, id, 'Johnson')
  expect(textsOf(told)).toEqual(['1 Johnson', '3 Johnson'])
  expect(told.pages_without_text).toEqual([2])
})
