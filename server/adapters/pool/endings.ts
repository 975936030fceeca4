/** How children end, told apart: whose fault it is decides what becomes of the work. */

/** Ended from outside, or never begun: nobody's fault, and worth another try. */
export class ChildEnded extends Error {
  override name = 'ChildEnded'
  readonly code = 'CHILD_ENDED'
}

/** What it worked on broke it: memory of its own was spent, or native code fell over. */
export class ChildBroke extends Error {
  override name = 'ChildBroke'
  constructor(
    readonly child: string,
    readonly by: string,
  ) {
    super(`${child} broke (${by})`)
  }
}

/** It took more than it may. */
export class ChildExceeded extends Error {
  override name = 'ChildExceeded'
  constructor(
    readonly child: string,
    readonly what: 'time' | 'memory',
  ) {
    super(`${child} took more ${what} than it may`)
  }
}

/** ISOLATION=required, and this machine cannot set anything apart. */
export class IsolationMissing extends Error {
  override name = 'IsolationMissing'
}

export type Ending = 'killed' | 'broke' | 'exceeded'

const HOUR_MS = 3_600_000
let ends: { name: string; how: Ending; at: number }[] = []

export function countEnd(name: string, how: Ending): void {
  ends = [...ends.filter(({ at }) => at > Date.now() - HOUR_MS).slice(-999), { name, how, at: Date.now() }]
}

/** Of the last hour, by name and way. */
export function recentEnds(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name, how, at } of ends)
    if (at > Date.now() - HOUR_MS) counts.set(`${name} ${how}`, (counts.get(`${name} ${how}`) ?? 0) + 1)
  return counts
}

/** What an administrator or a machine without memory sends; a program that breaks by itself ends by another signal. */
export const isFromOutside = (signal: string | null) => /^SIG(KILL|TERM|INT|HUP)$/.test(signal ?? '')
