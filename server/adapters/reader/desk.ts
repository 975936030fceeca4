import type { Tools } from './tools.ts'

/** What the reading of one file works with. */
export interface Desk {
  tools: Tools
  /** A folder of its own, made when it is first asked for and removed after the file. */
  readonly folder: string
  /** When the file must be done with. */
  deadline: number
  /** Throws TakesLong when only what is quick may be done. */
  beginSlow(by?: 'office'): void
  progress(done: number, total: number): void
  /** The text of a file that was found inside of this one; absent where this one was found so itself. */
  nested?(file: { path: string; kind: string; mime: string; filename: string }): Promise<string>
}
