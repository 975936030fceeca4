import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDocx } from '../../server/adapters/pdf/layout/convert.ts'

/** PDF files made by LibreOffice, and what becomes of them as Word documents. All in one folder. */

const LONGEST_MS = 120_000

/** A profile of its own, and an end to waiting. */
export function office(folder: string, source: string, to: string, more: string[] = []): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const args = ['--headless', ...more, '--convert-to', to, '--outdir', folder]
  execFileSync('soffice', [profile, ...args, join(folder, source)], { stdio: 'ignore', timeout: LONGEST_MS })
}

export function pdfOfHtml(folder: string, html: string): string {
  writeFileSync(join(folder, 'page.html'), html)
  office(folder, 'page.html', 'pdf', ['--infilter=HTML (StarWriter)'])
  return join(folder, 'page.pdf')
}

/** By us. */
export async function docxOf(folder: string, pdf: string) {
  const [layout, to] = [join(folder, 'layout.xhtml'), join(folder, 'made.docx')]
  execFileSync('pdftotext', ['-bbox-layout', '-enc', 'UTF-8', pdf, layout])
  return { kept: await writeDocx({ path: pdf, layout, to }, () => {}), to }
}
