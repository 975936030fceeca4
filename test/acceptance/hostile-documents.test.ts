import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { aDocx, zip } from '../support/office.ts'
import { documentTraps, drawing, macroDocument, pdfTrap } from '../support/traps.ts'
import { sampled } from '../support/whole.ts'

/** Documents that reach outside: nobody is asked for anything, and no file of the machine gets into what is made. */

const folder = mkdtempSync(join(tmpdir(), 'dossier-bait-'))
// Whoever it is run as may read it: that nobody does must not be a matter of rights.
chmodSync(folder, 0o777)
afterAll(() => rmSync(folder, { recursive: true }))

const WORD = 'baitword8841'

async function convert(person: Person, name: string, bytes: string | Uint8Array<ArrayBuffer>, fmt: string) {
  const { id } = await person.upload(name, bytes)
  const { status, body } = await person.post(`/v1/objects/${id}/convert`, { fmt })
  expect({ name, status, body }).toMatchObject({ status: 202 })
  const record: Json = await until(
    async () => {
      const now = (await person.get(`/v1/objects/${id}/convert-status/${body.task_id}`)).body
      return now.done && now
    },
    `${name} as ${fmt}`,
    90,
  )
  if (!record.ok) return { record, made: Buffer.alloc(0) }
  const answer = await fetch(`${baseUrl()}/v1/objects/${record.object_ids[0]}/content`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  return { record, made: Buffer.from(await answer.arrayBuffer()) }
}

/** Neither its words nor its colour are on any page. */
async function revealsNothing(name: string, pdf: Buffer): Promise<void> {
  const path = join(folder, 'made.pdf')
  writeFileSync(path, pdf)
  const text = execFileSync('pdftotext', [path, '-']).toString()
  expect({ name, text }).toMatchObject({ text: expect.not.stringContaining(WORD) })
  const page = execFileSync('pdftoppm', ['-png', '-r', '40', '-singlefile', path], { maxBuffer: 1 << 26 })
  expect({ name, magenta: await magenta(page) }).toEqual({ name, magenta: 0 })
}

async function magenta(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at]! > 200 && data[at + 1]! < 80 && data[at + 2]! > 200) count++
  return count
}

test('outside pictures, texts, styles, templates and tables are not fetched', { tags: ['long'] }, async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(WORD)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const anna = await aPerson()
  const bait = { picture: `${at}/picture.png`, text: `${at}/text.txt` }
  for (const { name, bytes } of await documentTraps(bait)) {
    const { record, made } = await convert(anna, name, bytes, 'pdf')
    expect({ name, error: record.error }).toEqual({ name, error: null })
    await revealsNothing(name, made)
  }
  const { name, bytes } = pdfTrap(bait)
  expect((await convert(anna, name, bytes, 'txt')).made.toString()).not.toContain(WORD)
  // Reading, describing and drawing them asks nobody either.
  const { items } = (await anna.get('/v1/objects')).body
  for (const { id } of items) await anna.read(id, 150)
  server.close()
  expect(asked).toEqual([])
})

/** Where no rooms can be made, what everybody may read can be read. */
const rooms = process.getuid?.() === 0 ? ['--mount'] : ['--map-root-user', '--mount']
const hasRooms = spawnSync('unshare', [...rooms, 'true']).status === 0

test.skipIf(!hasRooms)('files of the machine are not read into what is made', async () => {
  const [picture, text] = [join(folder, 's.png'), join(folder, 's.txt')]
  await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff00ff' } })
    .png()
    .toFile(picture)
  writeFileSync(text, `${WORD},${WORD}\n`)
  for (const path of [picture, text]) chmodSync(path, 0o644)
  const anna = await aPerson()
  const byAddress = { picture: `file://${picture}`, text: `file://${text}` }
  for (const bait of sampled([byAddress], [byAddress, { picture, text }])) {
    for (const { name, bytes } of await documentTraps(bait))
      await revealsNothing(name, (await convert(anna, name, bytes, 'pdf')).made)
    const { name, bytes } = pdfTrap(bait)
    expect((await convert(anna, name, bytes, 'txt')).made.toString()).not.toContain(WORD)
    expect(await magenta((await convert(anna, 'd.svg', drawing(bait.picture), 'png')).made)).toBe(0)
  }
  const users = execFileSync('head', ['-1', '/etc/passwd']).toString().trim()
  const known = { picture: 'file:///etc/passwd', text: 'file:///etc/passwd' }
  const traps = await documentTraps(known)
  for (const { name, bytes } of traps.slice(0, sampled(2, traps.length))) {
    const { record, made } = await convert(anna, name, bytes, 'pdf')
    if (record.ok) expect(execFileSync('pdftotext', ['-', '-'], { input: made }).toString()).not.toContain(users)
    else expect({ name, error: record.error }).toMatchObject({ error: expect.stringContaining('damaged') })
  }
})

test('a macro that would write a file does not run', async () => {
  const anna = await aPerson()
  const trace = join(folder, 'written')
  for (const name of ['m.odt', 'm.ott']) {
    const { record, made } = await convert(anna, name, await macroDocument(trace), 'pdf')
    expect({ name, error: record.error }).toEqual({ name, error: null })
    expect(execFileSync('pdftotext', ['-', '-'], { input: made }).toString()).toContain('before')
  }
  expect(existsSync(trace)).toBe(false)
})

test('an archive that climbs out of its folder climbs nowhere', async () => {
  const anna = await aPerson()
  const target = join(folder, 'climbed.txt')
  const up = `${'../'.repeat(20)}${target.slice(1)}`
  const climbing = (bytes: Uint8Array) => {
    // The library that writes archives refuses such names, so they are put in afterwards.
    const text = Buffer.from(bytes).toString('latin1').replaceAll('climb'.padEnd(up.length, '_'), up)
    return new Uint8Array(Buffer.from(text, 'latin1'))
  }
  const entry = { ['climb'.padEnd(up.length, '_')]: WORD }
  const { id } = await anna.upload('slip.zip', climbing(await zip(entry)))
  await anna.read(id, 170)
  const { id: letter } = await anna.upload('slip.docx', climbing(await aDocx(['before'], { parts: entry })))
  await anna.read(letter, 170)
  const { status, body } = await anna.post(`/v1/objects/${letter}/convert`, { fmt: 'pdf' })
  expect(status).toBe(202)
  await until(
    async () => (await anna.get(`/v1/objects/${letter}/convert-status/${body.task_id}`)).body.done,
    'the letter',
  )
  expect(existsSync(target)).toBe(false)
})

test('a document that swells a thousandfold is refused for its weight, not for what has been spent on it', async () => {
  const anna = await aPerson()
  const swollen = await aDocx(['before'], { parts: { 'word/media/bomb.xml': Buffer.alloc(128 * 1024 * 1024, ' ') } })
  expect(swollen.length).toBeLessThan(1024 * 1024)
  const { record } = await convert(anna, 'bomb.docx', swollen, 'pdf')
  expect(record).toMatchObject({ ok: false, error: expect.stringMatching(/heavy: unpacked it would be/) })
  // The next one finds everything as it was.
  expect((await convert(anna, 'after.docx', await aDocx(['before']), 'pdf')).record.ok).toBe(true)
})
