import { aPerson, type Json, type Person } from '../test/support/client.ts'
import { startServer } from '../test/support/server.ts'

/** After two corrections the third file like them is right by itself, for each kind of correction that people make; and what a person set stays. */

const RIGHT = 0.9

const PAPERS = [
  { number: '101', day: '12 марта 2024 г.', sum: '48 500,00', due: '26.03.2024' },
  { number: '102', day: '11 апреля 2024 г.', sum: '51 300,00', due: '25.04.2024' },
  { number: '103', day: '13 августа 2024 г.', sum: '47 750,00', due: '27.08.2024' },
] as const

const textOf = ({ number, day, sum, due }: (typeof PAPERS)[number]) => `Счет на оплату № ${number} от ${day}
Поставщик: ООО «Северный ветер», ИНН 7707083893
Покупатель: ООО «Альтаир», ИНН 7736050003
1\tАренда стойки в дата-центре\t1\t${sum}\t${sum}
Всего к оплате: ${sum} руб.
Оплатить не позднее ${due}
Оплата данного счета означает согласие с условиями поставки, получатель обязан уведомить об оплате.`

type Field = 'title' | 'description' | 'name'

/** What is written over the first, the second, and expected of the third. */
const TEXTS: [kind: string, Field, string, string, string][] = [
  ['a title with the month', 'title', 'Дата-центр, март 2024', 'Дата-центр, апрель 2024', 'Дата-центр, август 2024'],
  ['a month with a capital', 'title', 'Март 2024, аренда', 'Апрель 2024, аренда', 'Август 2024, аренда'],
  ['a month without a year', 'title', 'Стойка за март', 'Стойка за апрель', 'Стойка за август'],
  ['a quarter', 'title', 'Стойка, 1 квартал 2024', 'Стойка, 2 квартал 2024', 'Стойка, 3 квартал 2024'],
  ['always the same title', 'title', 'Аренда стойки', 'Аренда стойки', 'Аренда стойки'],
  ['a title with the number', 'title', 'Счёт за стойку 101', 'Счёт за стойку 102', 'Счёт за стойку 103'],
  ['a title with the sum', 'title', 'Стойка: 48 500 ₽', 'Стойка: 51 300 ₽', 'Стойка: 47 750 ₽'],
  ['the sum with kopecks', 'title', 'Стойка 48 500,00', 'Стойка 51 300,00', 'Стойка 47 750,00'],
  ['the other side', 'title', 'Северный ветер, счёт 101', 'Северный ветер, счёт 102', 'Северный ветер, счёт 103'],
  ['the day by which to pay', 'title', 'Оплатить до 26.03.2024', 'Оплатить до 25.04.2024', 'Оплатить до 27.08.2024'],
  ['a description', 'description', 'Стойка, счёт 101', 'Стойка, счёт 102', 'Стойка, счёт 103'],
  ['a name with the number', 'name', 'Стойка 101', 'Стойка 102', 'Стойка 103'],
  ['a name that begins with the day', 'name', '2024-03-12 стойка', '2024-04-11 стойка', '2024-08-13 стойка'],
  ['a name with the day in one', 'name', '20240312 стойка', '20240411 стойка', '20240813 стойка'],
  ['a name with the month', 'name', 'Стойка март 2024', 'Стойка апрель 2024', 'Стойка август 2024'],
  ['a name with the number of the scan', 'name', 'Стойка скан 7701', 'Стойка скан 7702', 'Стойка скан 7703'],
]

async function third(person: Person, correct: (id: string, n: number, file: Json) => Promise<unknown>) {
  for (const n of [0, 1]) {
    const file = await person.read((await person.upload(`scan 770${n + 1}.txt`, textOf(PAPERS[n]!))).id)
    await correct(file.id, n, file)
  }
  return person.read((await person.upload('scan 7703.txt', textOf(PAPERS[2]))).id)
}

async function tryText([, field, ...texts]: (typeof TEXTS)[number], person: Person): Promise<string> {
  const file = await third(person, (id, n) =>
    field === 'name'
      ? person.patch(`/v1/objects/${id}`, { filename: `${texts[n]}.txt` })
      : person.patch(`/v1/objects/${id}/enrichment`, { [field]: texts[n] }),
  )
  const said = field === 'name' ? (file.suggested_name ?? '').replace(/\.txt$/, '') : file.enrichment[field]
  return said === texts[2] ? '' : `${JSON.stringify(said)} for ${JSON.stringify(texts[2])}`
}

const OTHERS: [kind: string, (person: Person) => Promise<string>][] = [
  [
    'the type',
    async person => {
      const { enrichment } = await third(person, id => person.patch(`/v1/objects/${id}`, { doc_type: 'act' }))
      return enrichment.doc_type === 'act' ? '' : enrichment.doc_type
    },
  ],
  [
    'a keyword added',
    async person => {
      const { enrichment } = await third(person, (id, _, file) =>
        person.patch(`/v1/objects/${id}/enrichment`, { keywords: ['хостинг', ...file.enrichment.keywords] }),
      )
      return enrichment.keywords.includes('хостинг') ? '' : enrichment.keywords.join(', ')
    },
  ],
  [
    'a keyword taken out',
    async person => {
      let gone = ''
      const { enrichment } = await third(person, (id, _, file) => {
        gone ||= file.enrichment.keywords[0]
        const keywords = file.enrichment.keywords.filter((word: string) => word !== gone)
        return person.patch(`/v1/objects/${id}/enrichment`, { keywords })
      })
      return enrichment.keywords.includes(gone) ? `still ${gone}` : ''
    },
  ],
  [
    'what a person set stays',
    async person => {
      const mine = await person.read((await person.upload('mine.txt', textOf(PAPERS[0]))).id)
      await person.patch(`/v1/objects/${mine.id}/enrichment`, { title: 'Моё' })
      await third(person, id => person.patch(`/v1/objects/${id}/enrichment`, { title: 'Чужое' }))
      await person.post(`/v1/objects/${mine.id}/reprocess`)
      const { enrichment } = await person.read(mine.id)
      return enrichment.title === 'Моё' ? '' : enrichment.title
    },
  ],
]

const server = await startServer({ env: { RATE_LIMITS: 'off' } })
const wrong: string[] = []
try {
  const tries: [string, (person: Person) => Promise<string>][] = [
    ...TEXTS.map((row): [string, (person: Person) => Promise<string>] => [row[0], person => tryText(row, person)]),
    ...OTHERS,
  ]
  for (const [kind, attempt] of tries) {
    const person = await aPerson(server.url)
    await person.put('/v1/settings', { auto_rename_mode: 'manual' })
    const fault = await attempt(person)
    if (fault) wrong.push(`${kind}: ${fault}`)
  }
  for (const line of wrong) console.log(`  ${line}`)
  const share = 1 - wrong.length / tries.length
  const verdict = share < RIGHT ? 'MISSED' : 'ok'
  console.log(
    `${tries.length} kinds of correction, ratio learned = ${share.toFixed(2)} (at least ${RIGHT}): ${verdict}`,
  )
  if (share < RIGHT) process.exitCode = 1
} finally {
  await server.stop()
}
