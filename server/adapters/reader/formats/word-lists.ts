import { Counter, DEEPEST, type NumberingLevel } from './numbering.ts'
import { tags, type Zip } from './zipped.ts'

/** The lists of a Word document: which number stands before a paragraph that says it belongs to one. */

interface List {
  levels: NumberingLevel[]
  /** The list of another name that it stands for. */
  link: string
  name: string
}

interface Use {
  list: string
  /** Levels that begin anew, or look different, where this use of the list begins. */
  starts: Map<number, number>
}

export class WordLists {
  readonly #lists = new Map<string, List>()
  readonly #uses = new Map<string, Use>()
  readonly #counters = new Map<string, Counter>()
  readonly #begun = new Set<string>()

  static async open(zip: Zip): Promise<WordLists> {
    const lists = new WordLists()
    if (zip.parts.has('word/numbering.xml')) await lists.#read(zip)
    return lists
  }

  async #read(zip: Zip): Promise<void> {
    let list: List | undefined
    let use: Use | undefined
    let at = 0
    const opened = tags({
      abstractNum: ({ abstractNumId = '' }) => {
        list = { levels: [], link: '', name: '' }
        this.#lists.set(abstractNumId, list)
      },
      num: ({ numId = '' }) => {
        list = undefined
        use = { list: '', starts: new Map() }
        this.#uses.set(numId, use)
      },
      lvl: ({ ilvl }) => {
        at = Number(ilvl) || 0
        if (list && at < DEEPEST) list.levels[at] = { start: 1, format: 'decimal', shown: '' }
      },
      lvlOverride: ({ ilvl }) => {
        at = Number(ilvl) || 0
      },
      startOverride: ({ val }) => use?.starts.set(at, Number(val) || 0),
      abstractNumId: ({ val = '' }) => {
        if (use) use.list = val
      },
      numStyleLink: ({ val = '' }) => {
        if (list) list.link = val
      },
      styleLink: ({ val = '' }) => {
        if (list) list.name = val
      },
    })
    await zip.xmlBeside('word/numbering.xml', {
      open(name, attributes) {
        const level = list?.levels[at]
        const known = opened.get(name)
        if (known) known(attributes)
        else if (level) describeLevel(level, name, attributes.val ?? '')
      },
    })
  }

  /** The number of the next paragraph of this list and level. */
  next(numId: string, level: number): string {
    const use = this.#uses.get(numId)
    const list = use && this.#lists.get(use.list)
    if (!use || !list) return ''
    const linked = list.link ? [...this.#lists.values()].find(({ name }) => name === list.link) : undefined
    const counter = this.#counters.get(use.list) ?? new Counter()
    this.#counters.set(use.list, counter)
    const first = `${numId} ${level}`
    const start = this.#begun.has(first) ? undefined : use.starts.get(level)
    this.#begun.add(first)
    return counter.next((linked ?? list).levels, level, start)
  }
}

function describeLevel(level: NumberingLevel, name: string, val: string): void {
  if (name === 'start') level.start = Number(val) || 0
  else if (name === 'numFmt') level.format = val
  else if (name === 'lvlText') level.shown = val.slice(0, 100)
}
