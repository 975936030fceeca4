/** @module-tag long */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { canSpeak, Studio } from '../support/speech.ts'
import { closeBrowser, fits, hasBrowser, look, open, withSwitches } from './browser.ts'

/** Somebody records with the microphone, which hears a file. */

const base = baseUrl()

describe.skipIf(!hasBrowser || !canSpeak)('recording', () => {
  const studio = new Studio()
  const folder = mkdtempSync(join(tmpdir(), 'dossier-record-test-'))
  beforeAll(() => {
    const words = studio.speak('The delivery contract ends in October.')
    const sound = studio.make(['-i', studio.join(words, studio.silence(30)), '-ar', '48000'], 'wav')
    withSwitches(
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${sound}%noloop`,
    )
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await closeBrowser()
    studio.close()
  })

  const recordings = (person: Person, count: number) =>
    until(async () => {
      const { items } = (await person.get('/v1/objects')).body
      const made = items.filter(({ filename }) => filename.startsWith('Recording'))
      return made.length === count && made
    }, `${count} recordings`)

  /** How long what it holds plays, by ffmpeg. */
  async function secondsOf(person: Person, id: string): Promise<number> {
    const headers = { authorization: `Bearer ${person.token}` }
    const [path, plain] = [join(folder, `${id}.webm`), join(folder, `${id}.wav`)]
    writeFileSync(path, Buffer.from(await (await fetch(`${base}/v1/objects/${id}/content`, { headers })).arrayBuffer()))
    execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', path, plain])
    const shown = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', plain]
    return Number(execFileSync('ffprobe', shown).toString())
  }

  test('what is said is recorded, paused and saved as a file; a tab that closes loses nothing', async () => {
    const person = await aPerson(base)
    await person.upload('note.txt', 'there before')
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Record' }).click()
    const bar = page.getByRole('region', { name: 'Recording with the microphone' })
    await bar.getByRole('timer').getByText('0:04').waitFor()
    await look(visitor, 'recording-bar')
    await bar.getByRole('button', { name: 'Pause' }).click()
    await bar.getByText('Paused').waitFor()
    await bar.getByRole('button', { name: 'Continue' }).click()
    await bar.getByRole('timer').getByText('0:06').waitFor()
    // It goes on wherever one goes.
    await page.getByRole('link', { name: 'Calendar' }).click()
    await bar.getByRole('button', { name: 'Save' }).click()
    await bar.waitFor({ state: 'detached' })
    const [first] = await recordings(person, 1)
    expect(first).toMatchObject({ filename: expect.stringMatching(/^Recording \d.*\.webm$/) })
    expect(await secondsOf(person, first!.id)).toBeGreaterThan(4)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Record')
    await page.getByRole('option', { name: 'Record', exact: true }).click()
    await bar.getByRole('timer').getByText('0:03').waitFor()
    await page.goto('about:blank')
    await page.goto(`${base}/`)
    await bar.getByText('A recording was not saved').waitFor()
    await look(visitor, 'recording-found')
    await bar.getByRole('button', { name: 'Save' }).click()
    await bar.waitFor({ state: 'detached' })
    const both = await recordings(person, 2)
    const second = both.find(({ id }) => id !== first!.id)!
    expect(await secondsOf(person, second.id)).toBeGreaterThan(1.5)
    await page.reload()
    await page.getByRole('row', { name: second.filename }).first().waitFor()
    expect(await bar.count()).toBe(0)
    await visitor.context.close()
  })

  test('on a phone, in Russian; what is discarded leaves nothing behind', async () => {
    const person = await aPerson(base)
    const eyes = { width: 390, height: 780, dark: true, language: 'ru', touch: true } as const
    const visitor = await open(base, '/', eyes, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Добавить' }).click()
    await page.getByRole('menuitem', { name: 'Записать звук' }).click()
    const bar = page.getByRole('region', { name: 'Запись с микрофона' })
    await bar.getByRole('timer').getByText('0:02').waitFor()
    await fits(page)
    await look(visitor, 'recording-phone')
    await bar.getByRole('button', { name: 'Удалить' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
    await bar.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Добавить' }).waitFor()
    expect(await bar.count()).toBe(0)
    expect((await person.get('/v1/objects')).body.items).toEqual([])
    await visitor.context.close()
  })
})
