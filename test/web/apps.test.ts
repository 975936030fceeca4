import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl } from '../support/client.ts'
import { callTool, mcpClient, tokenOf } from '../support/mcp.ts'
import { attempt, redeem } from '../support/oauth.ts'
import { whole } from '../support/whole.ts'
import { closeBrowser, fits, hasBrowser, look, open } from './browser.ts'

const base = baseUrl()
afterAll(closeBrowser)

const LOOKS = [
  {
    language: 'ru',
    width: 390,
    height: 844,
    touch: true,
    allow: 'Разрешить',
    deny: 'Отклонить',
    where: 'Какие файлы',
    find: 'Найти папку',
    disconnect: 'Отключить',
    none: 'Нет подключённых приложений',
  },
  {
    language: 'en',
    width: 1280,
    height: 800,
    touch: false,
    allow: 'Allow',
    deny: 'Deny',
    where: 'Which files',
    find: 'Find a folder',
    disconnect: 'Disconnect',
    none: 'No application is connected',
  },
] as const

describe.skipIf(!hasBrowser)('an application', () => {
  test.each(LOOKS.filter((_, n) => whole || n === 0))(
    'is let in to one folder, seen with what it read, and ended ($language)',
    { tags: ['long'] },
    async words => {
      const person = await aPerson(base)
      const folder = await person.folder('Lease')
      const file = await person.upload('lease.txt', 'The rent is 900 pounds.', `?collection_id=${folder.id}`)
      const other = await person.upload('other.txt', 'Something else.')
      await person.read(file.id)
      const tried = await attempt({ scope: 'read ask write' })
      const address = `/oauth/authorize?${new URLSearchParams(tried.request)}`
      const visitor = await open(base, address, words, person)
      const { page } = visitor
      // Nobody listens at the application's address: only where the browser would go is of interest.
      const sent: string[] = []
      await page.route('http://127.0.0.1:7777/**', route => {
        sent.push(route.request().url())
        return route.fulfill({ body: 'back in the application' })
      })
      await page.getByRole('heading', { name: /Claude/ }).waitFor()
      await fits(page)
      await look(visitor, `consent-${words.language}`)
      await page.getByRole('button', { name: words.deny }).click()
      await page.getByText('back in the application').waitFor()
      expect(new URL(sent[0]!).searchParams.get('error')).toBe('access_denied')
      await page.goto(base + address)
      // Enter chooses what was found, and allows nothing yet.
      await page.getByLabel(words.find).fill('leas')
      await page.getByLabel(words.where).locator(`option[value="folder ${folder.id}"]`).waitFor({ state: 'attached' })
      await page.getByLabel(words.find).press('Enter')
      expect(await page.getByLabel(words.where).inputValue()).toBe(`folder ${folder.id}`)
      expect(sent).toHaveLength(1)
      await page.getByRole('button', { name: words.allow }).click()
      await page.getByText('back in the application').waitFor()
      const code = new URL(sent[1]!).searchParams.get('code')!
      const client = await mcpClient((await redeem(tried, code)).body.access_token, base)
      expect((await callTool(client, 'read_file', { object_id: file.id })).isError).toBeUndefined()
      expect((await callTool(client, 'read_file', { object_id: other.id })).isError).toBe(true)
      // The page asks for nothing of other sites but to go back there.
      expect(visitor.complaints.splice(0)).toEqual(sent.map(url => `a request to somewhere else: ${url}`))
      await page.goto(`${base}/settings/apps`)
      await page.getByRole('listitem').locator('summary').click()
      await page.getByRole('link', { name: 'lease.txt' }).waitFor()
      await fits(page)
      await look(visitor, `connected-apps-${words.language}`)
      await page.getByRole('button', { name: words.disconnect }).click()
      await page.getByRole('dialog').getByRole('button', { name: words.disconnect }).click()
      await page.getByText(words.none).waitFor()
      await expect(client.listTools()).rejects.toThrow()
      await visitor.context.close()
    },
  )

  test('that needs a yes is told of wherever one is, and answered where the toast leads', async () => {
    const person = await aPerson(base)
    const file = await person.upload('old.txt', 'old')
    const client = await mcpClient(await tokenOf(person), base)
    const visitor = await open(base, '/calendar', {}, person)
    const { page } = visitor
    await page.getByRole('navigation').first().waitFor()
    const asked = await callTool(client, 'trash_file', { object_id: file.id })
    expect(asked.structuredContent.status).toBe('waiting')
    await page.getByText('Claude needs your permission: Move "old.txt" to the trash').waitFor()
    await look(visitor, 'application-waits')
    await page.getByRole('button', { name: 'Review' }).click()
    await page.waitForURL(url => url.searchParams.get('session') === asked.structuredContent.run_id)
    await page.getByText('Move "old.txt" to the trash').first().waitFor()
    await visitor.context.close()
  })
})
