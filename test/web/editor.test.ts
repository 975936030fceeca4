import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, until } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open } from './browser.ts'

/** A person writes: drafts while typing, publishing, somebody else in between, and earlier versions. */

const base = baseUrl()

describe.skipIf(!hasBrowser)('the editor', () => {
  afterAll(closeBrowser)

  test('a draft is kept while one types and survives a reload; it is published; an older version comes back', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('notes.md', '# Kitchen\n\nMeasure twice.\n')
    const visitor = await open(base, `/objects/${id}`, {}, person)
    const { page } = visitor
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('- order the **oven**')
    await page.getByRole('status').getByText('Draft saved').waitFor()
    expect((await person.get(`/v1/objects/${id}/draft`)).body.text).toContain('order the **oven**')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('oven').waitFor()
    await look(visitor, 'editor')
    await page.reload()
    await page.getByText('You are going on with your draft').waitFor()
    await text.getByText('order the').waitFor()
    await text.click()
    await page.keyboard.press('Control+f')
    await page.getByRole('textbox', { name: 'Find' }).fill('twice')
    await page.getByRole('checkbox', { name: 'Whole words' }).waitFor()
    await page.getByRole('button', { name: 'Next', exact: true }).waitFor()
    await look(visitor, 'editor-find')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 2').waitFor()
    expect((await person.get(`/v1/objects/${id}/content`)).text).toBe(
      '# Kitchen\n\nMeasure twice.\n- order the **oven**',
    )
    await page.getByRole('button', { name: 'Versions' }).click()
    const versions = page.getByRole('complementary', { name: 'Earlier versions' })
    await versions.getByRole('button', { name: 'Compare with version 1' }).click()
    await page.getByRole('textbox', { name: 'Version 1' }).waitFor()
    await look(visitor, 'editor-compare')
    await page.getByRole('button', { name: 'Back to the text' }).click()
    await versions.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByText('Version 1 is back').waitFor()
    await until(async () => !(await text.textContent())?.includes('oven'), 'the older text')
    await visitor.context.close()
  })

  test('when somebody was faster both texts stand side by side, and one is made of them', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('plan.txt', 'one\ntwo\nthree\n')
    const eyes = { width: 1024, height: 700, dark: true, language: 'ru' } as const
    const visitor = await open(base, `/objects/${id}/edit`, eyes, person)
    const { page } = visitor
    await page.getByRole('textbox', { name: 'Текст' }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('mine')
    await page.getByRole('status').getByText('Черновик сохранён').waitFor()
    await person.call('PUT', `/v1/objects/${id}/content?base_version=1`, {
      raw: 'one, changed\ntwo\nthree\n',
      headers: { 'content-type': 'application/octet-stream' },
    })
    await page.getByRole('button', { name: 'Сохранить версию' }).click()
    await page.getByRole('alert').getByText('Файл тем временем изменили').waitFor()
    await page.getByRole('textbox', { name: 'Файл сейчас' }).getByText('one, changed').waitFor()
    await look(visitor, 'editor-conflict-dark')
    await fits(page)
    // Their first line is taken over, my last one stays.
    await page.getByRole('button', { name: 'Взять текст слева' }).first().click()
    await page.getByRole('button', { name: 'Сохранить текст справа' }).click()
    await page.getByText('Сохранено, версия 3').waitFor()
    expect((await person.get(`/v1/objects/${id}/content`)).text).toBe('one, changed\ntwo\nthree\nmine')
    await visitor.context.close()
  })
})
