import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCertificate, EC, PASSWORD, RSA } from '../support/certificates.ts'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { aPdf, numberedPages } from '../support/pdf.ts'

/** Signatures are made with certificates of openssl and judged by pdfsig of poppler, not by ourselves. */

const programs = ['/usr/bin/openssl', '/usr/bin/pdfsig', '/usr/bin/qpdf'].every(path => existsSync(path))

const folder = mkdtempSync(join(tmpdir(), 'dossier-signing-'))
const at = (name: string) => join(folder, name)
function form(certificate: Uint8Array | undefined, fields: Record<string, string> = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries({ password: PASSWORD, ...fields })) data.append(name, value)
  if (certificate) data.append('certificate', new Blob([new Uint8Array(certificate)]), 'a.p12')
  return data
}

describe.skipIf(!programs)('a signature with a certificate of one’s own', () => {
  let anna: Person
  let rsa: Buffer
  beforeAll(async () => {
    anna = await aPerson()
    rsa = aCertificate('Anna Signer', RSA)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const sign = (id: string, data: FormData) => anna.call('POST', `/v1/objects/${id}/pdf/sign`, { raw: data })

  async function signed(id: string, data: FormData) {
    const { status, body } = await sign(id, data)
    expect({ status, body }).toMatchObject({ status: 202, body: { op: 'sign', status: 'accepted' } })
    const task = await until(async () => {
      const { body: now } = await anna.get(`/v1/objects/${id}/pdf-status/${body.task_id}`)
      return now.done && now
    }, 'the signature')
    expect(task).toMatchObject({ ok: true, error: null })
    return task
  }

  async function bytesOf(id: string): Promise<Buffer> {
    const headers = { authorization: `Bearer ${anna.token}` }
    const answer = await fetch(`${baseUrl()}/v1/objects/${id}/content`, { headers })
    return Buffer.from(await answer.arrayBuffer())
  }

  /** What a program that others trust says of the file. */
  async function judged(id: string): Promise<string> {
    const file = at('judged.pdf')
    writeFileSync(file, await bytesOf(id))
    execFileSync('qpdf', ['--check', file], { stdio: 'pipe' })
    return execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' })
  }

  const counts = (said: string) => ({
    valid: said.match(/Signature is Valid/g)?.length ?? 0,
    whole: said.match(/Total document signed/g)?.length ?? 0,
  })

  test.each([
    ['RSA', () => rsa],
    ['an elliptic curve', () => aCertificate('Кривая Анна', EC)],
    ['RSA in a file of the old kind', () => aCertificate('Old Anna', RSA, { legacy: true })],
  ])('with %s is valid, in a new file', async (_kind, certificate) => {
    const { id } = await anna.upload('Договор.pdf', aPdf(numberedPages(3)))
    const task = await signed(id, form(certificate(), { reason: 'Согласовано (да)' }))
    expect(task.report).toMatchObject({ signer: expect.stringMatching(/Anna|Анна/), valid_until: expect.any(String) })
    const made = task.object_ids[0]!
    expect(made).not.toBe(id)
    const said = await judged(made)
    expect(said).toContain('ETSI.CAdES.detached')
    expect(counts(said)).toEqual({ valid: 1, whole: 1 })
    expect((await anna.get(`/v1/objects/${made}`)).body.filename).toMatch(/^Договор \((signed|подписанный)\)\.pdf$/)
  })

  test('leaves the file before it byte for byte, takes a second one, and breaks when a byte is changed', async () => {
    const before = aPdf(numberedPages(2))
    const { id } = await anna.upload('twice.pdf', before)
    const first = (await signed(id, form(rsa))).object_ids[0]!
    const one = await bytesOf(first)
    expect(one.subarray(0, before.length).equals(before)).toBe(true)
    const task = await signed(first, form(aCertificate('Boris', EC), { replace: 'true' }))
    expect(task.object_ids).toEqual([first])
    expect(counts(await judged(first))).toEqual({ valid: 2, whole: 1 })
    const spoilt = await bytesOf(first)
    spoilt[100]! ^= 1
    writeFileSync(at('spoilt.pdf'), spoilt)
    expect(
      counts(execFileSync('pdfsig', ['-nocert', at('spoilt.pdf')], { encoding: 'utf8', stdio: 'pipe' })).valid,
    ).toBe(0)
    // Other work would break it.
    expect((await anna.post(`/v1/objects/${first}/pdf/compress`, {})).body.code).toBe('pdf_signed')
  })

  test('goes onto files whose table is a stream, and onto damaged ones', { tags: ['long'] }, async () => {
    writeFileSync(at('plain.pdf'), aPdf(numberedPages(2)))
    execFileSync('qpdf', ['--object-streams=generate', at('plain.pdf'), at('packed.pdf')])
    const packed = await anna.upload('packed.pdf', readFileSync(at('packed.pdf')))
    const made = (await signed(packed.id, form(rsa))).object_ids[0]!
    expect(counts(await judged(made))).toEqual({ valid: 1, whole: 1 })
    const torn = Buffer.from(
      aPdf(numberedPages(2))
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    )
    const damaged = await anna.upload('torn.pdf', torn)
    const task = await signed(damaged.id, form(rsa))
    expect(task.report).toMatchObject({ repaired: true })
    expect(counts(await judged(task.object_ids[0]!))).toEqual({ valid: 1, whole: 1 })
  })

  test('is not led astray by what people write', async () => {
    const place = '/ByteRange [0 0000000000 0000000000 0000000000] /Contents <0000>'
    const { id } = await anna.upload('odd.pdf', aPdf(numberedPages(1)))
    const made = (await signed(id, form(rsa, { reason: place }))).object_ids[0]!
    expect(counts(await judged(made))).toEqual({ valid: 1, whole: 1 })
  })

  test('is refused with the reason, and neither key nor password stays anywhere', async () => {
    const { id } = await anna.upload('a.pdf', aPdf(numberedPages(1)))
    const why = async (data: FormData) => {
      const { status, body } = await sign(id, data)
      return { status, loc: body.detail?.[0]?.loc, msg: body.detail?.[0]?.msg }
    }
    expect(await why(form(undefined))).toMatchObject({ status: 422, loc: ['body', 'certificate'] })
    expect(await why(form(Buffer.from('no certificate')))).toMatchObject({
      status: 422,
      loc: ['body', 'certificate'],
      msg: expect.stringMatching(/\.p12/),
    })
    const guessed = await sign(id, form(rsa, { password: 'Wrong-Guess-7' }))
    expect(guessed.body.detail[0]).toMatchObject({ loc: ['body', 'password'], msg: expect.stringMatching(/password/i) })
    expect(JSON.stringify(guessed.body)).not.toContain('Wrong-Guess-7')
    const { id: text } = await anna.upload('a.txt')
    expect((await sign(text, form(rsa))).body.code).toBe('not_pdf')
    const other = await aPerson()
    expect((await other.call('POST', `/v1/objects/${id}/pdf/sign`, { raw: form(rsa) })).status).toBe(404)
  })
})
