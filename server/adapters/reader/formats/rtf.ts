import { decodeBytes } from '../../../lib/decode.ts'
import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { readStart } from './bytes.ts'
import { ASIDE, BREAKS, CODE_PAGES, codePage, guessPage, NOTES, pageOfFont, SIGNS } from './rtf-words.ts'

/** Rich Text Format: control words, groups, and letters in the code page of their font. */

const OUTSIDE = /[\u0080-\u00ff]/

interface Group {
  /** Where the text goes: into the document, or into what is known under this name. */
  into: string
  font: number
  /** Not shown by the will of its writer, or struck out and not yet removed. */
  hidden: boolean
  deleted: boolean
  /** How many signs after a \u stand for readers that do not know it. */
  skip: number
}

export async function readRtf(path: string, out: Manuscript): Promise<void> {
  const bytes = await readStart(path)
  if (bytes.length >= LIMITS.textBytes) out.cut()
  writeRtf(bytes, out)
}

export function writeRtf(bytes: Buffer, out: Manuscript): void {
  if (!bytes.subarray(0, 16).toString('latin1').includes('{\\rtf')) throw failed(WHY.damaged)
  new Rtf(bytes.toString('latin1'), out).read()
}

class Rtf {
  #at = 0
  #group: Group = { into: 'text', font: -1, hidden: false, deleted: false, skip: 1 }
  readonly #stack: Group[] = []
  #page = 'windows-1252'
  /** Where the document says no code page, or one that cannot be. */
  readonly #guessed: string | undefined
  readonly #fonts = new Map<number, string>()
  readonly #styles = new Map<number, number>()
  #style = 0
  /** Bytes of letters that wait to be decoded together, for some code pages have letters of two bytes. */
  #bytes: number[] = []
  #toSkip = 0
  #level = 0
  readonly #said = new Map<string, string>()
  readonly #notes: string[] = []
  readonly #source: string
  readonly #out: Manuscript

  constructor(source: string, out: Manuscript) {
    this.#source = source
    this.#out = out
    this.#guessed = guessPage(source)
    if (this.#guessed) this.#page = this.#guessed
  }

  read(): void {
    const source = this.#source
    while (this.#at < source.length) {
      const sign = source[this.#at]!
      if (sign === '\\') this.#control()
      else if (sign === '{') this.#open()
      else if (sign === '}') this.#close()
      else if (sign === '\r' || sign === '\n') this.#at++
      else this.#run()
    }
    this.#flush()
    this.#out.endHeading()
    this.#writeNotes()
    this.#out.title = this.#said.get('title')?.trim() || this.#out.title
    const author = this.#said.get('author')?.trim()
    if (author) this.#out.facts.author = author
  }

  #writeNotes(): void {
    for (const note of this.#notes) {
      this.#out.gap('\n\n')
      this.#out.write(note.trim())
    }
  }

  #open(): void {
    this.#flush()
    this.#stack.push({ ...this.#group })
    this.#toSkip = 0
    this.#at++
    if (this.#stack.length > LIMITS.xmlDepth) throw failed(WHY.nested)
  }

  #close(): void {
    this.#flush()
    if (this.#group.into === 'stylesheet') this.#endStyle()
    this.#group = this.#stack.pop() ?? this.#group
    this.#toSkip = 0
    this.#at++
  }

  /** Plain signs up to the next one that means something. */
  #run(): void {
    const pattern = /[^\\{}\r\n]+/y
    pattern.lastIndex = this.#at
    let text = pattern.exec(this.#source)![0]
    this.#at += text.length
    const skipped = Math.min(this.#toSkip, text.length)
    this.#toSkip -= skipped
    text = text.slice(skipped)
    // Outside of ASCII only by mistake: then they are letters of the code page too.
    const ascii = this.#bytes.length > 0 ? 0 : (OUTSIDE.exec(text)?.index ?? text.length)
    this.#write(text.slice(0, ascii))
    for (let i = ascii; i < text.length; i++) this.#bytes.push(text.charCodeAt(i))
  }

  #control(): void {
    const source = this.#source
    const sign = source[this.#at + 1]
    if (sign === "'") {
      const byte = Number.parseInt(source.slice(this.#at + 2, this.#at + 4), 16)
      this.#at += 4
      if (this.#toSkip > 0) this.#toSkip--
      else if (!Number.isNaN(byte)) this.#bytes.push(byte)
      return
    }
    const pattern = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?/y
    pattern.lastIndex = this.#at
    const word = pattern.exec(source)
    if (!word) {
      this.#symbol(sign ?? '')
      return
    }
    this.#at += word[0].length
    if (this.#toSkip > 0 && word[1] !== 'u' && word[1] !== 'bin') {
      this.#toSkip--
      return
    }
    if (word[1] !== 'u' || this.#bytes.length > 0) this.#flush()
    this.#word(word[1]!, word[2] === undefined ? undefined : Number(word[2]))
  }

  #symbol(sign: string): void {
    this.#at += 2
    if (this.#toSkip > 0) {
      this.#toSkip--
      return
    }
    this.#flush()
    if (sign === '*') this.#group.into = /^(text|note)$/.test(this.#group.into) ? 'aside' : this.#group.into
    else if (sign === '\n' || sign === '\r') this.#paragraph()
    else if ('\\{}'.includes(sign)) this.#write(sign)
    else if (Object.hasOwn(SIGNS, sign)) this.#write(SIGNS[sign]!)
  }

  #word(name: string, value = Number.NaN): void {
    const group = this.#group
    if (ASIDE.has(name)) group.into = name
    else if (NOTES.has(name)) this.#startNote(name)
    else if (name === 'u') this.#unicode(value || 0)
    else if (name === 'uc') group.skip = value || 0
    else if (name === 'bin') this.#at += Math.max(0, value || 0)
    else if (name === 'ansicpg') this.#page = this.#guessed ?? codePage(value)
    else if (name === 'cpg') this.#fontPage(codePage(value))
    else if (name === 'mac') this.#page = 'macintosh'
    else if (name === 'f') group.font = value || 0
    else if (name === 'fcharset') this.#fontCharset(value)
    else if (name === 'title' || name === 'author') this.#startSaying(name)
    else this.#layout(name, value)
  }

  /** A comment is marked as something that old readers need not know, and is read all the same. */
  #startNote(name: string): void {
    const { into } = this.#group
    if (into !== 'text' && !(into === 'aside' && name === 'annotation')) return
    this.#group.into = 'note'
    this.#notes.push('')
  }

  #unicode(value: number): void {
    this.#write(String.fromCharCode(value & 0xffff))
    this.#toSkip = this.#group.skip
  }

  #fontCharset(value: number): void {
    const page = CODE_PAGES[value]
    if (page) this.#fontPage(page)
  }

  #fontPage(page: string): void {
    if (this.#group.into === 'fonttbl') this.#fonts.set(this.#group.font, page)
  }

  #fontName(name: string): void {
    const page = this.#fonts.has(this.#group.font) ? undefined : pageOfFont(name)
    if (page) this.#fontPage(page)
  }

  #startSaying(name: string): void {
    if (this.#group.into !== 'info') return
    this.#group.into = name
    // Said twice, the second time in Unicode.
    this.#said.delete(name)
  }

  #layout(name: string, value: number): void {
    if (name === 's') this.#style = value || 0
    else if (name === 'outlinelevel') this.#setLevel(value + 1)
    else this.#visibility(name, value)
    if (this.#group.into === 'note' && BREAKS.has(name)) this.#write(BREAKS.get(name)!)
    if (this.#group.into !== 'text') return
    if (name === 's') this.#setLevel(this.#styles.get(value || 0) ?? 0)
    else if (name === 'pard') this.#setLevel(0)
    else if (name === 'par' || name === 'sect') this.#paragraph()
    else if (name === 'cell' || name === 'nestcell') this.#out.regap('\t')
    else if (name === 'row' || name === 'nestrow') this.#out.regap('\n')
    else if (name === 'page') this.#out.breakPage()
    else if (Object.hasOwn(SIGNS, name)) this.#write(SIGNS[name]!)
  }

  #visibility(name: string, value: number): void {
    if (name === 'v') this.#group.hidden = value !== 0
    else if (name === 'deleted') this.#group.deleted = value !== 0
    else if (name === 'plain') [this.#group.hidden, this.#group.deleted] = [false, false]
  }

  #setLevel(level: number): void {
    if (this.#group.into === 'stylesheet') this.#level = level
    else if (this.#group.into === 'text' && level > 0 && level < 10) this.#out.startHeading(level)
    else if (this.#group.into === 'text') this.#out.endHeading()
  }

  /** The name of a style has been read: it may be that of a heading. */
  #endStyle(): void {
    const name = this.#said.get('stylesheet')?.trim() ?? ''
    this.#said.delete('stylesheet')
    const level = /^(?:heading|заголовок) (\d)/i.exec(name)?.[1]
    if (level) this.#styles.set(this.#style, Number(level))
    else if (this.#level > 0 && this.#level < 10 && this.#style > 0) this.#styles.set(this.#style, this.#level)
    this.#level = 0
    this.#style = 0
  }

  #paragraph(): void {
    const said = this.#out.endHeading()
    this.#out.title ||= said
    this.#out.gap('\n')
  }

  #write(text: string): void {
    const { into, hidden, deleted } = this.#group
    if (hidden || deleted) return
    if (into === 'text') this.#out.write(text)
    else if (into === 'note') this.#notes[this.#notes.length - 1] += text
    else if (into === 'fonttbl') this.#fontName(text)
    else if (into === 'title' || into === 'author' || into === 'stylesheet') {
      const before = this.#said.get(into) ?? ''
      if (before.length < 1000) this.#said.set(into, before + text)
    }
  }

  #flush(): void {
    if (this.#bytes.length === 0) return
    const page = this.#fonts.get(this.#group.font) ?? this.#page
    const text = decodeBytes(Uint8Array.from(this.#bytes), page)
    this.#bytes = []
    this.#write(text)
  }
}
