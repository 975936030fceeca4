import { Link } from '@tanstack/react-router'
import { BadgeCheck, CircleAlert, CircleHelp, LoaderCircle, ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Notice } from '../../ui/states.tsx'
import { Tip } from '../../ui/tip.tsx'
import { type ChatCitation, type ChatTurn, type Confirmation, SURE } from './answer.ts'
import { Done } from './done.tsx'
import { chatWords } from './words.ts'

interface TurnProps {
  turn: ChatTurn
  onDecide: (toolCallId: string, confirmed: boolean) => void
  onAgain: () => void
  onWhy?: () => void
}

/** A question and its answer; every number in it leads to the passage it rests on. */
export default function TurnView({ turn, onDecide, onAgain, onWhy }: TurnProps) {
  const t = chatWords.use()
  const waiting = turn.status === 'streaming'
  return (
    <article aria-busy={waiting} className="flex flex-col gap-3">
      <div className="flex justify-end">
        <p className="max-w-[85%] rounded-lg bg-accent-soft px-3.5 py-2 text-base whitespace-pre-wrap [overflow-wrap:anywhere]">
          <span className="sr-only">{t.you}: </span>
          {turn.query}
        </p>
      </div>
      <div className="flex flex-col gap-3">
        <span className="sr-only">{t.assistant}:</span>
        <Steps turn={turn} />
        {turn.isFree && turn.text !== '' && <Notice look="careful">{t.noContext}</Notice>}
        {turn.text !== '' && <Said turn={turn} />}
        <Sureness turn={turn} />
        <Done turn={turn} />
        {turn.confirmations.map(each => (
          <Confirm key={each.tool_call_id} asked={each} onDecide={yes => onDecide(each.tool_call_id, yes)} />
        ))}
        {turn.links.map(link => (
          <a key={link.url} href={link.url} className="w-fit text-base text-accent-ink underline">
            {link.title || t.link}
          </a>
        ))}
        {waiting && (
          <p role="status" className="flex items-center gap-2 text-sm text-ink-faint">
            <LoaderCircle aria-hidden className="size-4 animate-spin" /> {t.thinking}
          </p>
        )}
        {turn.status === 'cancelled' && <p className="text-sm text-ink-faint">{t.stopped}</p>}
        {turn.status === 'failed' && (
          <div
            role="alert"
            className="flex flex-wrap items-center gap-2 rounded bg-wrong-soft px-3 py-2 text-sm text-wrong"
          >
            <CircleAlert aria-hidden className="size-4" /> {turn.error || t.failed}
            <Button onClick={onAgain}>{t.again}</Button>
          </div>
        )}
        <Passages citations={turn.citations} said={turn.text} />
        <p className="figures flex items-center gap-3 text-xs text-ink-faint">
          {turn.cost !== undefined && turn.cost > 0 && <span>{formatMoney(turn.cost)}</span>}
          {onWhy && !waiting && (
            <button type="button" onClick={onWhy} className="underline hover:text-ink">
              {t.why}
            </button>
          )}
        </p>
      </div>
    </article>
  )
}

/** Whether the files say it outright, or something near to it. */
function Sureness({ turn: { confidence, citations } }: { turn: ChatTurn }) {
  const t = chatWords.use()
  if (confidence === undefined || citations.length === 0) return null
  const isSure = confidence >= SURE
  const Sign = isSure ? BadgeCheck : CircleHelp
  return (
    <p className={cx('flex items-center gap-1.5 text-sm', isSure ? 'text-good' : 'text-careful')}>
      <Sign aria-hidden className="size-4" /> {isSure ? t.sure : t.likely}
    </p>
  )
}

const numberOf = (citation: ChatCitation, at: number) => citation.index || at + 1

/** Numbers in square brackets become footnotes where there is such a passage. */
function Said({ turn }: { turn: ChatTurn }) {
  const known = new Map(turn.citations.map((citation, at) => [numberOf(citation, at), citation]))
  return (
    <Markdown
      text={turn.text}
      special={{
        find: /\[\d{1,3}(?:\s*,\s*\d{1,3})*\]/g,
        make: (found, key) => {
          const numbers = found.slice(1, -1).split(',').map(Number)
          if (numbers.some(number => !known.has(number))) return <span key={key}>{found}</span>
          return (
            <span key={key}>
              {numbers.map(number => (
                <Footnote key={number} number={number} citation={known.get(number)!} />
              ))}
            </span>
          )
        },
      }}
    />
  )
}

const placeOf = ({ object_id, char_start, char_end, start_s }: ChatCitation) => ({
  file: object_id,
  at: char_end > char_start ? `${char_start}-${char_end}` : undefined,
  t: start_s ?? undefined,
  page: undefined,
})

function Footnote({ number, citation }: { number: number; citation: ChatCitation }) {
  const t = chatWords.use()
  return (
    <Tip text={citation.snippet.slice(0, 280) || citation.filename}>
      <Link
        to="."
        search={(now: object) => ({ ...now, ...placeOf(citation) })}
        aria-label={t.source(number, citation.filename)}
        className="figures mx-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm bg-accent-soft px-1 align-super text-[0.7rem] leading-none font-medium text-accent-ink no-underline hover:bg-accent hover:text-on-accent"
      >
        {number}
      </Link>
    </Tip>
  )
}

const bare = (text: string) => text.replace(/[\s*_`#>\\]+/g, ' ').trim()

/** So many are shown before one asks for the rest. */
const SHOWN = 3

function Passages({ citations, said }: { citations: ChatCitation[]; said: string }) {
  const t = chatWords.use()
  const answer = bare(said)
  const [isOpen, setOpen] = useState(false)
  if (citations.length === 0) return null
  // One more is no shorter than the button that would show it.
  const shown = isOpen || citations.length <= SHOWN + 1 ? citations : citations.slice(0, SHOWN)
  const nameOf = ({ title, filename }: ChatCitation) => (title && !answer.includes(bare(title)) ? title : filename)
  return (
    <ol aria-label={t.sources} className="flex flex-col gap-1">
      {shown.map((citation, at) => (
        <li key={`${citation.object_id}${citation.char_start}${citation.index}`}>
          <Link
            to="."
            search={(now: object) => ({ ...now, ...placeOf(citation) })}
            className="flex gap-2 rounded border border-line px-2.5 py-1.5 text-sm no-underline hover:border-line-strong hover:bg-hover"
          >
            <span className="figures font-medium text-accent-ink">{numberOf(citation, at)}</span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{nameOf(citation)}</span>
              {!answer.includes(bare(citation.snippet)) && (
                <span className="line-clamp-2 text-xs text-ink-soft [overflow-wrap:anywhere]">{citation.snippet}</span>
              )}
            </span>
          </Link>
        </li>
      ))}
      {shown.length < citations.length && (
        <li>
          <Button onClick={() => setOpen(true)}>{t.moreSources(citations.length - shown.length)}</Button>
        </li>
      )}
    </ol>
  )
}

/** What went wrong on the way; what went well is in the answer. */
function Steps({ turn }: { turn: ChatTurn }) {
  const t = chatWords.use()
  const failed = turn.tools.filter(tool => tool.failed)
  return failed.map(tool => (
    <Notice key={tool.id} look="careful">
      {tool.error || t.toolFailed}
    </Notice>
  ))
}

/** What cannot be taken back waits here; it is still here after a reload. */
function Confirm({ asked, onDecide }: { asked: Confirmation; onDecide: (yes: boolean) => void }) {
  const t = chatWords.use()
  const open = asked.decided === undefined
  return (
    <section
      aria-label={t.confirmTitle}
      className={cx(
        'flex flex-col gap-2 rounded border px-3.5 py-3',
        open ? 'border-careful bg-careful-soft' : 'border-line',
      )}
    >
      <p className="flex items-start gap-2 text-base font-medium">
        <ShieldQuestion aria-hidden className="mt-0.5 size-4.5 shrink-0 text-careful" />
        <span className="[overflow-wrap:anywhere]">{asked.title}</span>
      </p>
      {asked.detail && <p className="text-sm text-ink-soft">{asked.detail}</p>}
      {open ? (
        <div className="flex gap-2">
          <Button onClick={() => onDecide(false)}>{t.no}</Button>
          <Button look="primary" onClick={() => onDecide(true)}>
            {t.yes}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-ink-faint">{asked.decided ? t.saidYes : t.saidNo}</p>
      )}
    </section>
  )
}
