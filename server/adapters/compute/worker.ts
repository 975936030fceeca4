import { parentPort } from 'node:worker_threads'

/** One question at a time: the module's function, and what it returns. */

export interface Question {
  id: number
  module: string
  name: string
  input: unknown
}

export type Answer = { id: number } & ({ value: unknown } | { failed: string })

parentPort!.on('message', async ({ id, module, name, input }: Question) => {
  try {
    const work = ((await import(module)) as Record<string, (input: unknown) => unknown>)[name]!
    parentPort!.postMessage({ id, value: await work(input) } satisfies Answer)
  } catch (error) {
    parentPort!.postMessage({ id, failed: (error as Error)?.message ?? String(error) } satisfies Answer)
  }
})
