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
 * Jobs that were running when a process died are tried one at a time; those that were there more than once, with nothing else
 * running, so that it can be told which of them it is. Nobody waits for that longer than a minute.
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
