import MarkdownIt, { type Token } from 'markdown-it'

/** Markdown as a tree, by the grammar that the service uses for its own conversions. */

export type Node =
  | string
  | {
      /** As the grammar calls it: paragraph, list_item, strong ... */
      kind: string
      tag: string
      attributes: Record<string, string>
      /** Of code, its text; of a picture, the words that stand for it. */
      text: string
      /** A paragraph that is all of a line of a list. */
      isTight: boolean
      children: Node[]
    }

export type MarkdownPart = Exclude<Node, string>

const grammar = new MarkdownIt('default', { html: false, linkify: true })
grammar.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
const OWN_FILE = /^\/(?:v1\/)?objects\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i

/** The id of the file that a link of one's own service leads to. */
export const fileOfLink = (address: string): string | undefined => OWN_FILE.exec(address.trim())?.[1]

// Nothing of it leads anywhere but to the web, and to one's own files.
grammar.validateLink = address => /^(https?:|mailto:)/i.test(address.trim()) || fileOfLink(address) !== undefined

export const treeOf = (text: string): Node[] => nested(grammar.parse(text, {}))

function nested(tokens: Token[]): Node[] {
  const top: Node[] = []
  const open: MarkdownPart[] = []
  const add = (...nodes: Node[]) => (open.at(-1)?.children ?? top).push(...nodes)
  for (const token of tokens) {
    if (token.nesting === -1) open.pop()
    else if (token.type === 'inline') add(...nested(token.children ?? []))
    else if (token.type === 'text') add(token.content)
    else if (token.type === 'softbreak' || token.type === 'hardbreak') add('\n')
    else {
      const part = partOf(token)
      add(part)
      if (token.nesting === 1) open.push(part)
    }
  }
  return top
}

const partOf = (token: Token): MarkdownPart => ({
  kind: token.type.replace(/_open$/, ''),
  tag: token.tag,
  attributes: Object.fromEntries((token.attrs ?? []).map(([name, value]) => [name, String(value)])),
  text: token.content,
  isTight: token.hidden,
  children: [],
})

export const textOf = (nodes: Node[]): string =>
  nodes.map(node => (typeof node === 'string' ? node : node.text || textOf(node.children))).join('')

/** "[x] done": whether the box of a line is ticked, and the line without it. */
export function takeBox(nodes: Node[]): { checked?: boolean; rest: Node[] } {
  const [first, ...after] = nodes
  if (typeof first === 'object' && first.kind === 'paragraph') {
    const { checked, rest } = takeBox(first.children)
    return checked === undefined ? { rest: nodes } : { checked, rest: [{ ...first, children: rest }, ...after] }
  }
  const [box, mark] = (typeof first === 'string' && /^\[([ xX])\]\s/.exec(first)) || []
  if (!box || typeof first !== 'string') return { rest: nodes }
  return { checked: mark !== ' ', rest: [first.slice(box.length), ...after] }
}
