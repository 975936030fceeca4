import { deflateRawSync, gzipSync } from 'node:zlib'
import { packedPdf, swollen } from './bombs.ts'
import type { Person, Reply } from './client.ts'
import { call } from './client.ts'
import { hostileCalendar } from './hostile-calendar.ts'
import { hostileDav } from './hostile-dav.ts'
import { aDocx, anXlsx, zip } from './office.ts'

/** What somebody who wants to stop the service for everybody might send. Each is one call, or a file that is read afterwards. */

export interface HostileInput {
  name: string
  /** It is in `npm test`; the rest only in the bench. */
  sample?: true
  run(attacker: Person, place: Place): Promise<unknown>
}

export interface Place {
  base: string
  /** A link that takes uploads. */
  share: string
}

const MB = 1024 * 1024
const text = (piece: string, bytes: number) => piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes)
type Bytes = string | Uint8Array<ArrayBuffer>
/** What takes long to make is made when it is sent. */
const upload = (name: string, content: Bytes | (() => Bytes | Promise<Bytes>), sample?: true): HostileInput => ({
  name: `upload ${name}`,
  sample,
  run: async attacker =>
    attacker.send(name.split(': ').at(-1)!, typeof content === 'function' ? await content() : content),
})

/** An upload is read before it is converted. */
const converted = (name: string, content: string, fmt: string, sample?: true): HostileInput => ({
  name: `convert ${name} to ${fmt}`,
  sample,
  async run(attacker) {
    const { id } = await attacker.upload(name.split(': ').at(-1)!, content)
    const { body } = await attacker.post(`/v1/objects/${id}/convert`, { fmt })
    for (let look = 0; look < 200; look++) {
      const { body: state } = await attacker.get(`/v1/objects/${id}/convert-status/${body.task_id}`)
      if (state.done) return
      await new Promise(resolve => setTimeout(resolve, 300))
    }
  },
})

/** Many pages that are all alike and empty. */
export function manyPages(pages: number): Buffer<ArrayBuffer> {
  const parts: string[] = ['%PDF-1.4\n']
  const offsets: number[] = []
  let at = parts[0]!.length
  const add = (body: string) => {
    offsets.push(at)
    const object = `${offsets.length} 0 obj\n${body}\nendobj\n`
    parts.push(object)
    at += object.length
  }
  add('<</Type/Catalog/Pages 2 0 R>>')
  add(
    `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, n) => `${n + 3} 0 R`).join(' ')}]/MediaBox[0 0 9 9]>>`,
  )
  for (let n = 0; n < pages; n++) add('<</Type/Page/Parent 2 0 R>>')
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = offsets.length + 1
  parts.push(
    `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<</Root 1 0 R/Size ${count}>>\nstartxref\n${at}\n%%EOF\n`,
  )
  return Buffer.from(parts.join(''), 'latin1')
}

function distinctWords(count: number): string {
  const words: string[] = []
  let seed = 7
  for (let n = 0; n < count; n++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    words.push(`к${seed.toString(36)}${n.toString(36)}`)
  }
  return words.join(' ')
}

const calendar = (events: number, rule: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y\r\n${Array.from(
    { length: events },
    (_, n) =>
      `BEGIN:VEVENT\r\nUID:u${n}\r\nDTSTART:20260101T000000Z\r\nRRULE:${rule}\r\nSUMMARY:s${n}\r\nEND:VEVENT\r\n`,
  ).join('')}END:VCALENDAR\r\n`

const importing = (name: string, events: number, rule: string, sample?: true): HostileInput => ({
  name: `import ${name}`,
  sample,
  run(attacker) {
    const form = new FormData()
    form.append('file', new Blob([calendar(events, rule)]), 'a.ics')
    return attacker.call('POST', '/v1/calendar/import', { raw: form })
  },
})

const events = (count: number, rrule: string) => async (attacker: Person) => {
  for (let n = 0; n < count; n++)
    await attacker.post('/v1/calendar/events', {
      title: `e${n}`,
      starts_at: '2026-11-01T00:00:00Z',
      ends_at: '2026-11-01T00:00:01Z',
      rrule,
    })
}

const agendas = (name: string, count: number, rrule: string, sample?: true): HostileInput => ({
  name: `agenda of ${name}`,
  sample,
  async run(attacker) {
    await events(count, rrule)(attacker)
    await Promise.all([1, 2, 3, 4].map(() => attacker.get('/v1/calendar/agenda?days=365&limit=1000')))
    await attacker.get('/v1/calendar/events?since=2026-01-01T00:00:00Z')
  },
})

const asking = (name: string, path: string, body: object, sample?: true): HostileInput => ({
  name,
  sample,
  run: attacker => attacker.post(path, body),
})

const raw = (name: string, path: string, body: string, method = 'POST', sample?: true): HostileInput => ({
  name,
  sample,
  run: attacker =>
    attacker.call(method, path, { raw: body, headers: { 'content-type': 'application/json' } }) as Promise<Reply>,
})

const searching = (name: string, q: string, sample?: true): HostileInput => ({
  name: `search ${name}`,
  sample,
  run: attacker => attacker.get(`/v1/search?q=${encodeURIComponent(q)}`),
})

async function tus(attacker: Person, name: string, content: string): Promise<void> {
  const bytes = Buffer.from(content)
  const made = await attacker.call('POST', '/v1/uploads', {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  })
  const address = new URL(made.headers.get('location')!, 'http://x').pathname
  await attacker.call('PATCH', address, {
    raw: bytes,
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  })
}

async function tree(attacker: Person, wide: number, deep: number): Promise<string> {
  const top = await attacker.folder('top')
  for (let a = 0; a < wide; a++) {
    const branch = await attacker.folder(`a${a}`, { parent_id: top.id })
    for (let b = 0; b < deep; b++) await attacker.folder(`b${b}`, { parent_id: branch.id })
  }
  return top.id
}

async function editing(attacker: Person): Promise<string> {
  const { id } = await attacker.upload('note.txt', 'Начало')
  await attacker.read(id)
  return id
}

/** A docx whose paragraphs unpack to many megabytes of text. */
const docxBomb = (): Promise<Uint8Array<ArrayBuffer>> =>
  aDocx(Array.from({ length: 60_000 }, (_, n) => `Пункт ${n} ${'слово '.repeat(40)}`))

const COMMENTS = (count: number) => `${'<!---->'.repeat(count)}x`

const aLongSheet = () => anXlsx(Array.from({ length: 30_000 }, (_, n) => [`строка ${n}`, n, n * 2]))

const manyEntries = () => zip(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}.txt`, 'x'])))

export function hostileInputs(): HostileInput[] {
  return [
    upload('29 comments: a.txt', COMMENTS(29), true),
    upload('300 comments: b.html', COMMENTS(290), true),
    upload('xml of comments: c.xml', `<?xml version="1.0"?>${COMMENTS(280)}`),
    upload('svg of comments: d.svg', `${'<!-- -->\n'.repeat(220)}<svg`),
    upload('declarations: e.xml', '<?xml '.repeat(340)),
    {
      name: 'share link: 60 comments',
      sample: true,
      run(_attacker, { base, share }) {
        const form = new FormData()
        form.append('file', new Blob([COMMENTS(60)]), 'x.html')
        return call('POST', `/v1/share/${share}/objects`, { raw: form }, base)
      },
    },
    { name: 'tus: 60 comments', sample: true, run: attacker => tus(attacker, 'x.html', COMMENTS(60)) },
    upload('60 kB of line ends: lines.txt', '\n'.repeat(60_000), true),
    upload('2 MB of line ends: lines.txt', '\n'.repeat(2 * MB)),
    upload('5 MB of blanks: blanks.txt', ' '.repeat(5 * MB)),
    upload('1 MB of one word: word.txt', 'а'.repeat(MB), true),
    upload('5 MB of one word: word.txt', 'а'.repeat(5 * MB)),
    upload('5 MB of brackets: brackets.md', text('[](', 5 * MB)),
    upload('headings: headings.md', text('# Заголовок\n\n', 3 * MB)),
    upload('lines that stand alone: alone.txt', text('Глава один\n\n', 3 * MB)),
    upload('400,000 distinct words: words.txt', () => distinctWords(400_000)),
    upload('12 MB of prose: prose.txt', text('Предложение говорит о договоре аренды. ', 12 * MB)),
    upload('numbers: numbers.txt', text('1 234 567,89 +7 900 000-00-00 12.12.2026 ', 4 * MB)),
    upload('codes: codes.txt', text('A-1/B.2_', 4 * MB)),
    upload('deep json: deep.json', '['.repeat(400_000)),
    upload('wide csv: wide.csv', text('a;b;c;1,5;', 5 * MB)),
    upload('deep html: deep.html', '<div>'.repeat(200_000)),
    upload('attributes: attributes.html', `<html><a ${'x="y" '.repeat(300_000)}`),
    upload('entities: entities.html', `<html>${'&amp;'.repeat(600_000)}`),
    upload('nested rtf: nested.rtf', `{\\rtf1 ${'{'.repeat(300_000)}`),
    upload('headers: mail.eml', `From: a@b\nTo: c@d\nSubject: x\n${text('X-A: b\n', 2 * MB)}\n`),
    upload(
      'mime parts: parts.eml',
      `From: a@b\nTo: c@d\nSubject: x\nContent-Type: multipart/mixed; boundary=b\n\n${'--b\n\n'.repeat(100_000)}`,
    ),
    upload('100,000 pages: pages.pdf', () => manyPages(100_000)),
    upload('packed pdf: packed.pdf', () => packedPdf(40 * MB)),
    upload('broken pdf: broken.pdf', `%PDF-1.7\n${text('1 0 obj<<', 3 * MB)}`),
    upload('docx bomb: bomb.docx', docxBomb, true),
    upload('swollen docx: swollen.docx', () => Uint8Array.from(swollen(200 * MB, 'word ')) as Uint8Array<ArrayBuffer>),
    upload('sheet: sheet.xlsx', aLongSheet),
    upload('20,000 entries: many.zip', manyEntries),
    upload('gzip bomb: bomb.gz', () => Uint8Array.from(gzipSync(Buffer.alloc(300 * MB))) as Uint8Array<ArrayBuffer>),
    upload(
      'deflate noise: noise.docx',
      () => Uint8Array.from(deflateRawSync(Buffer.alloc(8 * MB))) as Uint8Array<ArrayBuffer>,
    ),
    upload(
      'ole noise: noise.doc',
      Uint8Array.from(
        Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2 * MB, 1)]),
      ) as Uint8Array<ArrayBuffer>,
    ),
    upload('vcards: people.vcf', text('BEGIN:VCARD\nFN:Иван\nEND:VCARD\n', 3 * MB)),
    converted('![: a.md', '!['.repeat(60_000), 'html', true),
    converted('paragraphs: b.md', 'word\n\n'.repeat(40_000), 'html'),
    converted('stars: c.md', '*a **b '.repeat(20_000), 'html'),
    converted('quotes: d.md', '>'.repeat(50_000), 'html'),
    {
      name: 'draft of 4.9 million letters, published',
      async run(attacker) {
        const id = await editing(attacker)
        await attacker.put(`/v1/objects/${id}/draft`, { base_version: 1, text: text('ж ', 4_900_000) })
        await attacker.call('POST', `/v1/objects/${id}/draft/publish`)
      },
    },
    {
      name: 'draft of a text in an old encoding, published',
      async run(attacker) {
        const bytes = Buffer.from('d6d0cec4b2e2cad4b5c4d2bbb6cecec4d7d6a3accbfcb5c4b1e0c2ebcac7', 'hex')
        const { id } = await attacker.upload('gbk.txt', Uint8Array.from(Buffer.concat(Array(60).fill(bytes))))
        await attacker.read(id)
        await attacker.put(`/v1/objects/${id}/draft`, { base_version: 1, text: text('中文测试。', 900_000) })
        await attacker.call('POST', `/v1/objects/${id}/draft/publish`)
      },
    },
    agendas('20 events every second', 20, 'FREQ=SECONDLY', true),
    agendas('20 events every minute of some', 20, 'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=29'),
    agendas(
      '20 events of set positions',
      20,
      'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2,3,4;BYMINUTE=1,2,3;BYSETPOS=-1',
    ),
    importing('2,000 dense events', 2000, 'FREQ=SECONDLY;BYHOUR=3'),
    importing('300 sparse counted events', 300, 'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=29;COUNT=1000'),
    searching('of quotes', '"'.repeat(1999), true),
    searching('of operators', text('-"a b" ', 1900)),
    searching('of many words', text('договор аренда оплата ', 1900), true),
    searching('of letters and stars', text('a* ', 1900)),
    searching('of one long word', 'щ'.repeat(2000)),
    asking('ask a long question', '/v1/ask', { question: text('кто платит за воду? ', 1900) }, true),
    asking('ask with a long history', '/v1/ask', {
      question: 'кто?',
      history: Array.from({ length: 50 }, () => ({ role: 'user', content: text('слово ', 3900) })),
    }),
    asking('a command of many words', '/v1/command', { text: text('напомни завтра в 10 ', 1900) }, true),
    raw(
      'a body of 8 MB of numbers',
      '/v1/objects/archive',
      `{"object_ids":[${'1,'.repeat(4_000_000)}1]}`,
      'POST',
      true,
    ),
    raw('a body of 8 MB of brackets', '/v1/objects/bulk', `{"object_ids":${'['.repeat(4_000_000)}`),
    raw(
      'a body of 60 MB of objects',
      '/v1/objects/00000000-0000-4000-8000-000000000000/draft',
      `{"x":[${'{},'.repeat(10_000_000)}{}]}`,
      'PUT',
    ),
    raw(
      'a body of escapes',
      '/v1/objects/00000000-0000-4000-8000-000000000000/draft',
      `{"base_version":1,"text":"${'\\u0436'.repeat(4_000_000)}"}`,
      'PUT',
      true,
    ),
    ...hostileDav,
    ...hostileCalendar,
    {
      name: 'a tree of 1,111 folders, removed',
      async run(attacker) {
        const id = await tree(attacker, 11, 100)
        await attacker.delete(`/v1/collections/${id}`)
      },
    },
  ]
}
