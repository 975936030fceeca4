/** How long others wait for a suspect, before it begins and while it runs. */
const PATIENCE_MS = 60_000

export interface Trial {
  /** False when a suspect runs already, or is about to. */
  claim(): boolean
  /** Nothing else may begin. */
  isClosed(): boolean
  /** Resolves when the suspect may begin; alone: when nothing else is running. */
  ready(alone: boolean): Promise<void>
  end(): void
}

/**
 * Jobs that were running when a process died are tried one at a time. A job that was running at several deaths is tried with nothing
 * else beside it, to learn whether it is the cause. No other job waits for that longer than a minute.
 */
export function trialOf(running: () => number, patienceMs = PATIENCE_MS): Trial {
  let busy = false
  let closedUntil = 0
  return {
    claim() {
      if (busy) return false
      busy = true
      return true
    },
    isClosed: () => Date.now() < closedUntil,
    async ready(alone) {
      if (!alone) return
      closedUntil = Date.now() + patienceMs
      while (running() > 0 && Date.now() < closedUntil) await new Promise(resolve => setTimeout(resolve, 20))
      closedUntil = Date.now() + patienceMs
    },
    end() {
      busy = false
      closedUntil = 0
    },
  }
}
