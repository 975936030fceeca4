import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeDocx } from '../server/adapters/pdf/layout/convert.ts'
import { Zip } from '../server/adapters/reader/formats/zipped.ts'
import { knownTable, pageOfTables } from './support/tables.ts'
import { sampled } from './support/whole.ts'

/** PDF to DOCX: the cells of tables in their row and column. */

const folder = mkdtempSync(join(tmpdir(), 'dossier-docx-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COUNT = sampled(10, 30)
const GOAL = 0.9

function pdfOf(html: string): string {
  writeFileSync(join(folder, 'tables.html'), html)
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const args = ['--headless', '--infilter=HTML (StarWriter)', '--convert-to', 'pdf', '--outdir', folder]
  execFileSync('soffice', [profile, ...args, join(folder, 'tables.html')], { stdio: 'ignore' })
  return join(folder, 'tables.pdf')
}

/** The tables of a Word document, as rows of cells; of each page the first, and how many there are. */
async function tablesOf(path: string): Promise<{ first: string[][]; count: number }[]> {
  const zip = await Zip.open(path)
  const pages: string[][][][] = []
  let tables: string[][][] = []
  let text = ''
  await zip.xml('word/document.xml', {
    open(name, { val }) {
      if (name === 'pStyle' && val === 'Heading1') {
        tables = []
        pages.push(tables)
      } else if (name === 'tbl') tables.push([])
      else if (name === 'tr') tables.at(-1)!.push([])
      else if (name === 'tc') text = ''
    },
    text(said) {
      text += said
    },
    close(name) {
      if (name === 'tc') tables.at(-1)!.at(-1)!.push(text)
    },
  })
  zip.close()
  return pages.map(on => ({ first: on[0] ?? [], count: on.length }))
}

test('cells of tables keep their row and column, with rules and without', async () => {
  const known = Array.from({ length: COUNT }, (_, n) => knownTable(n))
  const pdf = pdfOf(pageOfTables(known))
  const [layout, to] = [join(folder, 'layout.xhtml'), join(folder, 'tables.docx')]
  execFileSync('pdftotext', ['-bbox-layout', '-enc', 'UTF-8', pdf, layout])
  const kept = await writeDocx({ path: pdf, layout, to }, () => {})
  expect(kept.headings).toBe(COUNT)
  const tables = await tablesOf(to)
  const scores = known.map(({ rows }, n) => {
    const cells = rows.flatMap((row, r) => row.map((cell, c) => cell === (tables[n]?.first[r]?.[c] ?? '')))
    return { right: cells.filter(Boolean).length, all: cells.length }
  })
  const sum = scores.reduce((a, b) => ({ right: a.right + b.right, all: a.all + b.all }))
  console.log(`${sum.right} of ${sum.all} cells of ${COUNT} tables in their row and column`)
  expect(sum.right / sum.all).toBeGreaterThanOrEqual(GOAL)
}, 240_000)
