import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type Json } from '../support/client.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { sampled } from '../support/whole.ts'
import { closeBrowser, hasBrowser, look, open, withSwitches } from './browser.ts'

/** A real page of another site, on an installation without an account: the moment when most is to be had. */

const NAMES = ['evil.example', 'www.evil.example', 'nas.local', 'dossier.example', 'localhost', '127.0.0.1', '[::1]']

interface Tried {
  origin: string
  way: string
  method: string
  path: string
  status: number
  allowed: string | null
}

describe.skipIf(!hasBrowser)('pages of other sites', () => {
  let server: RunningServer
  let evil: Server
  beforeAll(async () => {
    withSwitches('--host-resolver-rules=MAP *.example 127.0.0.1,MAP nas.local 127.0.0.1')
    server = await startServer({ env: { HOST: '127.0.0.1' } })
    evil = createServer((request, response) => {
      // An origin that is `null`: a page that is told to have none.
      if (request.url === '/null') response.setHeader('content-security-policy', 'sandbox allow-scripts allow-forms')
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Evil</title>')
    }).listen(0, '::')
    await once(evil, 'listening')
  })
  afterAll(async () => {
    await closeBrowser()
    await server.stop()
    evil.close()
  })

  /** Everything a page can send without being allowed to, to every door. */
  async function attack(target: string, paths: string[]): Promise<void> {
    const account = { email: 'evil@example.org', password: 'taken by a page', name: 'Evil' }
    const json = JSON.stringify(account)
    const form = () => {
      const fields = new FormData()
      for (const [name, value] of Object.entries(account)) fields.append(name, value)
      fields.append('file', new Blob(['x']), 'x.txt')
      return fields
    }
    const send = (path: string, init: RequestInit) =>
      fetch(target + path, { method: 'POST', mode: 'no-cors', credentials: 'include', ...init }).catch(() => {})
    for (const path of paths) {
      await send(path, { body: json, headers: { 'content-type': 'text/plain' } })
      await send(path, { body: new URLSearchParams(account) })
      await send(path, { body: form() })
      await send(path, { body: new Blob([json]) })
      await send(path, { body: json, mode: 'cors', headers: { 'content-type': 'application/json' } })
      navigator.sendBeacon(target + path, json)
      navigator.sendBeacon(target + path, new URLSearchParams(account))
      navigator.sendBeacon(target + path, form())
      for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const frame = document.createElement('iframe')
        frame.name = `f${Math.random()}`
        document.body.append(frame)
        const sheet = document.createElement('form')
        Object.assign(sheet, { method: 'POST', enctype, action: target + path, target: frame.name })
        // The trick of text/plain forms: name and value together are JSON.
        const field = document.createElement('input')
        Object.assign(field, { name: `${json.slice(0, -1)},"x":"`, value: '"}' })
        sheet.append(field)
        document.body.append(sheet)
        const loaded = new Promise(done => frame.addEventListener('load', done))
        sheet.submit()
        await Promise.race([loaded, new Promise(done => setTimeout(done, 3000))])
      }
    }
  }

  test('get nothing but 403 or 415, no cookie, and no account', async () => {
    const { body } = await call('GET', '/openapi.json', {}, server.url)
    const paths = Object.entries<Json>(body.paths)
      .filter(([, { post }]) => post?.security.length === 0)
      .map(([path]) => path.replace(/\{\w+\}/g, 'x'))
    expect(paths).toEqual(expect.arrayContaining(['/v1/auth/register', '/v1/auth/login', '/v1/share/x/objects']))
    const { port } = evil.address() as AddressInfo
    const tried: Tried[] = []
    const { context, page } = await open(server.url, '/icon.svg')
    page.context().on('response', response => {
      const request = response.request()
      if (!response.url().startsWith(server.url) || request.method() === 'GET') return
      tried.push({
        origin: page.url(),
        way: request.headers()['content-type'] ?? '',
        method: request.method(),
        path: response.url().slice(server.url.length),
        status: response.status(),
        allowed: response.headers()['access-control-allow-origin'] ?? null,
      })
    })
    const places = [...NAMES.map(name => `${name}:${port}/`), `evil.example:${port}/null`]
    let attacked = 0
    for (const [n, place] of places.entries()) {
      // The sample: every door from one place.
      const doors = sampled(
        paths.filter((_, door) => door % places.length === n),
        paths,
      )
      attacked += doors.length
      await page.goto(`http://${place}`)
      await page.evaluate(`(${attack})(${JSON.stringify(server.url)}, ${JSON.stringify(doors)})`)
    }
    const posts = tried.filter(({ method }) => method === 'POST')
    // Four fetches, three beacons and three forms for each door and origin.
    expect(attacked).toBeGreaterThanOrEqual(paths.length)
    expect(posts.length).toBeGreaterThanOrEqual(attacked * 8)
    expect(posts.filter(({ status }) => status !== 403 && status !== 415)).toEqual([])
    expect(tried.filter(({ allowed }) => allowed !== null)).toEqual([])
    expect(await context.cookies()).toEqual([])
    expect((await call('GET', '/v1/auth/state', {}, server.url)).body.first_run).toBe(true)

    // A name of the attacker's that leads to the service itself: the page is ours, the name is not.
    const led = `http://evil.example:${new URL(server.url).port}`
    await page.goto(`${led}/icon.svg`)
    const status = await page.evaluate(async () => {
      const body = JSON.stringify({ email: 'evil@example.org', password: 'taken by a name' })
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/v1/auth/register', { method: 'POST', headers, body })).status
    })
    expect(status).toBe(403)
    expect((await call('GET', '/v1/auth/state', {}, server.url)).body.first_run).toBe(true)
    await context.close()
  })

  const inEnglish = [
    'en',
    'Create the first account',
    'E-mail',
    'Password',
    'Setup code',
    'needs the setup code',
    'Create account',
  ] as const
  const inRussian = [
    'ru',
    'Первая учётная запись',
    'Почта',
    'Пароль',
    'Код установки',
    'нужен код установки',
    'Создать',
  ] as const
  test.each(sampled([inRussian], [inRussian, inEnglish]))(
    'the page asks for the setup code where it is needed: %s',
    async (...words) => {
      const [language, title, email, password, code, refusal, button] = words
      const fresh = await startServer({ env: { TRUST_PROXY: 'true' } })
      try {
        const visitor = await open(fresh.url, '/', { language })
        const { page } = visitor
        await page.getByRole('heading', { name: title }).waitFor()
        await page.getByLabel(email).fill('first@example.org')
        await page.getByLabel(password, { exact: true }).fill('the first one')
        await page.getByLabel(code).fill('not this one')
        await look(visitor, `setup-code-${language}`)
        await page.getByRole('button', { name: button }).click()
        await page.getByText(refusal).waitFor()
        await page.getByLabel(code).fill(/Setup code, .*: ([A-Z2-9-]{19})/.exec(fresh.output())![1]!)
        await page.getByRole('button', { name: button }).click()
        await page.getByRole('heading', { name: title }).waitFor({ state: 'detached' })
        expect((await call('GET', '/v1/auth/state', {}, fresh.url)).body.first_run).toBe(false)
        await visitor.context.close()
      } finally {
        await fresh.stop()
      }
    },
  )
})
