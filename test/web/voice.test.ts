/** @module-tag long */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, until } from '../support/client.ts'
import { canSpeak, Studio } from '../support/speech.ts'
import { closeBrowser, hasBrowser, look, open, picture, withSwitches } from './browser.ts'

/** Somebody asks by voice: a microphone that hears a file, and the service's own transcriber. */

const base = baseUrl()

describe.skipIf(!hasBrowser || !canSpeak)('by voice', () => {
  const studio = new Studio()
  beforeAll(() => {
    const words = studio.speak('When does the contract end?')
    const sound = studio.make(['-i', studio.join(words, studio.silence(30)), '-ar', '48000'], 'wav')
    withSwitches(
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${sound}%noloop`,
    )
  })
  afterAll(async () => {
    await closeBrowser()
    studio.close()
  })

  test('what is said is written down by the service, stands in the box, and leaves no sound behind', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/ask', {}, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Speak' }).click()
    await page.getByRole('timer').getByText('0:04').waitFor()
    await look(visitor, 'voice-hearing')
    await page.getByRole('button', { name: 'Stop recording' }).click()
    await page.getByRole('status').getByText('Writing it down').waitFor()
    const box = page.getByRole('textbox', { name: 'Your message' })
    await until(async () => (await box.inputValue()) !== '', 'the words', 150)
    expect((await box.inputValue()).toLowerCase()).toContain('contract')
    await picture(visitor, 'voice-heard')
    await until(async () => (await person.get('/v1/trash')).body.items.length === 0, 'the sound to be gone')
    expect((await person.get('/v1/objects')).body.items).toEqual([])
    await visitor.context.close()
  })

  test('where no microphone is allowed, it says so', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/ask', { language: 'ru' }, person)
    const { page } = visitor
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await page.getByRole('button', { name: 'Сказать голосом' }).click()
    await page.getByText('Нет доступа к микрофону').waitFor()
    await visitor.context.close()
  })
})
