/** Work whose cost grows with what a user sends: done beside the main thread, bounded in time and memory. */
export interface Compute {
  /**
   * `owner` is whose work it is: one owner's calls never hold up another's. `callbacks` is what the work may ask of the main
   * thread while it runs.
   */
  run<In, Out>(task: Computation<In, Out>, input: In, owner?: string, callbacks?: Callbacks): Promise<Out>
  close(): Promise<void>
}

export type Callbacks = Record<string, (input: never) => Promise<unknown>>

/** Asks the main thread, by the name of a callback. */
export type CallBack = <Out>(name: string, input: unknown) => Promise<Out>

/** A function of a module that takes and returns plain data; a second argument calls back. */
export interface Computation<In, Out> {
  module: string
  name: string
  /** The longest it may take. */
  ms: number
  /** Needs what is slow to load: done in the thread that is kept, several at a time. */
  kept?: boolean
  /** Only for the types. */
  types?: [In, Out]
}

type Work = (input: never, callBack: CallBack) => unknown

/** `file` is relative to `base`, the `import.meta.url` of whoever declares it. */
export function computation<F extends Work>(
  base: string,
  file: `.${string}.ts`,
  name: string,
  ms: number,
): Computation<Parameters<F>[0], Awaited<ReturnType<F>>> {
  // Sources are compiled one to one, and only the compiled ones can be loaded by a thread.
  const module = new URL(base.endsWith('.ts') ? file : file.replace(/\.ts$/, '.js'), base).href
  return { module, name, ms }
}

/** It took more time or memory than it may; what was sent is at fault. */
export class ComputeExceeded extends Error {
  override name = 'ComputeExceeded'
}
