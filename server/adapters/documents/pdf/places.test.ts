import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { aPdf } from '../../../../test/support/pdf.ts'
import type { DocumentWorker } from '../../document-worker/document-worker.ts'
import { findPlaces } from '../../pdf/find.ts'
import { pageSizes } from '../../pdf/watermark.ts'
import type { Programs } from '../../programs/programs.ts'
import { placesOf } from './amend.ts'
import { qpdfIn } from './qpdf.ts'

const TASKS: Record<string, (input: never) => Promise<unknown>> = { findPlaces, pageSizes }

/** The same programs and the same work, here and not in children of their own. */
async function withMachine<T>(
  pdf: Buffer,
  use: (machine: Parameters<typeof placesOf>[0], ran: string[]) => Promise<T>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'machine-'))
  const ran: string[] = []
  const programs = {
    find: async (name: string) => name,
    run: async (name: string, args: string[]) => {
      ran.push(name)
      const { stdout } = await promisify(execFile)(name, args, { encoding: 'buffer', maxBuffer: 1 << 26 })
      return { code: 0, stdout, stderr: '' }
    },
  } as unknown as Programs
  const worker: DocumentWorker = { ask: (task, input) => TASKS[task]!(input as never), close: async () => {} }
  try {
    const path = join(folder, 'source.pdf')
    await writeFile(path, pdf)
    const source = { path, pages: 0, encrypted: false }
    return await use({ programs, qpdf: qpdfIn(programs), worker, source, folder, bounds: {} }, ran)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the words of all pages are asked for once', async () => {
  const pages = Array.from({ length: 12 }, (_, n) => ({ lines: n % 5 === 0 ? ['for Johnson'] : [] }))
  await withMachine(aPdf(pages), async (machine, ran) => {
    const { places, pages_without_text } = await placesOf(machine, 'Johnson')
    expect(places.map(({ page }) => page)).toEqual([1, 6, 11])
    expect(pages_without_text).toHaveLength(9)
    expect(ran.filter(name => name === 'pdftotext')).toHaveLength(1)
  })
})

test('nothing is started for a caller who has gone', async () => {
  await withMachine(aPdf([{ lines: ['for Johnson'] }]), async (machine, ran) => {
    const bounds = { signal: AbortSignal.abort(new Error('gone')) }
    await expect(placesOf({ ...machine, bounds }, 'Johnson')).rejects.toThrow('gone')
    expect(ran).toEqual([])
  })
})
