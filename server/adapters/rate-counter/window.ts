/** The second at which the window that contains now began: the same for every process with a sane clock. */
export function windowStart(windowSeconds: number): number {
  const now = Math.floor(Date.now() / 1000)
  return now - (now % windowSeconds)
}
