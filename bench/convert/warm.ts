import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentTools } from '../../server/adapters/documents/tools.ts'
import { aDocx } from '../../test/support/office.ts'
import { childrenOf } from '../../test/support/processes.ts'
import { aSandbox } from '../../test/support/sandbox.ts'

/** A warm office against a cold one, and whether it grows. */

const DOCUMENTS = 50

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** The resident memory of the office below this process, in megabytes: it lives in a room, which is a process of its own. */
function officeMemory(): number {
  const below = (pid: number): number[] => childrenOf(pid).flatMap(child => [child, ...below(child)])
  const megabytes = below(process.pid).map(pid => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^Name:\s+soffice/m.test(status) ? Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024 : 0
  })
  const most = Math.max(...megabytes)
  if (most < 1) throw new Error('no office was found')
  return most
}

export async function warmAgainstCold(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-convert-'))
  const tools = documentTools(await aSandbox(), process.env.PATH ?? '', {
    scanned: async () => [],
    words: async () => [],
  })
  try {
    const source = join(folder, 'ten-pages.docx')
    const line = 'Стороны договорились о нижеследующем и подписали настоящий договор в двух экземплярах.'
    writeFileSync(source, await aDocx(Array.from({ length: 330 }, (_, n) => `${n + 1}. ${line}`)))
    const cold: number[] = []
    for (let round = 0; round < 3; round++) {
      const profile = `-env:UserInstallation=file://${join(folder, 'cold')}`
      const began = performance.now()
      execFileSync('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', join(folder, 'out'), source], {
        stdio: 'ignore',
      })
      cold.push(performance.now() - began)
    }
    const warm: number[] = []
    const memory: number[] = []
    for (let round = 0; round <= DOCUMENTS; round++) {
      const began = performance.now()
      await tools.office.convert(source, { from: 'docx', format: 'pdf', to: join(folder, 'warm.pdf') })
      if (round > 0) warm.push(performance.now() - began)
      memory.push(officeMemory())
    }
    const pages = /Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [join(folder, 'warm.pdf')]).toString())![1]
    // The first few fill caches: from the tenth on it should stand still.
    const [early, late] = [median(memory.slice(5, 15)), median(memory.slice(-10))]
    const ratio = median(warm) / median(cold)
    console.log(`DOCX of ${pages} pages to PDF: cold ${median(cold).toFixed(0)} ms, warm ${median(warm).toFixed(0)} ms`)
    console.log(`  ratio warm / cold = ${ratio.toFixed(2)} (at most 0.30): ${ratio > 0.3 ? 'MISSED' : 'ok'}`)
    console.log(
      `${DOCUMENTS} conversions: the office has ${early.toFixed(0)} MB after ten, ${late.toFixed(0)} MB at the end`,
    )
    const growth = late / early
    console.log(`  ratio late / early = ${growth.toFixed(2)} (at most 1.25): ${growth > 1.25 ? 'MISSED' : 'ok'}`)
    return ratio <= 0.3 && growth <= 1.25
  } finally {
    await tools.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
