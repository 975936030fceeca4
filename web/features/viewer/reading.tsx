import { useEffect, useRef } from 'react'
import { cx } from '../../lib/class-names.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Notice } from '../../ui/states.tsx'

export const Sheet = ({ note, children }: { note?: string; children: React.ReactNode }) => (
  <div tabIndex={0} className="size-full overflow-auto focus-visible:-outline-offset-2">
    <div className="mx-auto flex max-w-3xl flex-col gap-4 p-6">
      {note && <Notice>{note}</Notice>}
      {children}
    </div>
  </div>
)

interface ReadingProps {
  text: string
  note?: string
  code?: boolean
  /** What a link points to, as a script counts. */
  mark?: { from: number; to: number }
}

/** A text as it is, with the cited passage in sight. */
export function Reading({ text, note, code, mark }: ReadingProps) {
  const marked = useRef<HTMLElement>(null)
  const from = mark?.from
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage is another place
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'center' })
  }, [from])
  return (
    <Sheet note={note}>
      <pre
        className={cx(
          'text-base leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]',
          code ? 'font-mono' : 'font-sans',
        )}
      >
        {mark ? (
          <>
            {text.slice(0, mark.from)}
            <mark ref={marked} className="rounded-sm bg-careful-soft text-inherit">
              {text.slice(mark.from, mark.to)}
            </mark>
            {text.slice(mark.to)}
          </>
        ) : (
          text
        )}
      </pre>
    </Sheet>
  )
}

export const MarkdownReading = ({ text, note }: { text: string; note?: string }) => (
  <Sheet note={note}>
    <Markdown text={text} />
  </Sheet>
)

/** A letter: who, to whom, when and about what on top, then what it says. */
export function Letter({ text }: { text: string }) {
  const end = text.indexOf('\n\n')
  const head = end < 0 ? '' : text.slice(0, end)
  const fields = head.split('\n').map(line => /^([A-Z][\w-]*): (.*)$/.exec(line))
  if (end < 0 || fields.some(field => field === null)) return <Reading text={text} />
  const subject = fields.find(field => field?.[1] === 'Subject')?.[2]
  return (
    <Sheet>
      <header className="border-b border-line pb-4">
        {subject && <h3 className="mb-2 text-xl font-semibold [overflow-wrap:anywhere]">{subject}</h3>}
        <dl className="flex flex-col gap-0.5 text-sm">
          {fields
            .filter(field => field?.[1] !== 'Subject')
            .map(field => (
              <div key={field![1]} className="grid grid-cols-[4rem_1fr] gap-2">
                <dt className="text-ink-faint">{field![1]}</dt>
                <dd className="[overflow-wrap:anywhere]">{field![2]}</dd>
              </div>
            ))}
        </dl>
      </header>
      <div className="text-base leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text.slice(end + 2)}
      </div>
    </Sheet>
  )
}
