import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Person } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open } from './browser.ts'
import { pdf } from './files.ts'

/** A person signs a page by hand; what was made says what it is, and takes the place of the file where that is asked. */

const base = baseUrl()
const folder = mkdtempSync(join(tmpdir(), 'dossier-sign-test-'))
const TWO = pdf(['Contract 4711', 'Second page'])

/** How much of a part of the page is ink, as poppler draws it. */
async function inkIn(person: Person, id: string, [x0, y0, x1, y1]: [number, number, number, number]): Promise<number> {
  const headers = { authorization: `Bearer ${person.token}` }
  const path = join(folder, `${id}.pdf`)
  writeFileSync(path, Buffer.from(await (await fetch(`${base}/v1/objects/${id}/content`, { headers })).arrayBuffer()))
  execFileSync('qpdf', ['--check', path])
  const drawn = execFileSync('pdftoppm', ['-png', '-singlefile', '-scale-to', '800', path])
  const { data, info } = await sharp(drawn).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let ink = 0
  for (let y = Math.floor(y0 * info.height); y < y1 * info.height; y++)
    for (let x = Math.floor(x0 * info.width); x < x1 * info.width; x++)
      if (data[(y * info.width + x) * 3]! < 150 && data[(y * info.width + x) * 3 + 2]! > 100) ink++
  return ink
}

describe.skipIf(!hasBrowser)('signing by hand', () => {
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await closeBrowser()
  })

  test('a signature is drawn, put down by keys and saved as the next version', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Contract.pdf', TWO)
    const visitor = await open(base, `/objects/${id}/pages?work=annotate`, {}, person)
    const { page } = visitor
    await page.getByRole('radio', { name: 'Signature' }).click()
    await page.getByRole('button', { name: 'Add the annotations' }).isDisabled()
    const pad = (await page.getByRole('img', { name: /^Sign here/ }).boundingBox())!
    await page.mouse.move(pad.x + 30, pad.y + 70)
    await page.mouse.down()
    for (const [dx, dy] of [
      [90, 20],
      [150, 80],
      [220, 25],
      [290, 75],
    ])
      await page.mouse.move(pad.x + dx!, pad.y + dy!, { steps: 6 })
    await page.mouse.up()
    await page.getByRole('img', { name: 'Your signature' }).waitFor()
    await page.getByRole('button', { name: 'Add an area' }).click()
    await page.getByText('1 area', { exact: true }).waitFor()
    await page.locator('[data-box]').focus()
    for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowDown')
    await look(visitor, 'workbench-signature')
    await page.getByRole('switch', { name: 'Save as a new version of this file' }).click()
    await page.getByRole('button', { name: 'Add the annotations' }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    const { body } = await person.get(`/v1/objects/${id}`)
    expect(body.version).toBe(2)
    expect((await person.get('/v1/objects')).body.total).toBe(1)
    expect(await inkIn(person, id, [0.3, 0.6, 0.6, 0.67])).toBeGreaterThan(100)
    expect(await inkIn(person, id, [0.3, 0.3, 0.6, 0.5])).toBe(0)
    await visitor.context.close()
  })

  test('what a redaction removed or was asked to keep is said, in Russian on a phone as well', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Contract.pdf', TWO)
    const eyes = { width: 390, height: 780, language: 'ru', touch: true } as const
    const visitor = await open(base, `/objects/${id}/pages?work=redact`, eyes, person)
    const { page } = visitor
    await page.getByRole('switch', { name: 'Оставить комментарии' }).click()
    await page.getByLabel('Найти в документе').fill('4711')
    await page.getByRole('button', { name: 'Отметить все' }).click()
    await page.getByText('1 область', { exact: true }).waitFor()
    await fits(page)
    await look(visitor, 'workbench-redact-phone')
    await page.getByRole('button', { name: 'Вымарать', exact: true }).click()
    await page.getByText('Вымарана 1 область.').waitFor()
    await page.getByText('Оставлено по вашей просьбе: комментарии.').waitFor()
    await look(visitor, 'workbench-report-phone')
    await visitor.context.close()
  })

  test('a redaction that is the next version offers to remove the earlier ones, which still have the words', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Contract.pdf', TWO)
    const visitor = await open(base, `/objects/${id}/pages?work=redact`, {}, person)
    const { page } = visitor
    await page.getByLabel('Find in the document').fill('4711')
    await page.getByRole('button', { name: 'Mark all' }).click()
    await page.getByText('1 area', { exact: true }).waitFor()
    await page.getByRole('switch', { name: 'Save as a new version of this file' }).click()
    await page.getByRole('button', { name: 'Redact', exact: true }).click()
    await page.getByText('can still be read in the earlier versions').waitFor()
    await look(visitor, 'workbench-earlier-versions')
    const earlier = async () => (await person.get(`/v1/objects/${id}/revisions`)).body.items
    expect(await earlier()).toHaveLength(1)
    const dialog = page.getByRole('dialog', { name: 'Delete the earlier versions?' })
    await page.getByRole('button', { name: 'Delete the earlier versions' }).click()
    await dialog.waitFor()
    // The question stays while another version comes in beneath it.
    const reopened = page.waitForResponse(answer => answer.url().includes(`/v1/objects/${id}/content`))
    await person.call('PUT', `/v1/objects/${id}/content?base_version=2`, { raw: TWO })
    await reopened
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await earlier()).toHaveLength(2)
    await page.getByRole('button', { name: 'Delete the earlier versions' }).click()
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('The earlier versions are deleted.').waitFor()
    expect(await earlier()).toEqual([])
    expect((await person.get(`/v1/objects/${id}`)).body.version).toBe(3)
    await visitor.context.close()
  })

  test('pages are saved as the next version; a picture is converted smaller, and what it loses is said', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Contract.pdf', TWO)
    const visitor = await open(base, `/objects/${id}/pages`, {}, person)
    const { page } = visitor
    await page.getByRole('option', { name: 'Page 1' }).click()
    await page.keyboard.press('r')
    await page.getByRole('option', { name: 'Page 1' }).click()
    await page.getByRole('option', { name: 'Page 2' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 changes are not saved yet').waitFor()
    await page.getByRole('switch', { name: 'Save as a new version of this file' }).click()
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    expect((await person.get(`/v1/objects/${id}`)).body.version).toBe(2)
    await page.getByRole('button', { name: 'Go on with the result' }).click()
    await page.getByRole('option', { name: 'Page 1' }).waitFor()
    expect(await page.getByRole('option', { name: 'Page 2' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('menuitem', { name: 'Compare with another version' }).click()
    const tool = page.getByRole('dialog')
    await tool.getByLabel('Compare with').selectOption({ index: 1 })
    await look(visitor, 'workbench-compare-earlier')
    await tool.getByRole('button', { name: 'Start' }).click()
    await tool.getByRole('status').getByText('Done').waitFor()
    await tool.getByRole('link', { name: /comparison/ }).waitFor()
    const glass = { r: 255, g: 0, b: 0, alpha: 0.5 }
    const photo = sharp({ create: { width: 1000, height: 500, channels: 4, background: glass } }).png()
    const { id: picture } = await person.upload('Photo.png', new Uint8Array(await photo.toBuffer()))
    await page.goto(`${base}/objects/${picture}`)
    await page
      .getByRole('dialog', { name: /Photo/ })
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Convert' }).click()
    const dialog = page.getByRole('dialog', { name: /^Convert/ })
    await dialog.getByLabel('Into').selectOption('jpg')
    await dialog.getByLabel('Longer side').selectOption('800')
    await look(visitor, 'convert-size')
    await dialog.getByRole('button', { name: 'Convert' }).click()
    await dialog.getByText('Not kept: transparency, it has become white.').waitFor()
    await look(visitor, 'convert-report')
    await visitor.context.close()
    const { items } = (await person.get('/v1/objects')).body
    const small = items.find((file: { mime: string }) => file.mime === 'image/jpeg')!
    const headers = { authorization: `Bearer ${person.token}` }
    const made = await fetch(`${base}/v1/objects/${small.id}/content`, { headers })
    expect(await sharp(Buffer.from(await made.arrayBuffer())).metadata()).toMatchObject({ width: 800, height: 400 })
  })
})
