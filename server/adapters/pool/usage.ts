import { readFile } from 'node:fs/promises'

/** Of a process and all below it: milliseconds of processor time, those of what has ended too, and MB of memory. The room in which a program lives is a process, too, above it. */
export async function usageOf(pid: number | undefined, depth = 0): Promise<{ cpu: number; resident: number }> {
  if (pid === undefined || depth > 6) return { cpu: 0, resident: 0 }
  const [facts, below] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ])
  const fields = facts.slice(facts.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field || 0), 0)
  const rest = await Promise.all(
    below
      .split(' ')
      .filter(Boolean)
      .map(child => usageOf(Number(child), depth + 1)),
  )
  return {
    cpu: rest.reduce((sum, { cpu }) => sum + cpu, ticks * 10),
    resident: rest.reduce((sum, { resident }) => sum + resident, (Number(fields[21] ?? 0) * 4096) / 1024 / 1024),
  }
}
