import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How often the machine has ended a process of our group for want of memory: it only counts from the group's beginning. */

const HOUR_MS = 3_600_000
const SAMPLE_MS = 60_000

interface Where {
  /** The process whose group it is. */
  process?: string
  groups?: string
  now?: () => number
  everyMs?: number
}

/** Asks once a minute, and tells how many there were within the last hour. */
export function memoryKills({
  process = '/proc/self',
  groups = '/sys/fs/cgroup',
  now = Date.now,
  everyMs = SAMPLE_MS,
}: Where = {}): () => Promise<number> {
  let samples: { at: number; kills: number }[] = []
  const look = async () => {
    const kills = await countOf(process, groups)
    const at = now()
    samples.push({ at, kills })
    // Of those that are older than an hour the last one is what the hour began with.
    const first = samples.findLastIndex(sample => sample.at <= at - HOUR_MS)
    if (first > 0) samples = samples.slice(first)
    return kills - samples[0]!.kills
  }
  void look()
  setInterval(() => void look(), everyMs).unref()
  return look
}

/** By version 2 of control groups, else by version 1; 0 where neither tells. */
async function countOf(process: string, groups: string): Promise<number> {
  const own = await readFile(join(process, 'cgroup'), 'utf8').catch(() => '')
  const unified = /^0::(.*)$/m.exec(own)?.[1]
  const lines = own.split('\n').map(line => line.split(':'))
  const memory = lines.find(([, controllers]) => controllers?.split(',').includes('memory'))?.[2]
  const files = [
    ...(unified === undefined ? [] : [join(groups, unified, 'memory.events')]),
    // In a container the group is often mounted as if it were the top one.
    ...(memory === undefined ? [] : ['memory', ''].flatMap(top => [join(groups, top, memory, 'memory.oom_control')])),
    ...(memory === undefined ? [] : [join(groups, 'memory', 'memory.oom_control')]),
  ]
  for (const file of files) {
    const count = /^oom_kill (\d+)$/m.exec(await readFile(file, 'utf8').catch(() => ''))?.[1]
    if (count !== undefined) return Number(count)
  }
  return 0
}
