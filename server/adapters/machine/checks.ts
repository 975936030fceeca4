import { readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '../../ports/checks.ts'
import { recentEnds } from '../pool/endings.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import { memoryKills } from './memory-kills.ts'

/** What of the machine runs out. */

const GIB = 1024 ** 3
const LEAST_BYTES = 256 * 1024 * 1024
const LEAST_SHARE = 0.01
const MOST_DESCRIPTORS = 0.9

const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`

/** Since the service started, when that is not an hour ago: what its group has met before it has counted already. */
const killsOfLastHour = memoryKills()

export const machineChecks = (dataDir: string, sandbox: Sandbox): Check[] => [
  { name: 'isolation', run: async () => isolationRemark(sandbox) },
  { name: 'disk', run: () => diskRemark(dataDir) },
  { name: 'work_folder', run: () => workFolderRemark(sandbox) },
  { name: 'descriptors', run: descriptorsRemark },
  { name: 'children', run: childrenRemark },
]

function isolationRemark({ isolation, required }: Sandbox): string {
  const words = isolation.missing.join('; ')
  if (isolation.way === 'none' && required) throw new Error(`reading is off, as ISOLATION=required says: ${words}`)
  if (isolation.way === 'none') return words
  return `programs that read files have no network and no view of the data (${isolation.way})`
}

async function diskRemark(dataDir: string): Promise<string> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(dataDir)
  const share = bavail / Math.max(blocks, 1)
  // Some file systems have no table of inodes, and say 0 of 0.
  const inodes = files === 0 ? 1 : ffree / files
  const detail = `${((bavail * bsize) / GIB).toFixed(1)} GiB (${percent(share)}) and ${percent(inodes)} of the inodes are free`
  if (bavail * bsize < LEAST_BYTES || inodes < LEAST_SHARE)
    throw new Error(`the disk of DATA_DIR is nearly full: ${detail}`)
  return detail
}

async function workFolderRemark(sandbox: Sandbox): Promise<string> {
  const folder = await sandbox.newFolder()
  try {
    await writeFile(join(folder, 'probe'), 'probe')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return 'temporary files can be written'
}

async function descriptorsRemark(): Promise<string> {
  const open = (await readdir('/proc/self/fd').catch(() => [])).length
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const most = Number(/Max open files\s+(\d+)/.exec(limits)?.[1])
  if (!most) return 'this system does not tell'
  if (open > most * MOST_DESCRIPTORS) throw new Error(`${open} of ${most} descriptors are open: raise the limit`)
  return `${open} of ${most} descriptors are open`
}

async function childrenRemark(): Promise<string> {
  const ends = [...recentEnds()].map(([what, count]) => `${what} ${count} times`)
  const kills = await killsOfLastHour()
  const remarks = [...ends, ...(kills > 0 ? [`${kills} kills for want of memory`] : [])]
  return remarks.length === 0
    ? 'no child was ended within the last hour'
    : `within the last hour: ${remarks.join('; ')}`
}
