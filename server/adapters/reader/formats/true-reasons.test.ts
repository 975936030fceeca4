import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aPdf, streamOf } from '../../../../test/support/pdf.ts'
import type { Desk } from '../desk.ts'
import { extract } from '../extract.ts'
import { WHY } from '../failures.ts'
import { findTools } from '../tools.ts'

/** Files that cannot be read through no fault of their own say so. */

const folder = mkdtempSync(join(tmpdir(), 'dossier-reasons-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

async function reading(bytes: Buffer, kind: string, mime: string) {
  const own = join(folder, `desk-${++files}`)
  mkdirSync(own)
  const path = join(own, 'file')
  writeFileSync(path, bytes)
  const desk: Desk = {
    tools: await findTools(process.env.PATH ?? ''),
    folder: own,
    deadline: Date.now() + 60_000,
    beginSlow() {},
    progress() {},
  }
  return extract({ path, kind, mime, filename: 'file' }, desk)
}

const NOTICE = [
  'Please wait...',
  'If this message is not eventually replaced with the proper contents of the document,',
  'your PDF viewer may not be able to display this type of document.',
  'You can upgrade to the latest version of Adobe Reader for Windows, Mac, or Linux.',
]
const form = (lines: string[], catalog: string) =>
  aPdf([{ lines }], {
    objects: [streamOf('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')],
    catalog: `${catalog} /AcroForm << /Fields [] /XFA 5 0 R >>`,
  })

test('of a form that only Adobe Reader shows, the request to wait is not taken for its text', async () => {
  for (const catalog of ['', '/NeedsRendering true'])
    expect(await reading(form(NOTICE, catalog), 'pdf', 'application/pdf')).toMatchObject({
      text: '',
      needsManual: WHY.dynamicForm,
    })
  // A form that has its page in the file, and a text about such forms.
  const shown = ['Application for a licence', 'Fill in with Adobe Reader. Name: Anna']
  expect(await reading(form(shown, ''), 'pdf', 'application/pdf')).toMatchObject({
    text: expect.stringContaining('Application for a licence'),
    needsManual: null,
  })
  expect(await reading(aPdf([{ lines: NOTICE }]), 'pdf', 'application/pdf')).toMatchObject({
    text: expect.stringContaining('Please wait'),
    needsManual: null,
  })
})

/** A container of old, as far as anybody looks: its mark, and a directory with the names of its streams. */
const container = (...streams: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1016, 1),
    ...streams.map(name => Buffer.concat([Buffer.from(name, 'utf16le'), Buffer.alloc(128 - name.length * 2)])),
    Buffer.alloc(4096, 1),
  ])

test('a presentation of PowerPoint 95 is too old, not damaged', { tags: ['long'], timeout: 120_000 }, async () => {
  const mime = 'application/vnd.ms-powerpoint'
  const old = reading(container('Root Entry', 'PP40', 'Text_Content', 'Current User'), 'presentation', mime)
  await expect(old).rejects.toMatchObject({ words: WHY.tooOld })
  const newer = reading(container('Root Entry', 'PowerPoint Document', 'Current User'), 'presentation', mime)
  await expect(newer).rejects.toMatchObject({ words: WHY.damaged })
})

test('an old presentation of which nothing is missing is not called damaged because LibreOffice refuses it', {
  tags: ['long'],
  timeout: 180_000,
}, async () => {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const plan = new URL('../../../../test/corpus/plan.pptx', import.meta.url).pathname
  execFileSync('soffice', [profile, '--headless', '--convert-to', 'ppt', '--outdir', folder, plan], {
    stdio: 'ignore',
  })
  const bytes = readFileSync(join(folder, 'plan.ppt'))
  // Where its last edition begins stands here, 28 bytes long.
  const edition = bytes.indexOf(Buffer.from('0000f50f1c000000', 'hex'))
  expect(edition).toBeGreaterThan(0)
  bytes.fill(0, edition, edition + 36)
  const mime = 'application/vnd.ms-powerpoint'
  await expect(reading(bytes, 'presentation', mime)).rejects.toMatchObject({ words: WHY.notOpened })
  const torn = bytes.subarray(0, bytes.length * 0.6)
  await expect(reading(torn, 'presentation', mime)).rejects.toMatchObject({ words: WHY.damaged })
})

test('a page of empty fields is no scan', async () => {
  const field =
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [72 700 300 720] /MK << /BC [0 0 0] >> /AP << /N 6 0 R >> >>'
  const border = streamOf('1 w 0 0 228 20 re S', '/Type /XObject /Subtype /Form /BBox [0 0 228 20]')
  const bytes = aPdf([{ entries: '/Annots [5 0 R]' }], {
    objects: [field, border],
    catalog: '/AcroForm << /Fields [5 0 R] >>',
  })
  expect(await reading(bytes, 'pdf', 'application/pdf')).toMatchObject({ text: '', needsManual: null })
})
