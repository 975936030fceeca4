import { expect, test } from 'vitest'
import { aPerson, type Person } from '../support/client.ts'

/** Numbers, dates and names as people type them, which is seldom as the file has them. */

async function found(person: Person, q: string): Promise<string[]> {
  const { status, body } = await person.get(`/v1/search?q=${encodeURIComponent(q)}`)
  expect([q, status]).toEqual([q, 200])
  expect(body.total).toBe(body.items.length)
  return body.items.map(item => item.object.filename)
}

async function withFiles(files: Record<string, string>): Promise<Person> {
  const anna = await aPerson()
  const ids: string[] = []
  for (const [name, text] of Object.entries(files)) ids.push((await anna.upload(name, text)).id)
  for (const id of ids) await anna.read(id)
  return anna
}

const FILES = {
  'bill.txt': 'Счёт № 1024 от 03.04.2025. ИНН 7707083893, счёт 40702810900000012345. Итого 241 001,00 руб.',
  'iban.txt': 'Invoice. IBAN: DE89 3704 0044 0532 0130 00. Total due: €1,330.00 by March 12, 2025.',
  'clinic.txt': 'Позвонить в поликлинику +7 (495) 123-45-67 во вторник.',
  'phones.txt': 'Сантехник 8 916 555 44 33, электрик 89031112233.',
  'car.txt': 'Паспорт 45 08 123456, гос. номер А123ВС777, VIN JTDBR32E720012345.',
  'lease.txt': 'Договор аренды от 12 марта 2025 г. Плата 45 000 рублей.',
  'ticket.txt': 'Билет на поезд, отправление 12.03.2025 в 06:50.',
  'minutes.txt': 'Meeting notes 2025-03-12: we launch in June.',
  'warranty.txt': 'Гарантия. Дата продажи: 5 января 2025 года.',
  'server.txt': 'ssh root@192.168.10.25, Резюме: имена всех, кто шёл с нами.',
}

test('a number is found however it is written, and no other in its place', async () => {
  const anna = await withFiles(FILES)
  const firsts: Record<string, string[]> = {
    'bill.txt': ['7707 083 893', '7707-083-893', '4070 2810 9000 0001 2345', '241001', '№1024', '1024'],
    'iban.txt': ['DE89370400440532013000', 'de89 3704 0044 0532 0130 00', '1330'],
    'clinic.txt': ['+74951234567', '84951234567', '4951234567', '8 495 123-45-67', '+7 495 1234567'],
    'phones.txt': ['89165554433', '+7 (916) 555-44-33', '+79165554433', '8 903 111-22-33', '+79031112233'],
    'car.txt': ['4508123456', '4508 123456', 'а 123 вс 777', 'A123BC777', 'jtdbr32e720012345'],
    'lease.txt': ['45000', '45 000'],
  }
  for (const [file, questions] of Object.entries(firsts))
    for (const q of questions) expect([q, (await found(anna, q))[0]]).toEqual([q, file])
  for (const q of ['1025', '7707083894', '89165554434', 'DE89370400440532013001', '45001'])
    expect([q, await found(anna, q)]).toEqual([q, []])
})

test('a day is found in figures and in words of both languages', async () => {
  const anna = await withFiles(FILES)
  const day = new Set(['ticket.txt', 'minutes.txt', 'lease.txt', 'iban.txt'])
  for (const q of ['12.03.2025', '2025-03-12', '12/03/2025', '12 марта 2025', '12 марта 2025 г.', 'March 12, 2025'])
    expect([q, new Set((await found(anna, q)).slice(0, 4))]).toEqual([q, day])
  for (const q of ['05.01.2025', '5.1.2025', '5 January 2025', 'гарантия от 5.01.2025'])
    expect([q, (await found(anna, q))[0]]).toEqual([q, 'warranty.txt'])
  expect((await found(anna, 'договор от 12.03.2025'))[0]).toBe('lease.txt')
})

test('words whose forms have nothing in common, names in the other alphabet and quotes of print', async () => {
  const anna = await withFiles({
    ...FILES,
    'dogovor.txt': 'Соглашение сторон о поставке.',
    'people.txt': 'Люди и дети шли домой.',
  })
  for (const [q, file] of [
    ['именами', 'server.txt'],
    ['человек', 'people.txt'],
    ['ребёнок', 'people.txt'],
    ['идти', 'people.txt'],
  ] as const)
    expect([q, (await found(anna, q))[0]]).toEqual([q, file])
  // The word is in one name as it is typed, and in a text in the other alphabet.
  expect(new Set(await found(anna, 'dogovor'))).toEqual(new Set(['dogovor.txt', 'lease.txt']))
  expect(new Set(await found(anna, 'договор'))).toEqual(new Set(['dogovor.txt', 'lease.txt']))
  expect(await found(anna, '«Договор аренды»')).toEqual(['lease.txt'])
  const { body } = await anna.get(`/v1/search?q=${encodeURIComponent('«аренды договор»')}`)
  expect(body.items[0]!.object.filename).toBe('lease.txt')
  expect(body.hints).toMatchObject([{ code: 'phrase_not_found' }])
  await anna.folder('Мои дела')
  expect((await anna.get(`/v1/search?q=${encodeURIComponent('договор in:«Мои дела»')}`)).body).toMatchObject({
    total: 0,
    hints: [],
  })
})

test('a number that is hidden, foreign or in the trash is not found in any writing', async () => {
  const anna = await withFiles({ 'own.txt': 'Ничего о номерах.' })
  const boris = await aPerson()
  const [hidden, trashed] = [
    await anna.upload('hidden.txt', 'Телефон 8 777 666 55 44, счёт 55443322.'),
    await anna.upload('trashed.txt', 'Телефон 8 777 666 55 44 от 12.03.2025.'),
  ]
  await boris.upload('foreign.txt', 'Телефон 8 777 666 55 44, счёт 55443322.')
  for (const { id } of [hidden, trashed]) await anna.read(id)
  expect(await found(anna, '+77776665544')).toHaveLength(2)
  await anna.patch(`/v1/objects/${hidden.id}`, { is_hidden: true })
  await anna.delete(`/v1/objects/${trashed.id}`)
  for (const q of ['87776665544', '8 777 666-55-44', '5544 3322', '55443322', '12 марта 2025'])
    expect([q, await found(anna, q)]).toEqual([q, []])
})
