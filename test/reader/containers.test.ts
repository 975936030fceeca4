import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeHtmlPage } from '../../server/adapters/document-worker/html-page.ts'
import { CORPUS, encoded, forgetAll, pagesOf, read, tools, zipOf } from './extracted.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-containers-'))
})
afterAll(() => {
  forgetAll()
  rmSync(folder, { recursive: true })
})

test('an English letter has an English head, and its day as it was written', async () => {
  const said = async (date: string) =>
    (await read('a.eml', Buffer.from(`From: a@b.c\nDate: ${date}\nSubject: Hi\n\nWords of the letter.`))).text.split(
      '\n',
    )[1]
  expect(await said('Mon, 5 Oct 2026 10:15:00 +0300')).toBe('Date: 5 October 2026, 10:15')
  expect(await said('5 Oct 2026 7:15 GMT')).toBe('Date: 5 October 2026, 07:15 UTC')
  expect(await said('soon')).toBe('Date: soon')
})

test('a letter: its head, its words, what was attached', async () => {
  const subject = `=?koi8-r?B?${encoded('Счёт за май', 'koi8-r').toString('base64')}?=`
  const mail = [
    `From: =?utf-8?B?${Buffer.from('Анна Петрова').toString('base64')}?= <anna@example.org>`,
    'To: Ivan <ivan@example.org>, other@example.org',
    'Cc: third@example.org',
    'Date: Mon, 16 Mar 2026 10:00:00 +0300',
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=koi8-r',
    'Content-Transfer-Encoding: 8bit',
    '',
  ].join('\r\n')
  const tail = `\r\n--b\r\nContent-Type: application/pdf; name="act.pdf"\r\nContent-Disposition: attachment; filename="act.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('twelve bytes').toString('base64')}\r\n--b--\r\n`
  const bytes = Buffer.concat([
    Buffer.from(`${mail}\r\n`),
    encoded('Здравствуйте!\r\nСчёт во вложении.', 'koi8-r'),
    Buffer.from(tail),
  ])
  const reading = await read('letter.eml', bytes)
  expect(reading.text.split('\n')).toEqual([
    'От: Анна Петрова <anna@example.org>',
    'Кому: Ivan <ivan@example.org>, other@example.org',
    'Копия: third@example.org',
    'Дата: 16 марта 2026, 10:00',
    'Тема: Счёт за май',
    '',
    'Здравствуйте!',
    'Счёт во вложении.',
    '',
    'Вложения:',
    'act.pdf',
  ])
  expect(reading).toMatchObject({
    kind: 'email',
    title: 'Счёт за май',
    facts: {
      author: 'Анна Петрова <anna@example.org>',
      attachments: [{ name: 'act.pdf', size: 12, mime: 'application/pdf' }],
    },
  })
})

test('a letter in HTML only', async () => {
  const mail =
    'From: a@b.c\r\nTo: d@e.f\r\nSubject: Hi\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Привет, <b>мир</b></p><script>x</script>'
  expect((await read('a.eml', mail)).text).toBe('От: a@b.c\nКому: d@e.f\nТема: Hi\n\nПривет, мир')
})

const ACT: Record<string, Buffer | string> = {
  '__properties_version1.0': Buffer.alloc(8),
  '__substg1.0_3707001F': 'акт.pdf',
  '__substg1.0_37010102': Buffer.from('12345'),
}

/** A letter of Outlook: a file of files, whose names are the numbers of properties. */
type Files = Record<string, Buffer | string>

function msgOf(subject: string, body: string, { page = '', attached = ACT as Files, more = {} as Files } = {}): Buffer {
  const { burn } = createRequire(import.meta.url)('@kenjiuno/msgreader/lib/Burner')
  const [DIRECTORY, DOCUMENT, ROOT] = [1, 2, 5]
  const entries: {
    name: string
    type: number
    length: number
    children?: number[]
    binaryProvider?: () => Uint8Array
  }[] = []
  const add = (name: string, type: number, bytes?: Buffer) =>
    entries.push({
      name,
      type,
      length: bytes?.length ?? 0,
      ...(bytes ? { binaryProvider: () => Uint8Array.from(bytes) } : { children: [] }),
    }) - 1
  const into = (folder: number, files: Record<string, Buffer | string>) => {
    for (const [name, content] of Object.entries(files)) {
      const written = (text: string) => (page ? encoded(text, page) : Buffer.from(text, 'utf16le'))
      const bytes = typeof content === 'string' ? written(content) : content
      entries[folder]!.children!.push(add(page ? name.replace(/1F$/, '1E') : name, DOCUMENT, bytes))
    }
  }
  const root = add('Root Entry', ROOT)
  into(root, {
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_0037001F': subject,
    '__substg1.0_0C1A001F': 'Анна Петрова',
    '__substg1.0_0C1F001F': 'anna@example.org',
    ...(body === '' ? {} : { '__substg1.0_1000001F': body }),
    ...more,
  })
  const recipient = add('__recip_version1.0_#00000000', DIRECTORY)
  const attachment = add('__attach_version1.0_#00000000', DIRECTORY)
  entries[root]!.children!.push(recipient, attachment)
  into(recipient, {
    '__properties_version1.0': Buffer.alloc(8),
    '__substg1.0_3001001F': 'Иван',
    '__substg1.0_3003001F': 'ivan@example.org',
  })
  into(attachment, attached)
  return Buffer.from(burn(entries))
}

test('a letter of Outlook', async () => {
  const reading = await read('letter.msg', msgOf('Счёт за май', 'Здравствуйте!\r\nСчёт во вложении 😀.'))
  expect(reading.text.split('\n')).toEqual([
    'От: Анна Петрова <anna@example.org>',
    'Кому: Иван <ivan@example.org>',
    'Тема: Счёт за май',
    '',
    'Здравствуйте!',
    'Счёт во вложении 😀.',
    '',
    'Вложения:',
    'акт.pdf',
  ])
  expect(reading).toMatchObject({
    kind: 'email',
    title: 'Счёт за май',
    facts: { attachments: [{ name: 'акт.pdf', size: 5 }] },
  })
})

test('a letter of Outlook whose attachment is broken is read without it', async () => {
  const empty = { '__properties_version1.0': Buffer.alloc(8), '__substg1.0_3707001F': 'inner.eml' }
  const { text, facts } = await read('letter.msg', msgOf('Счёт за май', 'Здравствуйте!', { attached: empty }))
  expect(text).toContain('Здравствуйте!')
  expect(facts.attachments).toEqual([expect.objectContaining({ name: 'inner.eml' })])
})

test('a letter of Outlook that has its words as RTF alone has them on the page that is made of it, too', async () => {
  const rtf = Buffer.from('{\\rtf1\\ansi\\ansicpg1251 Act w71x is signed.}')
  const packed = Buffer.alloc(16)
  packed.writeUInt32LE(rtf.length + 12, 0)
  packed.writeUInt32LE(rtf.length, 4)
  packed.write('MELA', 8)
  const letter = msgOf('Акт', '', { more: { '__substg1.0_10090102': Buffer.concat([packed, rtf]) } })
  expect((await read('letter.msg', letter)).text).toContain('Act w71x is signed.')
  const [path, to] = [join(folder, 'a.msg'), join(folder, 'a.html')]
  writeFileSync(path, letter)
  await writeHtmlPage({ path, mime: 'application/vnd.ms-outlook', to })
  expect(readFileSync(to, 'utf8')).toContain('Act w71x is signed.')
})

test('a letter of an Outlook of old, in the code page of its country', async () => {
  const body = 'Здравствуйте! Счёт на оплату во вложении, ждём подписанный акт.'
  const { text } = await read('letter.msg', msgOf('Счёт за май', body, { page: 'windows-1251' }))
  expect(text.split('\n').slice(0, 5)).toEqual([
    'От: Анна Петрова <anna@example.org>',
    'Кому: Иван <ivan@example.org>',
    'Тема: Счёт за май',
    '',
    body,
  ])
})

test('letters that were attached to a letter are parts behind it, however they were attached', async () => {
  const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`
  const inner = (n: number, body = `Слово ${n}.`) =>
    `From: in${n}@b.c\r\nTo: d@e.f\r\nSubject: N${n}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}`
  const forwarded = `From: in3@b.c\r\nSubject: N3\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: message/rfc822\r\n\r\n${inner(4)}\r\n--c--\r\n`
  const mail = [
    'From: a@b.c\r\nTo: d@e.f\r\nSubject: Outer\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
    part('Content-Type: text/plain; charset=utf-8', 'Смотрите ниже.'),
    part('Content-Type: message/rfc822', inner(1)),
    part('Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="two.eml"', inner(2)),
    part('Content-Type: message/rfc822', forwarded),
    part(
      'Content-Type: application/vnd.ms-outlook; name="five.msg"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64',
      msgOf('N5', 'Слово 5.').toString('base64'),
    ),
    '--b--\r\n',
  ].join('')
  const reading = await read('a.eml', mail)
  expect(reading).toMatchObject({ kind: 'email', title: 'Outer', facts: { author: 'a@b.c', page_count: 6 } })
  const pages = pagesOf(reading)
  expect(pages[0]).toMatch(/^От: a@b\.c\nКому: d@e\.f\nТема: Outer\n\nСмотрите ниже\.\n\nВложения:\ntwo\.eml/)
  expect(pages.slice(1).map(page => /(?:Subject|Тема): (N\d)/.exec(page)?.[1])).toEqual(['N1', 'N2', 'N3', 'N4', 'N5'])
  expect(pages[4]).toBe('От: in4@b.c\nКому: d@e.f\nТема: N4\n\nСлово 4.')
  expect(pages[5]).toContain('Слово 5.')
})

test('letters inside of letters end somewhere', async () => {
  let mail = 'From: z@b.c\r\nSubject: deepest\r\n\r\nend'
  for (let n = 0; n < 40; n++)
    mail = `From: a@b.c\r\nSubject: N${n}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\nContent-Type: message/rfc822\r\n\r\n${mail}\r\n--b${n}--\r\n`
  const { text } = await read('a.eml', mail)
  expect(text).toContain('Subject: N35')
  expect(text).not.toContain('deepest')
})

test('a folder of letters in one file: each a page', async () => {
  const letter = (n: number) =>
    `From anna@example.org Fri May  8 12:59:02 2020\nFrom: anna@example.org\nTo: b@c.d\nSubject: N${n}\n\nСлово ${n}.\nFrom here on nothing.\n\n`
  const reading = await read('letters.mbox', letter(1) + letter(2))
  expect(reading).toMatchObject({ kind: 'email', title: 'N1', facts: { page_count: 2 } })
  expect(pagesOf(reading)).toEqual(
    [1, 2].map(n => `From: anna@example.org\nTo: b@c.d\nSubject: N${n}\n\nСлово ${n}.\nFrom here on nothing.`),
  )
})

test('a letter without a name is known by its head, however long it is', async () => {
  const received = Array.from({ length: 6 }, (_, n) => `Received: from a${n}\n\tby b${n};\n\tFri, 8 May 2020 12:00:00`)
  const mail = `Return-path: <a@b.c>\nEnvelope-to: d@e.f\n${received.join('\n')}\nFrom: a@b.c\nSubject: Hi\n\nWords.`
  expect(await read('12345', mail)).toMatchObject({ kind: 'email', title: 'Hi' })
  expect(
    await read('notes', 'From: Moscow\nTo: Omsk\nTrain: 12\nSeat: 4\nCoach: 3\nDate: May\nPrice: 5\n\nx'),
  ).toMatchObject({
    kind: 'text',
  })
})

test('what was appended to an archive or put before a PDF on the way does no harm', async () => {
  const zip = await zipOf({ 'a.txt': 'слово' })
  expect((await read('a.zip', Buffer.concat([zip, Buffer.from('\r\n--form--\r\n')]))).text).toBe('a.txt')
  const pdf = Buffer.concat([Buffer.from('Scanned by a machine\n\n'), readFileSync(join(CORPUS, 'contract.pdf'))])
  expect(await read('a.pdf', pdf)).toMatchObject({ kind: 'pdf', title: 'Договор поставки № 17' })
})

test('a zip is listed, with names in the code page of old', async () => {
  const zip = await zipOf({ 'docs/Отчёт.txt': 'слово', 'b.bin': Buffer.alloc(1000) })
  const reading = await read('a.zip', zip)
  expect(reading.text).toBe('docs/Отчёт.txt\nb.bin')
  expect(reading).toMatchObject({
    kind: 'archive',
    facts: {
      entries: [
        { name: 'docs/Отчёт.txt', size: 10 },
        { name: 'b.bin', size: 1000 },
      ],
      entry_count: 2,
    },
  })
  // The same length in bytes, so that only the names differ; the flag of UTF-8 goes.
  const plain = await zipOf({ 'AAAAA.txt': 'x' })
  const old = Buffer.from(
    plain.toString('latin1').replaceAll('AAAAA', encoded('Отчёт', 'ibm866').toString('latin1')),
    'latin1',
  )
  expect((await read('a.zip', old)).text).toBe('Отчёт.txt')
})

test('tar and tar.gz are listed', async () => {
  const long = `${'очень-длинное-имя-'.repeat(5)}файла.txt`
  execFileSync('tar', [
    'cf',
    join(folder, 'a.tar'),
    '-C',
    import.meta.dirname,
    '--transform',
    `s/texts.test.ts/${long}/`,
    'texts.test.ts',
    'extracted.ts',
  ])
  const tar = readFileSync(join(folder, 'a.tar'))
  expect((await read('a.tar', tar)).text).toBe(`${long}\nextracted.ts`)
  expect(await read('a.tar.gz', gzipSync(tar))).toMatchObject({ kind: 'archive', text: `${long}\nextracted.ts` })
  expect((await read('notes.txt.gz', gzipSync('x'))).text).toBe('notes.txt')
})

/** As WinRAR of old writes it: a mark, a head, then each file behind its own head, here as it is. */
function rarOf(files: Record<string, string>, flags = 0): Buffer {
  const block = (type: number, flag: number, rest: Buffer) => {
    const head = Buffer.alloc(5)
    head[0] = type
    head.writeUInt16LE(flag, 1)
    head.writeUInt16LE(7 + rest.length, 3)
    const body = Buffer.concat([head, rest])
    const sum = Buffer.alloc(2)
    sum.writeUInt16LE(crc32(body) & 0xffff)
    return Buffer.concat([sum, body])
  }
  const parts = Object.entries(files).map(([name, content]) => {
    const [bytes, named] = [Buffer.from(content), Buffer.from(name)]
    const rest = Buffer.alloc(25)
    rest.writeUInt32LE(bytes.length, 0)
    rest.writeUInt32LE(bytes.length, 4)
    rest[8] = 3
    rest.writeUInt32LE(crc32(bytes), 9)
    rest.writeUInt32LE(0x5a21_5000, 13)
    rest[17] = 20
    rest[18] = 0x30
    rest.writeUInt16LE(named.length, 19)
    rest.writeUInt32LE(0o100644, 21)
    return Buffer.concat([block(0x74, 0x8000, Buffer.concat([rest, named])), bytes])
  })
  const mark = Buffer.from('526172211a0700', 'hex')
  return Buffer.concat([mark, block(0x73, flags, Buffer.alloc(6)), ...parts, block(0x7b, 0x4000, Buffer.alloc(0))])
}

test.runIf(tools.bsdtar)('RAR, 7z and others are listed, and a locked list says so', async () => {
  const listed = { kind: 'archive', text: 'docs/report.txt\nb c.bin' }
  const rar = rarOf({ 'docs/report.txt': 'word', 'b c.bin': 'x'.repeat(1000) })
  expect(await read('a.rar', rar)).toMatchObject({
    ...listed,
    facts: {
      entries: [
        { name: 'docs/report.txt', size: 4 },
        { name: 'b c.bin', size: 1000 },
      ],
    },
  })
  const locked = await read('a.rar', rarOf({ 'a.txt': 'x' }, 0x80))
  expect(locked).toMatchObject({ text: '', needsManual: { en: expect.stringContaining('has a password') } })
  mkdirSync(join(folder, 'tree/docs'), { recursive: true })
  writeFileSync(join(folder, 'tree/docs/report.txt'), 'word')
  writeFileSync(join(folder, 'tree/b c.bin'), 'x')
  for (const [name, format] of Object.entries({ 'a.7z': '7zip', 'a.tar.xz': 'ustar', 'a.cpio': 'cpio' })) {
    const to = join(folder, name)
    const more = name.endsWith('.xz') ? ['-J'] : []
    const args = ['-c', ...more, '--format', format, '-f', to, '-C', join(folder, 'tree'), 'docs/report.txt', 'b c.bin']
    execFileSync(tools.bsdtar!, args)
    expect([name, await read(name, readFileSync(to))]).toMatchObject([name, listed])
  }
  await expect(read('a.rar', rar.subarray(0, 30))).rejects.toMatchObject({ name: 'ReadingFailed' })
})

test.runIf(tools.ffprobe && tools.ffmpeg)('sound and video tell their length, codecs and size', async () => {
  const made = (name: string, ...args: string[]) => {
    execFileSync(tools.ffmpeg!, ['-v', 'error', '-f', 'lavfi', ...args, join(folder, name)])
    return readFileSync(join(folder, name))
  }
  const sound = await read(
    'a.mp3',
    made('a.mp3', '-i', 'sine=duration=2', '-metadata', 'title=Запись', '-metadata', 'artist=Анна'),
  )
  expect(sound).toMatchObject({ kind: 'audio', text: '', title: 'Запись', facts: { codecs: ['mp3'], author: 'Анна' } })
  expect(sound.facts.duration_s).toBeCloseTo(2, 0)
  const video = await read(
    'a.mp4',
    made('a.mp4', '-i', 'testsrc=duration=1:size=320x240:rate=10', '-pix_fmt', 'yuv420p'),
  )
  expect(video).toMatchObject({ kind: 'video', facts: { width: 320, height: 240 } })
  await expect(read('b.mp3', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(5000, 7)]))).rejects.toMatchObject({
    name: 'ReadingFailed',
  })
})
