import { createElement, Fragment, type ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'
import { type Block, blocksOf } from '../lib/markdown.ts'

/**
 * Markdown as React elements: nothing in it can become anything else. Pictures of other places are links, since the page
 * asks nobody but its own service.
 */
interface MarkdownProps {
  text: string
  className?: string
  /** Makes something of marks of the text's own, such as [1]. */
  special?: { find: RegExp; make: (found: string, key: string) => ReactNode }
}

export function Markdown({ text, className, special }: MarkdownProps) {
  return (
    <div className={cx('markdown flex flex-col gap-3 text-base leading-relaxed [overflow-wrap:anywhere]', className)}>
      {blocksOf(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other names for its parts
        <Part key={index} block={block} special={special} />
      ))}
    </div>
  )
}

const HEADINGS = ['text-xl font-semibold', 'text-lg font-semibold', 'text-base font-semibold']

function Part({ block, special }: { block: Block; special: MarkdownProps['special'] }): ReactNode {
  const say = (text: string) => inline(text, special, 'i')
  switch (block.kind) {
    case 'heading':
      return createElement(
        `h${Math.min(6, block.level + 1)}`,
        { className: HEADINGS[Math.min(block.level, 3) - 1] },
        say(block.text),
      )
    case 'code':
      return (
        <pre tabIndex={0} className="overflow-x-auto rounded bg-sunken p-3 font-mono text-sm">
          {block.text}
        </pre>
      )
    case 'quote':
      return (
        <blockquote className="border-l-3 border-line-strong pl-3 text-ink-soft">
          <Markdown text={block.text} special={special} />
        </blockquote>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List
          start={block.start}
          className={cx('flex flex-col gap-1 pl-6', block.ordered ? 'list-decimal' : 'list-disc')}
        >
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a list
            <li key={index}>
              {item.checked !== undefined && (
                <input
                  type="checkbox"
                  checked={item.checked}
                  readOnly
                  tabIndex={-1}
                  aria-label={item.text}
                  className="mr-2"
                />
              )}
              {item.text.includes('\n') ? <Markdown text={item.text} special={special} /> : say(item.text)}
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <div tabIndex={0} className="overflow-x-auto">
          <table className="border-collapse text-sm">
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
                  <th key={index} className="border border-line bg-sunken px-2.5 py-1.5 text-left font-medium">
                    {say(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
                <tr key={index}>
                  {row.map((cell, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
                    <td key={column} className="border border-line px-2.5 py-1.5 align-top">
                      {say(cell)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    case 'line':
      return <hr className="border-line" />
    default:
      return <p className="whitespace-pre-line">{say(block.text)}</p>
  }
}

const INLINE =
  /(?<code>`+[^`]+`+)|!\[(?<alt>[^\]]*)\]\((?<src>[^)\s]+)[^)]*\)|\[(?<link>[^\]]+)\]\((?<href>[^)\s]+)[^)]*\)|(?<bare>https?:\/\/[^\s<>()]+[^\s<>().,;:!?])|\*\*(?<bold>[^*]+(?:\*(?!\*)[^*]*)*)\*\*|__(?<bold2>[^_]+)__|(?<![\p{L}\p{N}*])\*(?<italic>[^*\s][^*]*)\*|(?<![\p{L}\p{N}_])_(?<italic2>[^_\s][^_]*)_(?![\p{L}\p{N}])|~~(?<gone>[^~]+)~~/gu

const SAFE = /^(https?:|mailto:)/i

function inline(text: string, special: MarkdownProps['special'], key: string): ReactNode[] {
  const out: ReactNode[] = []
  let done = 0
  for (const match of text.matchAll(INLINE)) {
    const id = `${key}.${match.index}`
    if (match.index > done) out.push(...pieces(text.slice(done, match.index), special, `${key}${done}`))
    done = match.index + match[0].length
    out.push(styled(match, special, id))
  }
  if (done < text.length) out.push(...pieces(text.slice(done), special, `${key}${done}`))
  return out
}

function styled(match: RegExpExecArray, special: MarkdownProps['special'], id: string): ReactNode {
  const { code, alt, src, link, href, bare, bold, bold2, italic, italic2, gone } = match.groups!
  const strong = bold ?? bold2
  const soft = italic ?? italic2
  const address = href ?? src ?? bare
  if (code)
    return (
      <code key={id} className="rounded-sm bg-hover px-1 font-mono text-[0.92em]">
        {code.replace(/^`+|`+$/g, '')}
      </code>
    )
  if (strong)
    return (
      <strong key={id} className="font-semibold">
        {inline(strong, special, id)}
      </strong>
    )
  if (soft) return <em key={id}>{inline(soft, special, id)}</em>
  if (gone) return <s key={id}>{gone}</s>
  if (address && SAFE.test(address))
    return (
      <a key={id} href={address} target="_blank" rel="noopener noreferrer" className="text-accent-ink underline">
        {link ? inline(link, special, id) : alt || address}
      </a>
    )
  return <Fragment key={id}>{pieces(link ?? alt ?? match[0], special, id)}</Fragment>
}

function pieces(text: string, special: MarkdownProps['special'], key: string): ReactNode[] {
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
