export type Queue = typeof import('./queue.ts')

/** The queue and what it sends with come when there is something to send. */
export const withQueue = (work: (queue: Queue) => void) => () => void import('./queue.ts').then(work)
