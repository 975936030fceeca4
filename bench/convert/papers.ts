import { knownTable, pageOfTables } from '../../test/support/tables.ts'

/** Papers of which all is known: what a Word document made from them should have. As HTML, from which a PDF file is made. */

export interface Paper {
  name: string
  html: string
  tables: string[][][]
  headings: string[]
  items: string[]
  /** Those that go over more than one line. */
  paragraphs: string[]
  /** In how many columns the text stands, once or more. */
  columns: number
  pictures: number
  bold: string[]
  italic: string[]
  links: string[]
  /** All that it says, as it is read. */
  text: string
}

const RUSSIAN =
  'договор поставщик покупатель обязуется передать товар срок оплата сторона вправе уведомить письменно изменение условие приложение часть настоящий рубль счёт доставка склад качество проверка акт подписать банк день месяц работа услуга цена'.split(
    ' ',
  )
const ENGLISH =
  'agreement supplier customer shall deliver goods term payment party may notify writing change condition annex part present invoice delivery warehouse quality check act sign bank day month work service price total'.split(
    ' ',
  )

interface Language {
  words: string[]
  seed: number
}

/** The same words each time, in no order that repeats. */
function sentence(language: Language, count: number): string {
  const words = Array.from({ length: count }, () => {
    language.seed = (language.seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return language.words[(language.seed >> 8) % language.words.length]!
  })
  const text = words.join(' ')
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

const nothing = { tables: [], headings: [], items: [], paragraphs: [], columns: 1, pictures: 0 }
const plain = { ...nothing, bold: [], italic: [], links: [] }
const page = (body: string) => `<html><head><meta charset="utf-8"></head><body>${body}</body></html>`
const said = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

function tables(): Paper {
  const known = Array.from({ length: 30 }, (_, n) => knownTable(n))
  const html = pageOfTables(known)
  return {
    ...plain,
    name: 'thirty tables',
    html,
    tables: known.map(({ rows }) => rows),
    headings: known.map((_, n) => `Specification ${n + 1}`),
    text: said(html),
  }
}

function contract(name: string, words: string[]): Paper {
  const language = { words, seed: words.length }
  const paper: Paper = { ...plain, name, html: '', text: '', headings: [], items: [], paragraphs: [] }
  const [bold, italic, links]: [string[], string[], string[]] = [[], [], []]
  const parts: string[] = []
  const title = sentence(language, 4)
  paper.headings.push(title)
  parts.push(`<h1>${title}</h1>`)
  for (let n = 0; n < 6; n++) {
    const [heading, lower, long] = [sentence(language, 3), sentence(language, 4), sentence(language, 40)]
    const [strong, slanted, linked] = [sentence(language, 3), sentence(language, 3), sentence(language, 2)]
    const items = Array.from({ length: 4 }, () => sentence(language, 6))
    const marked = n % 2 ? 'ul' : 'ol'
    paper.headings.push(heading, lower)
    paper.items.push(...items)
    paper.paragraphs.push(long, `${long} ${strong} ${long} ${slanted} ${linked}`)
    bold.push(strong)
    italic.push(slanted)
    links.push(`https://example.org/annex/${n + 1}`)
    parts.push(
      `<h2>${heading}</h2><p>${long}</p><h3>${lower}</h3>`,
      `<p>${long} <b>${strong}</b> ${long} <i>${slanted}</i> <a href="${links[n]}">${linked}</a></p>`,
      `<${marked}>${items.map(item => `<li>${item}</li>`).join('')}</${marked}>`,
    )
  }
  return { ...paper, bold, italic, links, html: page(parts.join('')), text: said(parts.join('')) }
}

function inColumns(name: string, columns: number): Paper {
  const language = { words: columns % 2 ? RUSSIAN : ENGLISH, seed: columns }
  const heading = sentence(language, 5)
  const paragraphs = Array.from({ length: 8 }, () => sentence(language, 36))
  const body = `<h1>${heading}</h1><multicol cols="${columns}" gutter="20">${paragraphs.map(one => `<p>${one}</p>`).join('')}</multicol>`
  return { ...plain, name, html: page(body), headings: [heading], paragraphs, columns, text: said(body) }
}

/** A square of one colour. */
const PICTURE =
  'data:image/bmp;base64,Qk1GAAAAAAAAADYAAAAoAAAAAgAAAAIAAAABABgAAAAAABAAAAATCwAAEwsAAAAAAAAAAAAAIGDgIGDgAAAgYOAgYOAAAA=='

function withPictures(): Paper {
  const language = { words: ENGLISH, seed: 5 }
  const paragraphs = Array.from({ length: 6 }, () => sentence(language, 40))
  const body = paragraphs
    .map((one, n) => `<p>${one}</p><p><img src="${PICTURE}" width="${80 + n * 40}" height="${60 + n * 10}"></p>`)
    .join('')
  return { ...plain, name: 'pictures', html: page(body), paragraphs, pictures: paragraphs.length, text: said(body) }
}

export const papers = (): Paper[] => [
  tables(),
  contract('a contract, Russian', RUSSIAN),
  contract('a contract, English', ENGLISH),
  inColumns('two columns', 2),
  inColumns('three columns', 3),
  inColumns('four columns', 4),
  withPictures(),
]
