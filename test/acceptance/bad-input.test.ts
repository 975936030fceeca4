import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'

/** What people, programs and attackers send: each gets a clear answer, and leaves nothing behind. */

const BOUNDARY = 'xxBOUNDARYxx'

const part = (name: string, filename: string | undefined, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const END = Buffer.from(`--${BOUNDARY}--\r\n`)

const multipart = (person: Person, body: Buffer, contentType = `multipart/form-data; boundary=${BOUNDARY}`) =>
  person.call('POST', '/v1/objects', { headers: { 'content-type': contentType }, raw: new Uint8Array(body) })

const nothingLeft = async (person: Person) => {
  expect((await person.get('/v1/objects')).body.total).toBe(0)
  expect((await person.get('/v1/trash')).body.total).toBe(0)
}

test('multipart without a file, or that is none', async () => {
  const anna = await aPerson()
  const missing = await multipart(anna, Buffer.concat([part('other', undefined, 'x'), END]))
  expect(missing).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'file'], type: 'missing' }] } })
  const field = await multipart(anna, Buffer.concat([part('file', undefined, 'not a file'), END]))
  expect(field.status).toBe(422)
  const json = await anna.post('/v1/objects', { file: 'x' })
  expect(json.body.detail[0]).toMatchObject({ loc: ['body', 'file'], type: 'missing' })
  expect((await multipart(anna, Buffer.from('x'), 'multipart/form-data')).status).toBe(400)
  expect((await anna.call('POST', '/v1/objects')).status).toBe(422)
  await nothingLeft(anna)
})

test('multipart that is cut off', async () => {
  const anna = await aPerson()
  const whole = Buffer.concat([part('file', 'a.txt', 'x'.repeat(1000)), END])
  for (const length of [10, 60, 500, whole.length - END.length, whole.length - 6]) {
    const { status, body } = await multipart(anna, whole.subarray(0, length))
    expect({ length, status, code: body.code ?? body.detail[0].type }).toMatchObject({
      status: expect.toBeOneOf([400, 422]),
    })
  }
  await nothingLeft(anna)
})

test('ten thousand fields', async () => {
  const anna = await aPerson()
  const fields = Array.from({ length: 10_000 }, (_, n) => part(`f${n}`, undefined, 'x'))
  const many = await multipart(anna, Buffer.concat([...fields, part('file', 'a.txt', 'x'), END]))
  expect(many).toMatchObject({ status: 413, body: { code: 'too_many_parts' } })
  const two = await multipart(anna, Buffer.concat([part('file', 'a', 'x'), part('file', 'b', 'y'), END]))
  expect(two).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'file'] }] } })
  await nothingLeft(anna)
})

test('names like paths, endless names, names of nothing', async () => {
  const anna = await aPerson()
  const nameOf = async (name: string) => {
    const reply = await multipart(anna, Buffer.concat([part('file', name, 'x'), END]))
    expect(reply.status).toBe(201)
    return (await anna.get(`/v1/objects/${reply.body.id}`)).body.filename
  }
  expect(await nameOf('../../etc/passwd')).toBe('passwd')
  expect(await nameOf('C:\\\\Users\\\\anna\\\\план.docx')).toBe('план.docx')
  expect(await nameOf('..')).toBe('file')
  expect(await nameOf('   ')).toBe('file')
  expect(await nameOf(`${'й'.repeat(4000)}.pdf`)).toBe(`${'й'.repeat(251)}.pdf`)
  expect(await nameOf('\u202Etxt.exe')).toBe('txt.exe')
  const invalid = Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="`),
    Buffer.from([0xff, 0xfe, 0x41]),
    Buffer.from('"\r\n\r\nx\r\n'),
    END,
  ])
  const odd = await multipart(anna, invalid)
  expect(odd.status).toBe(201)
  expect((await anna.get(`/v1/objects/${odd.body.id}`)).body.filename).toContain('A')
})

test('a disconnect at every tenth of the body leaves no trace', async () => {
  const anna = await aPerson()
  const whole = Buffer.concat([part('file', 'a.bin', Buffer.alloc(1_000_000, 7)), END])
  for (let tenth = 0; tenth < 10; tenth++) await sendPartly(anna, whole, Math.floor((whole.length * tenth) / 10))
  await nothingLeft(anna)
  expect((await multipart(anna, whole)).body.duplicate).toBe(false)
})

function sendPartly(person: Person, body: Buffer, length: number): Promise<void> {
  return new Promise(resolve => {
    const call = request(`${baseUrl()}/v1/objects`, {
      agent: false,
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': body.length,
      },
    })
    call.on('error', () => {})
    call.on('close', () => resolve())
    call.flushHeaders()
    if (length === 0) call.once('socket', socket => socket.once('connect', () => call.destroy()))
    else call.write(body.subarray(0, length), () => setImmediate(() => call.destroy()))
  })
}

/** What comes back on a bare socket for these bytes. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl())
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', chunk => {
      answer += chunk
      if (answer.includes('\r\n\r\n')) socket.end()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test('what is not HTTP, and headers without end', async () => {
  expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  const long = await raw(`GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`)
  expect(long).toMatch(/^HTTP\/1\.1 431 /)
  expect(await raw('POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: nope\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 /,
  )
})

test('JSON that is too deep, too long, or not UTF-8', async () => {
  const anna = await aPerson()
  const put = (body: string | Uint8Array<ArrayBuffer>) =>
    anna.call('PUT', '/v1/settings', { headers: { 'content-type': 'application/json' }, raw: body })
  const deep = await put(`{"ui":{"a":${'['.repeat(1000)}${']'.repeat(1000)}}}`)
  expect(deep).toMatchObject({ status: 422, body: { detail: [{ type: 'json_invalid' }] } })
  expect((await put(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).body.detail[0].type).toBe('json_invalid')
  const long = await put(`{"ui":{"a":"${'x'.repeat(9 * 1024 * 1024)}"}}`)
  expect(long).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  expect((await put('')).body.detail[0]).toMatchObject({ loc: ['body'], type: 'missing' })
  expect((await put('{"__proto__":{"admin":true},"proactive":true}')).status).toBe(200)
  expect((await put('{"ui":{"lone":"\\ud800"}}')).status).toBe(200)
})

test('an upload that breaks off does not disturb the next one on the same machine', async () => {
  const anna = await aPerson()
  const whole = Buffer.concat([part('file', 'a.bin', Buffer.alloc(3_000_000, 1)), END])
  await Promise.all(Array.from({ length: 10 }, () => sendPartly(anna, whole, 1_500_000)))
  const { id } = await anna.upload('good.txt', 'good')
  await until(async () => (await anna.get(`/v1/objects/${id}`)).body.status === 'ready', 'the good one')
  expect((await anna.get('/v1/objects')).body.total).toBe(1)
})
