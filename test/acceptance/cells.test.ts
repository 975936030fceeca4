import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aPerson, type Person } from '../support/client.ts'
import { aBook, anOds, anXlsx } from '../support/office.ts'
import { ROOT } from '../support/server.ts'

/** The cells of spreadsheets, for a table on the page. */

const cellsOf = async (person: Person, name: string, content: Uint8Array<ArrayBuffer>) => {
  const { id } = await person.upload(name, content)
  return person.get(`/v1/objects/${id}/cells`)
}

const corpus = (name: string) => new Uint8Array(readFileSync(join(ROOT, 'test/corpus', name)))

describe('the cells of a spreadsheet', () => {
  test('are the same whichever format they were saved in, and stay where they stood', async () => {
    const person = await aPerson()
    const { id } = await person.upload('prices.xlsx', corpus('prices.xlsx'))
    const { status, headers, body } = await person.get(`/v1/objects/${id}/cells`)
    expect(status).toBe(200)
    const again = await person.get(`/v1/objects/${id}/cells`, { 'if-none-match': headers.get('etag')! })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(body.sheets.length).toBeGreaterThan(0)
    expect(body.cut).toBe(false)
    const ods = (await cellsOf(person, 'prices.ods', corpus('prices.ods'))).body
    const names = (book: { sheets: { name: string }[] }) => book.sheets.map(({ name }) => name)
    expect(names(ods)).toEqual(names(body))
    expect(ods.sheets[0]!.rows[0]).toEqual(body.sheets[0]!.rows[0])
    const old = (await cellsOf(person, 'prices.xls', corpus('prices.xls'))).body
    expect(old.sheets[0]!.rows[0]).toEqual(body.sheets[0]!.rows[0])
  })

  test('a formula is never worked out: what it last gave is shown, or nothing', async () => {
    const person = await aPerson()
    const book = await aBook({
      Sums: [
        ['a', { formula: '1+1', gave: 42 }],
        [{ formula: 'WEBSERVICE("http://127.0.0.1/")' }, 'b'],
      ],
      Empty: [],
    })
    const { body } = await cellsOf(person, 'book.xlsx', book)
    expect(body).toEqual({
      sheets: [
        {
          name: 'Sums',
          rows: [
            ['a', '42'],
            ['', 'b'],
          ],
          cut: false,
        },
        { name: 'Empty', rows: [], cut: false },
      ],
      cut: false,
    })
  })

  test('what is more than one looks through is cut, and said so', async () => {
    const person = await aPerson()
    const cell = '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>'
    const rows = `<table:table-row table:number-rows-repeated="1048576">${cell}</table:table-row>`
    const { body, text } = await cellsOf(person, 'wide.ods', await anOds(rows))
    expect(body.cut).toBe(true)
    expect(body.sheets[0]!.rows[0]).toHaveLength(200)
    expect(text.length).toBeLessThan(4_000_000)
    const long = await anXlsx(Array.from({ length: 30_000 }, (_, at) => [`row ${at}`]))
    const cut = (await cellsOf(person, 'long.xlsx', long)).body
    expect(cut.sheets[0]).toMatchObject({ cut: true, rows: expect.any(Array) })
    expect(cut.sheets[0]!.rows).toHaveLength(20_000)
  })

  test('others have none, a broken one says why, and a stranger sees nothing', async () => {
    const person = await aPerson()
    const text = await person.upload('plain.txt', 'a,b')
    expect(await person.get(`/v1/objects/${text.id}/cells`)).toMatchObject({
      status: 404,
      body: { code: 'no_preview' },
    })
    const whole = await anXlsx([['secret']])
    const broken = await person.upload('broken.xlsx', whole.slice(0, whole.length - 60))
    expect((await person.get(`/v1/objects/${broken.id}/cells`)).status).toBe(404)
    const { id } = await person.upload('good.xlsx', whole)
    expect((await (await aPerson()).get(`/v1/objects/${id}/cells`)).status).toBe(404)
    expect((await person.get(`/v1/objects/${id}/cells`)).headers.get('cache-control')).toContain('private')
  })
})
