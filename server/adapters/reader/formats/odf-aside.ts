import type { Manuscript } from '../manuscript.ts'

/** Notes and comments of a document, gathered until it ends. */
export class Aside {
  readonly #notes: string[] = []
  #depth = 0
  #silent = false

  get open(): boolean {
    return this.#depth > 0
  }

  opened(name: string): void {
    if ((name === 'note' || name === 'annotation') && this.#depth++ === 0) this.#notes.push('')
    // Who wrote a comment and when is not what it says.
    if (this.#depth > 0 && /^(creator|date|date-string|creator-initials)$/.test(name)) this.#silent = true
  }

  closed(name: string): void {
    if (name === 'note' || name === 'annotation') this.#depth--
    if (/^(creator|date|date-string|creator-initials)$/.test(name)) this.#silent = false
  }

  write(text: string): void {
    if (!this.#silent) this.#notes[this.#notes.length - 1] += text
  }

  writeAll(out: Manuscript): void {
    for (const note of this.#notes.splice(0)) {
      out.gap('\n\n')
      out.write(note.trim())
    }
  }
}
