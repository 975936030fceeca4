import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docxOf, office, pdfOfHtml } from '../../test/support/to-docx.ts'
import { type Count, judged } from './judge.ts'
import { papers } from './papers.ts'

/** PDF to DOCX by us and by LibreOffice's own import of PDF, from the same files. */

type Counts = Record<string, Count>

const shown = ({ right, all }: Count) => `${right} of ${all}, ${((100 * right) / all).toFixed(1)} %`

function add(sums: Counts, more: Counts): void {
  for (const [name, { right, all }] of Object.entries(more)) {
    const before = sums[name] ?? { right: 0, all: 0 }
    sums[name] = { right: before.right + right, all: before.all + all }
  }
}

function report(title: string, ours: Counts, theirs: Counts): void {
  console.log(`\n${title}`)
  for (const [name, count] of Object.entries(ours))
    console.log(`  ${name.padEnd(36)} ${shown(count).padEnd(24)} LibreOffice ${shown(theirs[name]!)}`)
}

/** Whether we keep no less of anything than LibreOffice does. */
export async function besideLibreOffice(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-docx-'))
  const [ours, theirs]: [Counts, Counts] = [{}, {}]
  try {
    for (const paper of papers()) {
      const pdf = pdfOfHtml(folder, paper.html)
      const own = await judged(paper, (await docxOf(folder, pdf)).to)
      office(folder, 'page.pdf', 'docx:MS Word 2007 XML', ['--infilter=writer_pdf_import'])
      const other = await judged(paper, join(folder, 'page.docx'))
      report(paper.name, own, other)
      add(ours, own)
      add(theirs, other)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  report('all of them', ours, theirs)
  const less = Object.keys(ours).filter(name => ours[name]!.right < theirs[name]!.right)
  console.log(
    `\nkept less than LibreOffice: ${less.join(', ') || 'nothing'} (nothing): ${less.length > 0 ? 'MISSED' : 'ok'}`,
  )
  return less.length === 0
}
