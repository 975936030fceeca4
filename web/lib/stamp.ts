import { formatTyped } from './format.ts'

/** For a name: the day and the time, without a sign that a system refuses. */
export function stampOf(when: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${formatTyped(when)} ${two(when.getHours())}-${two(when.getMinutes())}-${two(when.getSeconds())}`
}
