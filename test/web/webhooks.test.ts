/** @module-tag long */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open } from './browser.ts'

const base = baseUrl()
afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('a webhook', () => {
  test('is added, shows what was sent, sends it again, and is removed, on a phone too', async () => {
    let received = 0
    const receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(++received === 1 ? 500 : 200).end())
    })
    await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const person = await aPerson(base)
    const visitor = await open(base, '/settings/integrations', { width: 390, height: 844, touch: true }, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    await page.getByLabel('Address').last().fill(url)
    await page.getByLabel('A task is done').check()
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    await page.getByText('It is shown this once.').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    expect((await person.get('/v1/webhooks')).body.items).toMatchObject([
      { url, events: ['object.ready', 'object.failed', 'task.done'] },
    ])
    await person.upload('sent.txt')
    await page.getByRole('button', { name: `Deliveries to ${url}` }).click()
    const sent = page.getByRole('list', { name: `Deliveries to ${url}` })
    await sent.getByText('Delivered').waitFor()
    await sent.getByText('Answer 200 · 2 attempts').waitFor()
    await fits(page)
    await look(visitor, 'webhooks-phone')
    await sent.getByRole('button', { name: 'Send again' }).click()
    await sent.getByText('Answer 200 · 3 attempts').waitFor()
    expect(received).toBe(3)
    await page.getByRole('button', { name: `Remove ${url}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No webhooks yet').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
    await new Promise(done => receiver.close(done))
  })
})
