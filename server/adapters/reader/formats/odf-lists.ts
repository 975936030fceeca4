import { Counter, DEEPEST, type NumberingLevel } from './numbering.ts'
import { tags, type XmlHandler } from './zipped.ts'

/** The lists of an OpenDocument text: which number stands before a paragraph or a heading. */
export class OdfLists {
  readonly #styles = new Map<string, NumberingLevel[]>()
  readonly #outline: NumberingLevel[] = []
  readonly #counters = new Map<string, Counter>()
  readonly #headings = new Counter()
  #described: NumberingLevel[] | undefined
  /** The styles of the lists that are open, the outermost first. */
  readonly #open: string[] = []
  /** An item has begun, and nothing stands in it yet. */
  #waiting = false
  #startAt: number | undefined

  readonly #opened = tags({
    'list-style': ({ name = '' }) => {
      this.#described = []
      this.#styles.set(name, this.#described)
    },
    'outline-style': () => {
      this.#described = this.#outline
    },
    'list-level-style-number': attributes => this.#describe(attributes),
    'outline-level-style': attributes => this.#describe(attributes),
    list: attributes => this.#openList(attributes),
    'list-item': attributes => {
      this.#waiting = true
      this.#startAt = attributes['start-value'] === undefined ? undefined : Number(attributes['start-value']) || 0
    },
    'list-header': () => {
      this.#waiting = false
    },
  })

  opened(name: string, attributes: Record<string, string>): void {
    this.#opened.get(name)?.(attributes)
  }

  closed(name: string): void {
    if (name === 'list') this.#open.pop()
    if (name === 'list' || name === 'list-item') this.#waiting = false
  }

  /** For the part of the document that holds nothing but styles. */
  styles(): XmlHandler {
    return { open: (name, attributes) => void (name.includes('style') && this.opened(name, attributes)) }
  }

  #describe(attributes: Record<string, string>): void {
    const level = Number(attributes.level) - 1
    if (!this.#described || !(level >= 0 && level < DEEPEST)) return
    const displayed = Math.min(Number(attributes['display-levels'] ?? 1) || 1, level + 1)
    const numbers = Array.from({ length: displayed }, (_, n) => `%${level - displayed + n + 2}`).join('.')
    this.#described[level] = {
      start: Number(attributes['start-value'] ?? 1) || 0,
      format: attributes['num-format'] ?? '',
      shown: (attributes['num-prefix'] ?? '') + numbers + (attributes['num-suffix'] ?? ''),
    }
  }

  #openList(attributes: Record<string, string>): void {
    const style = attributes['style-name'] ?? this.#open.at(-1) ?? ''
    const goesOn = attributes['continue-numbering'] === 'true' || attributes['continue-list'] !== undefined
    if (this.#open.length === 0 && !goesOn) this.#counters.delete(style)
    this.#open.push(style)
    this.#waiting = false
  }

  /** The number of the paragraph that begins here; empty when it is not the first of an item. */
  paragraph(): string {
    if (!this.#waiting) return ''
    this.#waiting = false
    const style = this.#open.at(-1) ?? ''
    const counter = this.#counters.get(style) ?? new Counter()
    this.#counters.set(style, counter)
    return counter.next(this.#styles.get(style) ?? [], this.#open.length - 1, this.#startAt)
  }

  heading(level: number, unnumbered: boolean): string {
    const listed = this.paragraph()
    if (listed !== '' || unnumbered || this.#outline.length === 0) return listed
    return this.#headings.next(this.#outline, level - 1)
  }
}
