/**
 * Aborts after `ms`, or with the first of the others. In place of AbortSignal.any around AbortSignal.timeout: the garbage
 * collector may take the signal inside away, and then what hangs is never ended.
 */
export function timeLimit(ms: number, ...others: (AbortSignal | undefined)[]): AbortSignal {
  const { controller, signal } = following(others)
  const timer = setTimeout(() => controller.abort(new DOMException('The time is up.', 'TimeoutError')), ms)
  timer.unref()
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  return signal
}

/** Aborts with the first of them. */
export const firstOf = (...signals: (AbortSignal | undefined)[]): AbortSignal => following(signals).signal

function following(signals: (AbortSignal | undefined)[]) {
  const controller = new AbortController()
  for (const signal of signals) {
    if (signal?.aborted) controller.abort(signal.reason)
    signal?.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal })
  }
  return { controller, signal: controller.signal }
}
