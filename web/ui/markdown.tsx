import { createElement, Fragment, type MouseEvent, type ReactNode, useMemo } from 'react'
import { addressOf } from '../lib/base.ts'
import { cx } from '../lib/class-names.ts'
import { goTo } from '../lib/go.ts'
import { fileOfLink, type MarkdownPart, type Node, takeBox, textOf, treeOf } from '../lib/markdown.ts'

/**
 * Markdown as React elements: nothing in it can become anything else. Pictures of other places are links, since the page
 * asks nobody but its own service.
 */
interface MarkdownProps {
  text: string
  className?: string
  /** Makes something of marks of the text's own, such as [1]. */
  special?: Special
}

interface Special {
  find: RegExp
  make: (found: string, key: string) => ReactNode
}

const BLOCKS = 'flex flex-col gap-3'

export function Markdown({ text, className, special }: MarkdownProps) {
  const tree = useMemo(() => treeOf(text), [text])
  return (
    <div className={cx('markdown text-base leading-relaxed [overflow-wrap:anywhere]', BLOCKS, className)}>
      {drawn(tree, special, 'm')}
    </div>
  )
}

const HEADINGS = ['text-xl font-semibold', 'text-lg font-semibold', 'text-base font-semibold']

/** Parts that need nothing but a class. */
const PLAIN: Record<string, string> = {
  blockquote: cx('border-l-3 border-line-strong pl-3 text-ink-soft', BLOCKS),
  bullet_list: 'flex list-disc flex-col gap-1 pl-6',
  thead: '',
  tbody: '',
  tr: '',
  th: 'border border-line bg-sunken px-2.5 py-1.5 text-left font-medium',
  td: 'border border-line px-2.5 py-1.5 align-top',
  strong: 'font-semibold',
  em: '',
  s: '',
}

const drawn = (nodes: Node[], special: Special | undefined, key: string): ReactNode[] =>
  nodes.flatMap((node, at) =>
    typeof node === 'string' ? marked(node, special, `${key}.${at}`) : [part(node, special, `${key}.${at}`)],
  )

function part(node: MarkdownPart, special: Special | undefined, key: string): ReactNode {
  const children = () => drawn(node.children, special, key)
  switch (node.kind) {
    case 'heading': {
      const level = Number(node.tag.slice(1))
      return createElement(
        `h${Math.min(6, level + 1)}`,
        { key, className: HEADINGS[Math.min(level, 3) - 1] },
        children(),
      )
    }
    case 'paragraph':
      if (node.isTight) return <Fragment key={key}>{children()}</Fragment>
      return (
        <p key={key} className="whitespace-pre-line">
          {children()}
        </p>
      )
    case 'fence':
    case 'code_block':
      return (
        <pre key={key} tabIndex={0} className="overflow-x-auto rounded bg-sunken p-3 font-mono text-sm">
          {node.text.replace(/\n$/, '')}
        </pre>
      )
    case 'code_inline':
      return (
        <code key={key} className="rounded-sm bg-hover px-1 font-mono text-[0.92em]">
          {node.text}
        </code>
      )
    case 'ordered_list':
      return (
        <ol key={key} start={Number(node.attributes.start ?? 1)} className="flex list-decimal flex-col gap-1 pl-6">
          {children()}
        </ol>
      )
    case 'list_item':
      return <Line key={key} nodes={node.children} special={special} />
    case 'table':
      return (
        <div key={key} tabIndex={0} className="overflow-x-auto">
          <table className="border-collapse text-sm">{children()}</table>
        </div>
      )
    case 'hr':
      return <hr key={key} className="border-line" />
    case 'link':
    case 'image': {
      const file = node.kind === 'link' ? fileOfLink(node.attributes.href ?? '') : undefined
      if (file)
        return (
          <FileLink key={key} path={`/objects/${file}`}>
            {children()}
          </FileLink>
        )
      return (
        <a
          key={key}
          href={node.attributes.href ?? node.attributes.src}
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent-ink underline"
        >
          {node.kind === 'link' ? children() : node.text || node.attributes.src}
        </a>
      )
    }
    default:
      if (!(node.kind in PLAIN)) return <Fragment key={key}>{node.text || children()}</Fragment>
      return createElement(node.tag, { key, className: PLAIN[node.kind] || undefined }, children())
  }
}

const hasModifier = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey

/** Not the router's: what is kept for reading without the service is shown without a router. */
const FileLink = ({ path, children }: { path: string; children: ReactNode }) => (
  <a
    href={addressOf(path)}
    onClick={event => {
      if (hasModifier(event)) return
      event.preventDefault()
      goTo(path)
    }}
    className="text-accent-ink underline"
  >
    {children}
  </a>
)

function Line({ nodes, special }: { nodes: Node[]; special?: Special }) {
  const { checked, rest } = takeBox(nodes)
  return (
    <li className="whitespace-pre-line">
      {checked !== undefined && (
        <input type="checkbox" checked={checked} readOnly tabIndex={-1} aria-label={textOf(rest)} className="mr-2" />
      )}
      {drawn(rest, special, 'l')}
    </li>
  )
}

function marked(text: string, special: Special | undefined, key: string): ReactNode[] {
  if (!special) return [<Fragment key={key}>{text}</Fragment>]
  const out: ReactNode[] = []
  let done = 0
  for (const match of text.matchAll(special.find)) {
    if (match.index > done) out.push(<Fragment key={`${key}t${done}`}>{text.slice(done, match.index)}</Fragment>)
    out.push(special.make(match[0], `${key}s${match.index}`))
    done = match.index + match[0].length
  }
  if (done < text.length) out.push(<Fragment key={`${key}t${done}`}>{text.slice(done)}</Fragment>)
  return out
}
