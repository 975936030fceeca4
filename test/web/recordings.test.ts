/** @module-tag long */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { bytesOf, canSpeak, conversation, MAN, MEETING, Studio, WOMAN } from '../support/speech.ts'
import { whole } from '../support/whole.ts'
import { closeBrowser, fits, hasBrowser, look, open, picture } from './browser.ts'
import { complaintsOn } from './said.ts'

/** A person listens to a meeting: reads along, jumps about, sees who speaks and gives them names. */

const base = baseUrl()
const LONG = 240
const QUIET = 4

/** Where the sound itself is. */
const secondIn = 'document.querySelector("audio")?.currentTime ?? -1'

describe.skipIf(!hasBrowser || !canSpeak)('recordings', () => {
  let studio: Studio
  let anna: Person
  let id: string
  let said: ReturnType<typeof conversation>['said']

  beforeAll(async () => {
    studio = new Studio()
    anna = await aPerson(base)
    const made = conversation(studio, { man: MAN, woman: WOMAN }, MEETING)
    // Somebody switched it on too early.
    const recording = studio.join(studio.silence(QUIET), made.path)
    said = made.said.map(line => ({ ...line, start: line.start + QUIET, end: line.end + QUIET }))
    id = (await anna.upload('meeting.mp3', bytesOf(studio.make(['-i', recording], 'mp3')))).id
  })
  afterAll(async () => {
    await closeBrowser()
    studio.close()
  })

  test('is written down before one’s eyes, followed, and moved about in', async () => {
    const visitor = await open(base, `/objects/${id}`, {}, anna)
    const { page } = visitor
    const dialog = page.getByRole('dialog', { name: 'meeting.mp3' })
    const transcript = dialog.getByRole('region', { name: 'Transcript' })
    // It becomes readable without a reload.
    await transcript.waitFor({ timeout: LONG * 1000 })
    await dialog.getByText('Transcribed automatically', { exact: true }).waitFor()
    // The words of the page, not those that were said.
    expect(await complaintsOn(page, 'en')).toEqual([])
    const slider = dialog.getByRole('slider', { name: 'Position in the recording' })
    await look(visitor, 'recording')

    const word = transcript.getByText('delivery', { exact: true })
    await word.click()
    const [, second] = said
    await until(async () => Number(await page.evaluate(secondIn)) > second!.start - 0.7, 'the sound to be there')
    expect(Number(await page.evaluate(secondIn))).toBeLessThan(second!.end)
    await until(
      async () => (await transcript.locator('[data-said]').textContent()) === 'delivery',
      'the word to be marked',
    )

    const before = Number(await page.evaluate(secondIn))
    await slider.press('ArrowRight')
    await until(async () => Number(await page.evaluate(secondIn)) >= before + 4.9, 'five seconds on')
    await dialog.waitFor()
    await slider.press('Home')
    await until(async () => Number(await page.evaluate(secondIn)) === 0, 'the beginning')
    const box = (await slider.boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + 20)
    const length = said.at(-1)!.end
    await until(async () => Math.abs(Number(await page.evaluate(secondIn)) - length / 2) < 1.5, 'the middle')

    const line = () => transcript.locator('[aria-current]').getByRole('button').textContent()
    const there = await line()
    await dialog.getByRole('button', { name: 'Play', exact: true }).click()
    await dialog.getByRole('button', { name: 'Pause' }).waitFor()
    await until(async () => (await line()) !== there, 'the mark to go on with the sound', 90)
    await dialog.getByRole('button', { name: 'Pause' }).click()

    await transcript.hover()
    await page.mouse.wheel(0, -200)
    await dialog.getByRole('button', { name: 'Follow the playback' }).click()
    await dialog.getByRole('button', { name: 'Follow the playback' }).waitFor({ state: 'detached' })
    await visitor.context.close()
  })

  test.runIf(whole)('a long film says how far it is written down, and stops when asked', async () => {
    const voice = studio.speak(MEETING.map(([, text]) => text).join(' '))
    const long = studio.join(...Array.from({ length: 8 }, () => [voice, studio.silence(2)]).flat())
    const picturing = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=5', '-shortest', '-pix_fmt', 'yuv420p']
    const film = await anna.upload('film.mp4', bytesOf(studio.make(['-i', long, ...picturing], 'mp4')))
    const visitor = await open(base, `/objects/${film.id}`, { dark: true }, anna)
    const dialog = visitor.page.getByRole('dialog', { name: 'film.mp4' })
    await dialog.getByText(/^Being written down: 0:\d\d of \d:\d\d/).waitFor({ timeout: LONG * 1000 })
    await dialog.getByText(/^0:00 \/ 3:\d\d$/).waitFor()
    await look(visitor, 'recording-film')
    await dialog.getByRole('button', { name: 'Stop writing it down' }).click()
    await dialog.getByText(/cancelled at/).waitFor({ timeout: LONG * 1000 })
    expect((await anna.get(`/v1/objects/${film.id}`)).body).toMatchObject({ status: 'ready', needs_manual: true })
    await visitor.context.close()
  })

  test('whoever has a link reads along and moves about by the words', async () => {
    await anna.read(id, LONG)
    const { url } = (await anna.post(`/v1/objects/${id}/shares`, {})).body
    const visitor = await open(base, new URL(url).pathname, {})
    const { page } = visitor
    const transcript = page.getByRole('region', { name: 'Transcript' })
    await transcript.getByText('delivery', { exact: true }).click()
    await until(async () => (await transcript.locator('[data-said]').textContent()) === 'delivery', 'the marked word')
    expect(Number(await page.evaluate(secondIn))).toBeGreaterThan(said[1]!.start - 0.7)
    await look(visitor, 'share-recording')
    await visitor.context.close()
  })

  test('what is found opens at its second', async () => {
    await anna.read(id, LONG)
    const visitor = await open(base, '/search?q=delivery%20terms', {}, anna)
    const { page } = visitor
    await page
      .getByRole('list', { name: 'Found files' })
      .getByRole('link', { name: /meeting/ })
      .click()
    await page.getByRole('region', { name: 'Transcript' }).locator('[data-cited]').first().waitFor()
    const at = Number(new URL(page.url()).searchParams.get('t'))
    expect(at).toBeGreaterThan(QUIET - 1)
    await until(async () => Math.abs(Number(await page.evaluate(secondIn)) - at) < 0.1, 'the second of the passage')
    await page.reload()
    await until(async () => Math.abs(Number(await page.evaluate(secondIn)) - at) < 0.1, 'the same by the address alone')
    await picture(visitor, 'recording-found')

    await page.goto(`${base}/ask`)
    await page.getByRole('textbox', { name: 'Your message' }).fill('When is the payment due?')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Passages' }).getByRole('link').first().click()
    await page.getByRole('region', { name: 'Transcript' }).locator('[data-cited]').first().waitFor()
    expect(Number(new URL(page.url()).searchParams.get('t'))).toBeGreaterThan(QUIET - 1)
    await look(visitor, 'recording-cited')
    await visitor.context.close()
  })

  test.runIf(whole)(
    'speakers are told apart and named; a voice is kept with consent, and forgotten',
    {
      timeout: 300_000,
    },
    async () => {
      await anna.read(id, LONG)
      const visitor = await open(base, `/objects/${id}`, {}, anna)
      const { page } = visitor
      const dialog = page.getByRole('dialog', { name: 'meeting.mp3' })
      await dialog.getByRole('button', { name: 'Tell the speakers apart' }).click()
      await page.getByLabel('How many people speak?').selectOption('2')
      const begun = page.waitForResponse(answer => answer.url().endsWith('/diarize') && answer.status() === 202)
      await page.getByRole('button', { name: 'Start' }).click()
      const { task_id } = await (await begun).json()
      // A page that is loaded anew finds it going on, unless it is done already.
      await page.reload({ waitUntil: 'commit' })
      const followed = page.waitForRequest(asked => asked.url().endsWith(`/diarize-status/${task_id}`))
      await Promise.race([followed.catch(() => {}), dialog.getByRole('list', { name: 'Speakers' }).waitFor()])
      const legend = dialog.getByRole('list', { name: 'Speakers' })
      await legend.getByText('Speaker 2').waitFor({ timeout: LONG * 1000 })
      await look(visitor, 'recording-speakers')

      await legend.getByRole('button', { name: 'Name Speaker 1' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Peter')
      await page.getByRole('button', { name: 'Save' }).click()
      const transcript = dialog.getByRole('region', { name: 'Transcript' })
      await until(async () => (await transcript.getByText('Peter').count()) >= 2, 'the name everywhere')
      expect((await anna.get(`/v1/objects/${id}/diarization`)).body.speakers.S1).toBe('Peter')

      await legend.getByRole('button', { name: 'Name Speaker 2' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Maria')
      await page.getByRole('switch', { name: /Remember this voice/ }).click()
      await look(visitor, 'recording-name')
      await page.getByRole('button', { name: 'Save' }).click()
      await legend.getByText('Maria').waitFor()
      expect((await anna.get('/v1/voice-profiles')).body.items).toMatchObject([{ name: 'Maria', consent: true }])
      await visitor.context.close()

      const phone = { width: 390, height: 780, dark: true, touch: true, language: 'ru' } as const
      const small = await open(base, `/objects/${id}?t=5`, phone, anna)
      await small.page.getByRole('list', { name: 'Говорящие' }).getByText('Maria').waitFor()
      await small.page.getByRole('region', { name: 'Расшифровка' }).locator('[aria-current]').waitFor()
      await fits(small.page)
      await look(small, 'recording-phone')
      await small.page.goto(`${base}/settings/voices`)
      await small.page.getByRole('list', { name: 'Профили голосов' }).getByText('Maria').waitFor()
      await fits(small.page)
      await look(small, 'voices')
      await small.page.getByRole('button', { name: 'Забыть голос: Maria' }).click()
      await small.page.getByRole('button', { name: 'Забыть', exact: true }).click()
      await small.page.getByText('Ни один голос не запомнен.').waitFor()
      expect((await anna.get('/v1/voice-profiles')).body.items).toEqual([])
      await small.context.close()
    },
  )

  test.runIf(whole)('a voice is added from a sample of it, only with consent', async () => {
    const person = await aPerson(base)
    const words = 'Good morning. I think we should sign the contract this week. The payment is due in thirty days.'
    const sample = studio.make(['-i', studio.join(studio.speak(words, MAN), studio.speak(words, MAN))], 'mp3')
    const visitor = await open(base, '/settings/voices', {}, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Add a voice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a voice' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Peter')
    await dialog.getByLabel('Choose a recording').setInputFiles(sample)
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await dialog.getByRole('switch', { name: 'The person agrees' }).click()
    await look(visitor, 'voice-enrol')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const profiles = page.getByRole('list', { name: 'Voice profiles' })
    await profiles.getByText('Peter').waitFor({ timeout: 180_000 })
    // No weights for voices lie in MODELS_DIR here.
    await profiles.getByText('The name only: voices cannot be recognised on this server').waitFor()
    expect((await person.get('/v1/voice-profiles')).body.items).toMatchObject([{ name: 'Peter', consent: true }])
    await visitor.context.close()
  })
})
