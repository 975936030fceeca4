import { useNavigate, useSearch } from '@tanstack/react-router'
import { History, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSettled } from '../../lib/settled.ts'
import { useStore } from '../../lib/store.ts'
import { takeTypeAhead } from '../../lib/type-ahead.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { SearchSearch } from './address.ts'
import { OperatorHints, Suggestions } from './hints.tsx'
import { forgetSearches, noteSearch, searched } from './history.ts'
import { Results } from './results.tsx'
import { searchWords } from './words.ts'

const PAUSE_MS = 140

export function SearchPage() {
  const t = searchWords.use()
  const search = useSearch({ strict: false }) as SearchSearch
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLElement>(null)
  const [text, setText] = useState(search.q ?? '')
  const settled = useSettled(text, PAUSE_MS)
  const change = (next: Partial<SearchSearch>, replace = true) =>
    void navigate({ to: '.', search: (now: SearchSearch) => ({ ...now, ...next }), replace })
  useLayoutEffect(() => {
    input.current?.focus()
    const ahead = takeTypeAhead()
    if (ahead !== '') setText(now => now + ahead)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is written
  useEffect(() => {
    if (settled !== (search.q ?? '')) change({ q: settled === '' ? undefined : settled })
  }, [settled])
  // Back, and a link to another search, say what is looked for.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(search.q ?? '')
  }, [search.q])
  /** A button that changes the words changes the field, too. */
  const changeAll = (next: Partial<SearchSearch>) => {
    if (next.q !== undefined) setText(next.q)
    change(next)
  }
  const insert = (piece: string) => {
    setText(now => `${now}${now === '' || now.endsWith(' ') ? '' : ' '}${piece}`)
    input.current?.focus()
  }
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && event.target === input.current && text !== '') {
      event.preventDefault()
      return setText('')
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const hits = [...(page.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
    const at = hits.indexOf(document.activeElement as HTMLElement) + step
    event.preventDefault()
    if (at < 0) input.current?.focus()
    else hits[Math.min(at, hits.length - 1)]?.focus()
  }
  return (
    <main ref={page} onKeyDown={walk} className="flex h-full flex-col">
      <h1 className="sr-only">{t.title}</h1>
      <header className="shrink-0 px-4 pt-3 pb-2">
        <form
          role="search"
          onSubmit={event => {
            event.preventDefault()
            noteSearch(text)
            page.current?.querySelector<HTMLElement>('ol [data-hit]')?.click()
          }}
          className="relative mx-auto max-w-5xl"
        >
          <Search aria-hidden className="absolute top-3 left-3.5 size-5 text-ink-faint" />
          <input
            ref={input}
            data-search
            type="text"
            inputMode="search"
            enterKeyHint="search"
            maxLength={2000}
            autoComplete="off"
            aria-label={t.title}
            value={text}
            placeholder={t.placeholder}
            onChange={event => setText(event.target.value)}
            className="h-11 w-full rounded-lg border border-line-strong bg-surface pr-11 pl-11 text-lg outline-offset-0 placeholder:text-base"
          />
          {text !== '' && (
            <IconButton
              icon={X}
              label={t.clear}
              onClick={() => {
                setText('')
                input.current?.focus()
              }}
              className="absolute! top-1.5 right-1.5"
            />
          )}
        </form>
      </header>
      <Suggestions
        text={text}
        onChoose={whole => {
          setText(whole)
          input.current?.focus()
        }}
      />
      <div className="min-h-0 flex-1 overflow-auto">
        {search.q?.trim() ? (
          <Results search={search} change={changeAll} />
        ) : (
          <>
            <Recent onChoose={setText} />
            <OperatorHints onInsert={insert} />
          </>
        )}
      </div>
    </main>
  )
}

/** What was looked for before, one press away. */
function Recent({ onChoose }: { onChoose: (text: string) => void }) {
  const t = searchWords.use()
  const before = useStore(searched)
  if (before.length === 0) return null
  return (
    <section aria-label={t.history} className="mx-auto flex w-full max-w-5xl flex-col px-4 pt-2">
      <div className="flex items-center justify-between">
        <h2 className="text-sm text-ink-soft">{t.history}</h2>
        <Button look="quiet" onClick={forgetSearches}>
          {t.forget}
        </Button>
      </div>
      <ul>
        {before.map(text => (
          <li key={text}>
            <button
              type="button"
              data-hit={text}
              onClick={() => onChoose(text)}
              className="touchable flex h-9 w-full items-center gap-2.5 rounded px-2 text-left text-base hover:bg-hover"
            >
              <History aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="min-w-0 truncate">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
