/** @module-tag long */

import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { aPerson, call, until } from './support/client.ts'
import { aDataDir, ROOT, startServer } from './support/server.ts'

// Several starts of the service, one after the other.
vi.setConfig({ testTimeout: 240_000 })

const run = promisify(execFile)

const command = (dataDir: string, name: string) =>
  run(process.execPath, [join(ROOT, 'dist/server/main.js'), `--command=${name}`], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })

test('the key is changed by a command, a lost one is noticed, and what was sealed still opens', async () => {
  const signatures: string[] = []
  const receiver = createServer((request, response) => {
    signatures.push(String(request.headers['x-dossier-signature']))
    response.end()
  })
  await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const dataDir = await aDataDir()
  const file = join(dataDir, 'secret.key')
  const start = () => startServer({ dataDir, env: { ALLOW_PRIVATE_ENDPOINTS: 'on' } })

  const first = await start()
  const anna = await aPerson(first.url)
  await anna.post('/v1/webhooks', { url, events: ['object.ready'], secret: 'shared secret' })
  await expect(command(dataDir, 'rotate-key')).rejects.toThrow(/in use|is already/i)
  await first.stop({ keep: true })

  const before = await readFile(file, 'utf8')
  expect((await command(dataDir, 'rotate-key')).stdout).toContain('1 secrets are sealed with the new key')
  const after = await readFile(file, 'utf8')
  expect(after).not.toContain(before.trim())
  expect(after.trim().split('\n')).toHaveLength(1)

  await writeFile(file, before)
  await expect(start()).rejects.toThrow(/sealed with the key .* Bring back SECRET_KEY/)
  await writeFile(file, after)

  const second = await start()
  const login = await call(
    'POST',
    '/v1/auth/login',
    { body: { email: anna.email, password: anna.password } },
    second.url,
  )
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x.txt')
  const headers = { authorization: `Bearer ${login.body.token}` }
  await call('POST', '/v1/objects', { headers, raw: form }, second.url)
  await until(async () => signatures.length > 0, 'the signed delivery')
  expect(signatures[0]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  await second.stop({ keep: true })
  await new Promise(done => receiver.close(done))
  await expect(command(dataDir, 'dance')).rejects.toThrow(/not known/)
  await rm(dataDir, { recursive: true })
})
