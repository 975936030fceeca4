import { parentPort } from 'node:worker_threads'

/** Runs a function of a module, and sends what it returns. While it waits for the main thread, others may begin. */

export type ToThread =
  | { id: number; module: string; name: string; input: unknown }
  | { id: number; call: number; value?: unknown; failed?: string }

export type FromThread = { id: number } & (
  | { value: unknown }
  | { failed: string }
  | { call: number; callback: string; input: unknown }
)

type Work = (input: unknown, callBack: (callback: string, input: unknown) => Promise<unknown>) => unknown

const port = parentPort!
const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
let lastCall = 0
const send = (message: FromThread) => port.postMessage(message)
const messageOf = (error: unknown) => (error as Error)?.message ?? String(error)

port.on('message', (message: ToThread) => {
  if ('module' in message) void work(message)
  else {
    const waiting = calls.get(message.call)
    calls.delete(message.call)
    if (message.failed === undefined) waiting?.resolve(message.value)
    else waiting?.reject(new Error(message.failed))
  }
})

async function work({ id, module, name, input }: Extract<ToThread, { module: string }>): Promise<void> {
  const callBack = (callback: string, input: unknown) =>
    new Promise((resolve, reject) => {
      const call = ++lastCall
      calls.set(call, { resolve, reject })
      send({ id, call, callback, input })
    })
  try {
    const found = ((await import(module)) as Record<string, Work>)[name]!
    send({ id, value: await found(input, callBack) })
  } catch (error) {
    send({ id, failed: messageOf(error) })
  }
}
