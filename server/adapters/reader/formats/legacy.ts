import { access, mkdir, readdir, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ChildEnded } from '../../pool/endings.ts'
import type { Desk } from '../desk.ts'
import { failed, WHY } from '../failures.ts'
import { runProgram } from '../programs.ts'
import { readPiece, readStart } from './bytes.ts'

/**
 * Word, Excel and PowerPoint of before 2007, by LibreOffice: written anew in the format of after 2007, which is then read; a drawing
 * of Visio as PDF.
 * A fresh profile each time: one that two use at once loses work without a word.
 */
const TARGETS: [RegExp, string, string][] = [
  [/ms-excel|spreadsheet/, 'xls', 'xlsx:Calc MS Excel 2007 XML'],
  [/powerpoint|presentation/, 'ppt', 'pptx:Impress MS PowerPoint 2007 XML'],
  [/visio/, 'vsd', 'pdf:draw_pdf_Export'],
  [/./, 'doc', 'docx:MS Word 2007 XML'],
]

/** How its launcher tells that the program itself was ended by SIGKILL, as a machine without memory does. */
const KILLED = 137
/** It has filled its new profile and wants to be started again. */
const AGAIN = 81
const ROOM_BYTES = 4 * 1024 * 1024

/** No macros, no links followed, no network by any way that it knows; all of it runs in the reader's own room anyway. */
const SETTINGS: [string, string, string][] = [
  ['Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Writer/Content/Update', 'Link', '0'],
  ['Calc/Content/Update', 'Link', '1'],
]

const item = (path: string, name: string, value: string) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`

const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
${SETTINGS.map(([path, name, value]) => item(`Office.${path}`, name, value)).join('\n')}
${item('Inet/Settings', 'ooInetProxyType', '2')}
${item('Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1')}
${item('Inet/Settings', 'ooInetHTTPProxyPort', '9')}
</oor:items>`

/** Its launcher refuses to work where there is no /proc, as in a container; the program needs to be told only where its libraries are. */
async function officeItself(launcher: string): Promise<string> {
  const program = join(dirname(await realpath(launcher)), 'soffice.bin')
  return access(program).then(
    () => program,
    () => launcher,
  )
}

export async function modernised(path: string, desk: Desk, mime: string): Promise<string> {
  const { soffice } = desk.tools
  const [, extension, target] = TARGETS.find(([pattern]) => pattern.test(mime))!
  const user = join(desk.folder, 'profile/user')
  await mkdir(user, { recursive: true })
  await writeFile(join(user, 'registrymodifications.xcu'), PROFILE)
  const source = join(desk.folder, `source.${extension}`)
  await symlink(path, source)
  const output = join(desk.folder, 'converted')
  const args = [
    `-env:UserInstallation=file://${join(desk.folder, 'profile')}`,
    ...[
      '--headless',
      '--norestore',
      '--nolockcheck',
      '--nodefault',
      '--convert-to',
      target,
      '--outdir',
      output,
      source,
    ],
  ]
  const program = await officeItself(soffice!)
  const run = () =>
    runProgram(program, args, {
      env: { HOME: desk.folder, TMPDIR: desk.folder, LD_LIBRARY_PATH: dirname(program) },
      cwd: desk.folder,
      limits: { memoryMb: 2048 },
    })
  const convert = async () => {
    let { code } = await run()
    if (code === AGAIN) ({ code } = await run())
    // What it has written by then may be half of a file.
    if (code === KILLED) throw new ChildEnded('LibreOffice was ended')
    // It says 0 when it fails: only the file tells.
    return (await readdir(output).catch(() => []))[0]
  }
  let made = await convert()
  if (!made) {
    // It does not say either that the disk was full: a look tells, and where there is room again, another try.
    await writeFile(join(desk.folder, 'room'), Buffer.alloc(ROOM_BYTES))
    made = await convert()
  }
  if (!made) throw failed(await whyNot(path))
  return join(output, made)
}

async function whyNot(path: string) {
  if (await isBefore97(path)) return WHY.tooOld
  return (await isWhole(path)) ? WHY.notOpened : WHY.damaged
}

const FREE = 0xffffffff
/** So many tables of sectors are named in the head of a container: enough for seven megabytes. */
const MOST_TABLES = 109

/** Whether the file reaches as far as its own table of sectors says. */
async function isWhole(path: string): Promise<boolean> {
  const head = await readStart(path, 512)
  if (head.length < 512) return false
  const shift = head.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return false
  const sector = 2 ** shift
  let last = -1
  for (let n = 0; n < Math.min(head.readUInt32LE(44), MOST_TABLES); n++) {
    const table = await readPiece(path, (head.readUInt32LE(76 + 4 * n) + 1) * sector, sector)
    if (table.length < sector) return false
    for (let at = 0; at < sector; at += 4)
      if (table.readUInt32LE(at) !== FREE) last = Math.max(last, (n * sector + at) / 4)
  }
  const { size } = await stat(path)
  // The last one may end where its bytes do.
  return last >= 0 && size > (last + 1) * sector
}

/** A presentation whose slides lie where PowerPoint 4 and 95 put them, and nowhere else: LibreOffice opens some of them. */
async function isBefore97(path: string): Promise<boolean> {
  const bytes = await readStart(path)
  const has = (name: string) => bytes.includes(Buffer.from(`${name}\0`, 'utf16le'))
  return has('PP40') && !has('PowerPoint Document')
}
