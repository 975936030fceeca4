/** A name that sorts: the day, then the time. */
export function stampOf(when: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`
  return `${day} ${two(when.getHours())}-${two(when.getMinutes())}-${two(when.getSeconds())}`
}
