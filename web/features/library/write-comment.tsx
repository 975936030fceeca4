import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { get } from '../../api/call.ts'
import { cx } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { commentWords } from './comment-words.ts'
import { apart, beginningAt, fitting, kept, type Mentioned, written } from './mentions.ts'

const MOST_OFFERED = 6

interface WriteProps {
  fileId: string
  label: string
  action: string
  initial?: { text: string; mentions: Mentioned[] }
  save: (text: string) => Promise<boolean>
}

/** A field for a comment; after an @ it offers those who can see the file. */
export function WriteComment({ fileId, label, action, initial, save }: WriteProps) {
  const t = commentWords.use()
  const list = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [chosen, setChosen] = useState<Mentioned[]>(() => apart(initial?.mentions ?? []))
  const [text, setText] = useState(() => written(initial?.text ?? '', chosen))
  const [caret, setCaret] = useState(-1)
  /** Where to go on writing: set with the text, before the next key. */
  const next = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place belongs to the text that was just set
  useLayoutEffect(() => {
    if (next.current !== undefined) field.current?.setSelectionRange(next.current, next.current)
    next.current = undefined
  }, [text])
  const [at, setAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const begun = caret < 0 ? undefined : beginningAt(text, caret)
  const { data: people = [] } = useQuery({
    queryKey: ['people', fileId],
    queryFn: async ({ signal }) =>
      (await get<'GET /v1/objects/{object_id}/people'>(`/v1/objects/${fileId}/people`, signal)).items,
    enabled: begun !== undefined,
  })
  const offered = begun ? fitting(people, begun.name).slice(0, MOST_OFFERED) : []

  const choose = (person: Mentioned) => {
    const [before, after] = [text.slice(0, begun!.from), text.slice(caret)]
    const all = apart([...chosen.filter(({ id }) => id !== person.id), person])
    const begin = `${before}@${all.at(-1)!.name} `
    setText(begin + after.trimStart())
    next.current = begin.length
    setChosen(all)
    setCaret(-1)
    field.current?.focus()
  }
  const send = async () => {
    setBusy(true)
    if (await save(kept(text.trim(), chosen))) {
      setText('')
      setChosen([])
    }
    setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter' && text.trim()) return void send()
    if (offered.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((at + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(offered[at] ?? offered[0]!)
    else if (event.key === 'Escape') setCaret(-1)
    else return
    event.preventDefault()
  }
  return (
    <div className="relative flex flex-col gap-1.5">
      <TextArea
        ref={field}
        label={label}
        rows={2}
        maxLength={4000}
        value={text}
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={offered.length > 0 ? `${list}-${at}` : undefined}
        onChange={event => {
          setText(event.target.value)
          setCaret(event.target.selectionStart)
          setAt(0)
        }}
        onBlur={() => setCaret(-1)}
        onKeyDown={onKeyDown}
      />
      <div
        id={list}
        role="listbox"
        aria-label={t.people}
        className={cx('rounded border border-line bg-surface p-1 shadow-float', offered.length === 0 && 'hidden')}
      >
        {offered.map((person, index) => (
          <div
            key={person.id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // Before the field loses the focus.
            onMouseDown={event => {
              event.preventDefault()
              choose(person)
            }}
            onMouseMove={() => setAt(index)}
            className={cx('touchable flex h-8 items-center rounded-sm px-2 text-sm', index === at && 'bg-hover')}
          >
            <span className="truncate">{person.name}</span>
          </div>
        ))}
      </div>
      <Button className="self-start" busy={busy} disabled={!text.trim()} onClick={() => void send()}>
        {action}
      </Button>
    </div>
  )
}
