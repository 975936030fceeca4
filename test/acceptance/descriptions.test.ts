import { describe, expect, test } from 'vitest'
import { aPerson, type Json, type Person } from '../support/client.ts'

const invoice = (number: string, day: string, sum: string) => `Счет на оплату № ${number} от ${day}
Поставщик: ООО «Северный ветер», ИНН 7707083893
Покупатель: ООО «Альтаир», ИНН 7736050003
№\tТовары (работы, услуги)\tКол-во\tЦена\tСумма
1\tАренда стойки в дата-центре\t1\t${sum}\t${sum}
Итого: ${sum}
Всего к оплате: ${sum} руб.
Оплатить не позднее 26.03.2024
Оплата данного счета означает согласие с условиями поставки, получатель обязан уведомить об оплате.`

const read = async (person: Person, name: string, text: string): Promise<Json> =>
  person.read((await person.upload(name, text)).id)

const EMPTY = { document_date: null, amount: null, currency: null, parties: [], number: null, due_date: null }

describe('fields', () => {
  test('what is written into the blanks of a paper is told', async () => {
    const anna = await aPerson()
    const { enrichment } = await read(anna, 'scan.txt', invoice('47', '12 марта 2024 г.', '48 500,00'))
    expect(enrichment.doc_type).toBe('invoice')
    expect(enrichment.fields).toEqual({
      document_date: '2024-03-12',
      amount: 48500,
      currency: 'RUB',
      parties: ['ООО «Северный ветер»', 'ООО «Альтаир»'],
      number: '47',
      due_date: '2024-03-26',
    })
    expect(enrichment.provenance.fields).toBe('local')
  })

  test('where a paper does not say, the fields are empty', async () => {
    const anna = await aPerson()
    const { enrichment } = await read(anna, 'scan.txt', 'Invoice\nDate: 03/05/2024\nSomething was delivered.')
    expect(enrichment.fields).toEqual(EMPTY)
    const note = await read(anna, 'note.txt', 'Buy milk for 100 roubles, call John Smith on 5 March 2024.')
    expect(note.enrichment.fields).toEqual(EMPTY)
  })
})

const GERMAN = `Die Gemeinde und der Verein haben sich über die Pflege der Streuobstwiesen geeinigt. Der Verein wird die Obstbäume
schneiden, und die Gemeinde wird das Werkzeug für die Streuobstwiesen stellen. Es ist nicht vorgesehen, dass die Obstbäume gefällt werden.
Die Streuobstwiesen sind für alle Bürger offen, und die Obstbäume werden von den Schulen besucht, wenn das Wetter es erlaubt.`
const SPANISH = `Los vecinos de la calle piden que el ayuntamiento repare las farolas. Los vecinos dicen que las farolas no funcionan desde
hace un mes y que por la noche no se ve nada. El ayuntamiento responde que las farolas serán reparadas por la empresa, pero los vecinos
piden una fecha. La empresa dice que para las farolas hay que esperar, y que no es la única con este problema.`

describe('the name that is proposed', () => {
  test('says what the document is about, and not what approves it', async () => {
    const anna = await aPerson()
    await anna.put('/v1/settings', { auto_rename_mode: 'manual' })
    const stamped = `Рассмотрено\nна заседании совета\nПротокол № 3 от 12.01.2016 г.\t«УТВЕРЖДАЮ»\nДиректор\n_______ И. И. Иванова
ПОЛОЖЕНИЕ\nо языке образования\n1. Общие положения\n1.1. Настоящее Положение определяет языки образования.`
    const { suggested_name, enrichment } = await read(anna, 'scan 7.txt', stamped)
    expect(enrichment).toMatchObject({ title: 'Положение о языке образования', doc_type: 'other' })
    expect(suggested_name).toBe('Положение о языке образования.txt')
    const offer = `ДОГОВОР ПУБЛИЧНОЙ ОФЕРТЫ № 01/2017\nООО «Ромашка», именуемое в дальнейшем «Исполнитель», предлагает договор.`
    const offered = await read(anna, 'scan 8.txt', offer)
    expect(offered.suggested_name).toMatch(/01-2017/)
  })
})

describe('German and Spanish', () => {
  test('small words are neither keywords nor a reason to be found', async () => {
    const anna = await aPerson()
    const german = await read(anna, 'a.txt', GERMAN)
    expect(german.enrichment.language).toBe('de')
    expect(german.enrichment.keywords.join(' ').toLowerCase()).toMatch(/streuobstwiesen/)
    expect(german.enrichment.keywords.join(' ').toLowerCase()).not.toMatch(
      /\b(und|der|die|das|wird|werden|nicht|sich|für)\b/,
    )
    const spanish = await read(anna, 'b.txt', SPANISH)
    expect(spanish.enrichment.language).toBe('es')
    expect(spanish.enrichment.keywords.join(' ').toLowerCase()).toMatch(/farolas/)
    expect(spanish.enrichment.keywords.join(' ').toLowerCase()).not.toMatch(
      /\b(los|las|que|por|para|una|pero|con|desde)\b/,
    )
    for (const absent of ['und der Mietvertrag wird', 'los contratos que por'])
      expect(
        (await anna.get(`/v1/search?mode=text&q=${encodeURIComponent(absent)}`)).body.items.map(item => item.snippet),
      ).toEqual([])
  })
})

describe('the kind of a paper', () => {
  test('is corrected by a person, stays, and can be given back', async () => {
    const anna = await aPerson()
    const { id } = await read(anna, 'scan.txt', invoice('47', '12 марта 2024 г.', '48 500,00'))
    const at = `/v1/objects/${id}`
    const corrected = await anna.patch(at, { doc_type: 'act' })
    expect(corrected.status).toBe(200)
    expect(corrected.body).toMatchObject({
      has_corrections: true,
      enrichment: { doc_type: 'act', provenance: { doc_type: 'manual' } },
    })
    const found = await anna.get('/v1/objects?doc_type=act')
    expect(found.body.items.map(item => item.id)).toEqual([id])
    // The other door goes on ignoring it.
    expect((await anna.patch(`${at}/enrichment`, { doc_type: 'letter' })).body.enrichment.doc_type).toBe('act')
    const back = await anna.patch(at, { doc_type: null })
    expect(back.body).toMatchObject({
      has_corrections: false,
      enrichment: { doc_type: 'invoice', provenance: { doc_type: 'local' } },
    })
  })

  test('unknown ones are refused, and nothing is changed', async () => {
    const anna = await aPerson()
    const { id } = await read(anna, 'scan.txt', 'Some words to read.')
    const refused = await anna.patch(`/v1/objects/${id}`, { doc_type: 'poem', filename: 'b.txt' })
    expect([refused.status, refused.body.code]).toEqual([400, 'unknown_doc_type'])
    expect((await anna.get(`/v1/objects/${id}`)).body.filename).toBe('scan.txt')
  })

  test('while it is being read: 409', async () => {
    const anna = await aPerson()
    const { id } = await anna.upload('scan.txt', 'Some words to read.')
    const answers = new Set<string>()
    for (;;) {
      const { status, body } = await anna.patch(`/v1/objects/${id}`, { doc_type: 'note' })
      answers.add(`${status} ${body.code ?? ''}`)
      if (status === 200) break
    }
    expect([...answers].filter(answer => answer !== '409 not_processed')).toEqual(['200 '])
  })
})

const PAPERS = [
  ['101', '12 марта 2024 г.', '48 500,00'],
  ['102', '11 апреля 2024 г.', '51 300,00'],
  ['103', '13 мая 2024 г.', '47 750,00'],
] as const

/** Two files corrected in the same manner, then a third one that nobody has touched. */
async function third(person: Person, correct: (id: string, n: number, file: Json) => Promise<unknown>): Promise<Json> {
  for (const [n, [number, day, sum]] of PAPERS.slice(0, 2).entries()) {
    const file = await read(person, `scan ${number}.txt`, invoice(number, day, sum))
    await correct(file.id, n, file)
  }
  const [number, day, sum] = PAPERS[2]
  return read(person, `scan ${number}.txt`, invoice(number, day, sum))
}

const MONTHS = ['март 2024', 'апрель 2024']

describe('after two corrections the third file like them is right by itself', () => {
  test('its kind', async () => {
    const anna = await aPerson()
    const { enrichment, has_corrections } = await third(anna, id =>
      anna.patch(`/v1/objects/${id}`, { doc_type: 'act' }),
    )
    expect(enrichment).toMatchObject({ doc_type: 'act', provenance: { doc_type: 'learned', title: 'local' } })
    expect(enrichment.learned).toBeUndefined()
    expect(has_corrections).toBe(false)
  })

  test('its title, with its own month', async () => {
    const anna = await aPerson()
    const { enrichment } = await third(anna, (id, n) =>
      anna.patch(`/v1/objects/${id}/enrichment`, { title: `Дата-центр, ${MONTHS[n]}` }),
    )
    expect(enrichment).toMatchObject({ title: 'Дата-центр, май 2024', provenance: { title: 'learned' } })
  })

  test('its title, with the capital, the quarter and the sum as they were written', async () => {
    const anna = await aPerson()
    const titles = ['Март: 48 500,00 за 1 квартал 2024', 'Апрель: 51 300,00 за 2 квартал 2024']
    const { enrichment } = await third(anna, (id, n) =>
      anna.patch(`/v1/objects/${id}/enrichment`, { title: titles[n] }),
    )
    expect(enrichment.title).toBe('Май: 47 750,00 за 2 квартал 2024')
  })

  test('its keywords', async () => {
    const anna = await aPerson()
    const { enrichment } = await third(anna, (id, _, file) =>
      anna.patch(`/v1/objects/${id}/enrichment`, { keywords: ['хостинг', ...file.enrichment.keywords.slice(1)] }),
    )
    expect(enrichment.keywords).toContain('хостинг')
  })

  test('the name that is proposed', async () => {
    const anna = await aPerson()
    await anna.put('/v1/settings', { auto_rename_mode: 'manual' })
    const { suggested_name } = await third(anna, (id, n) =>
      anna.patch(`/v1/objects/${id}`, { filename: `Дата-центр ${PAPERS[n]![0]}.txt` }),
    )
    expect(suggested_name).toBe('Дата-центр 103.txt')
  })

  test('the name that is proposed, with the number that its scan came with', async () => {
    const anna = await aPerson()
    await anna.put('/v1/settings', { auto_rename_mode: 'manual' })
    const { suggested_name } = await third(anna, (id, n) =>
      anna.patch(`/v1/objects/${id}`, { filename: `Стойка ${['20240312', '20240411'][n]} скан ${PAPERS[n]![0]}.txt` }),
    )
    expect(suggested_name).toBe('Стойка 20240513 скан 103.txt')
  })

  test('one correction teaches nothing, nor do those of another person or of other papers', async () => {
    const [anna, boris] = [await aPerson(), await aPerson()]
    const act = (person: Person) => (id: string) => person.patch(`/v1/objects/${id}`, { doc_type: 'act' })
    await third(anna, act(anna))
    const [number, day, sum] = PAPERS[2]
    const theirs = await read(boris, 'a.txt', invoice(number, day, sum))
    expect(theirs.enrichment.doc_type).toBe('invoice')
    await act(boris)(theirs.id)
    expect((await read(boris, 'b.txt', invoice('104', day, sum))).enrichment.doc_type).toBe('invoice')
    const other = await read(
      anna,
      'c.txt',
      'Рецепт борща. Свёклу натереть, капусту нарезать, картофель отварить до готовности в бульоне.',
    )
    expect(other.enrichment.provenance.doc_type).toBe('local')
  })

  test('what is hidden teaches nothing that can be seen', async () => {
    const anna = await aPerson()
    const { enrichment } = await third(anna, async (id, n) => {
      await anna.patch(`/v1/objects/${id}/enrichment`, { title: `Тайный счёт, ${MONTHS[n]}` })
      await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
    })
    expect(enrichment.title).not.toContain('Тайный')
  })

  test('what a person set is never changed by it', async () => {
    const anna = await aPerson()
    const kept = await read(anna, 'mine.txt', invoice('100', '9 февраля 2024 г.', '40 000,00'))
    await anna.patch(`/v1/objects/${kept.id}`, { doc_type: 'letter' })
    await anna.patch(`/v1/objects/${kept.id}/enrichment`, { title: 'Мой счёт' })
    await third(anna, async (id, n) => {
      await anna.patch(`/v1/objects/${id}`, { doc_type: 'act' })
      await anna.patch(`/v1/objects/${id}/enrichment`, { title: `Дата-центр, ${MONTHS[n]}` })
    })
    const put = await anna.call('PUT', `/v1/objects/${kept.id}/content?base_version=1`, {
      raw: invoice('100', '9 февраля 2024 г.', '40 001,00'),
    })
    expect(put.status).toBe(200)
    expect((await anna.read(kept.id)).enrichment).toMatchObject({ title: 'Мой счёт', doc_type: 'letter' })
  })
})
