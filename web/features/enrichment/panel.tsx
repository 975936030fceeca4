import { Link } from '@tanstack/react-router'
import { Check, PencilLine, Plus, Sparkles, X } from 'lucide-react'
import { useState } from 'react'
import { patch, post } from '../../api/call.ts'
import type { FileObject } from '../../api/shapes.ts'
import { showError } from '../../files/change.ts'
import { adoptFile } from '../../files/files.ts'
import { isEditable } from '../../files/given.ts'
import { cx } from '../../lib/class-names.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/words.ts'
import { useBackTo } from './back-to.ts'
import { type Correction, saveCorrection } from './correcting.ts'
import { Kind } from './facts.tsx'
import { Fields } from './fields.tsx'
import { Part } from './part.tsx'
import { enrichmentWords } from './words.ts'

/**
 * The description of a file. Whoever may change the file can correct each value in place; a correction outlasts later
 * readings.
 */
export function EnrichmentPanel({ file }: { file: FileObject }) {
  const t = enrichmentWords.use()
  const { enrichment } = file
  const editable = isEditable(file)
  if (!enrichment) return editable && <SuggestedName file={file} />
  const save = (change: Correction) => saveCorrection(file, change)
  return (
    <div className="flex flex-col gap-4">
      {editable && <SuggestedName file={file} />}
      <Editable name={t.title} value={enrichment.title} onSave={editable && (title => save({ title }))} />
      <Fields file={file} enrichment={enrichment} />
      <Editable
        name={t.description}
        value={enrichment.description}
        long
        onSave={editable && (description => save({ description }))}
      />
      {enrichment.summary && (
        <Part name={t.summary}>
          <p className="text-base whitespace-pre-line [overflow-wrap:anywhere]">{enrichment.summary}</p>
        </Part>
      )}
      <Keywords words={enrichment.keywords} onSave={editable && (keywords => save({ keywords }))} />
      <Kind file={file} enrichment={enrichment} />
      <Mentioned entities={enrichment.entities} />
    </div>
  )
}

function SuggestedName({ file }: { file: FileObject }) {
  const t = enrichmentWords.use()
  const [busy, setBusy] = useState(false)
  if (!file.suggested_name || file.suggested_name === file.filename) return null
  const accept = async () => {
    setBusy(true)
    try {
      const changed = await post(`/v1/objects/${file.id}/accept-name`)
      adoptFile(changed)
      const back = () => patch(`/v1/objects/${file.id}`, { filename: file.filename }).then(adoptFile, showError)
      toast(t.accepted(changed.filename), { action: { text: t.undo, run: () => void back() } })
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <section aria-label={t.nameTitle} className="flex flex-col gap-1.5 rounded bg-accent-soft px-3 py-2.5 text-sm">
      <h3 className="flex items-center gap-1.5 font-medium text-accent-ink">
        <Sparkles aria-hidden className="size-4" /> {t.nameTitle}
      </h3>
      <p className="[overflow-wrap:anywhere] text-ink-soft">
        {t.nameNow}: {file.filename}
      </p>
      <p className="font-medium [overflow-wrap:anywhere]">
        {t.nameThen}: {file.suggested_name}
      </p>
      {file.suggested_reason && <p className="text-ink-soft">{file.suggested_reason}</p>}
      <Button className="self-start" busy={busy} icon={Check} onClick={() => void accept()}>
        {t.accept}
      </Button>
    </section>
  )
}

interface EditableProps {
  name: string
  value: string
  long?: boolean
  /** Absent where it may only be read. */
  onSave: false | ((next: string) => Promise<void>)
}

function Editable({ name, value, long, onSave }: EditableProps) {
  const t = enrichmentWords.use()
  const u = uiWords.use()
  const [draft, setDraft] = useState<string>()
  const button = useBackTo(draft !== undefined)
  const save = async () => {
    const next = (draft ?? '').trim()
    if (next === value || !onSave) return setDraft(undefined)
    await onSave(next).then(
      () => setDraft(undefined),
      () => {},
    )
  }
  if (draft === undefined)
    return (
      <Part
        name={name}
        action={
          onSave && (
            <IconButton
              ref={button}
              icon={PencilLine}
              small
              plain
              label={t.edit(name)}
              onClick={() => setDraft(value)}
            />
          )
        }
      >
        <p className="text-base [overflow-wrap:anywhere]">
          {value || <span className="text-ink-faint">{t.none}</span>}
        </p>
      </Part>
    )
  const Field = long ? 'textarea' : 'input'
  return (
    <Part name={name}>
      <Field
        autoFocus
        aria-label={name}
        value={draft}
        maxLength={long ? 5000 : 500}
        onChange={event => setDraft(event.target.value)}
        onKeyDown={event => {
          event.stopPropagation()
          if (event.key === 'Escape') {
            event.preventDefault()
            setDraft(undefined)
          } else if (event.key === 'Enter' && !(long && !event.ctrlKey && !event.metaKey)) {
            event.preventDefault()
            void save()
          }
        }}
        className="w-full rounded border border-line-strong bg-surface px-2 py-1 text-base"
        {...(long ? { rows: 4 } : {})}
      />
      <div className="mt-1.5 flex gap-2">
        <Button look="primary" onClick={() => void save()}>
          {u.save}
        </Button>
        <Button onClick={() => setDraft(undefined)}>{u.cancel}</Button>
      </div>
    </Part>
  )
}

function Keywords({ words, onSave }: { words: string[]; onSave: false | ((next: string[]) => Promise<void>) }) {
  const t = enrichmentWords.use()
  if (words.length === 0 && !onSave) return null
  return (
    <Part name={t.keywords}>
      <ul className="flex flex-wrap gap-1">
        {words.map(word => (
          <li
            key={word}
            className={cx('flex h-6 items-center rounded-full bg-hover pl-2.5 text-xs', !onSave && 'pr-2.5')}
          >
            <Link
              to="/search"
              search={{ q: `"${word}"` }}
              className="inline-flex min-h-6 min-w-6 items-center justify-center no-underline hover:underline"
            >
              {word}
            </Link>
            {onSave && (
              <button
                type="button"
                aria-label={t.removeKeyword(word)}
                onClick={() => void onSave(words.filter(each => each !== word)).catch(() => {})}
                className="flex size-6 items-center justify-center rounded-full text-ink-faint hover:text-ink"
              >
                <X aria-hidden className="size-3" />
              </button>
            )}
          </li>
        ))}
        {onSave && (
          <li>
            <AddKeyword
              onAdd={word => {
                if (!words.includes(word)) void onSave([...words, word]).catch(() => {})
              }}
            />
          </li>
        )}
      </ul>
    </Part>
  )
}

function AddKeyword({ onAdd }: { onAdd: (word: string) => void }) {
  const t = enrichmentWords.use()
  const [adding, setAdding] = useState<string>()
  const add = () => {
    const word = (adding ?? '').trim()
    setAdding(undefined)
    if (word !== '') onAdd(word)
  }
  if (adding === undefined)
    return (
      <button
        type="button"
        onClick={() => setAdding('')}
        className="flex h-6 items-center gap-1 rounded-full border border-dashed border-line-strong px-2 text-xs text-ink-soft hover:bg-hover"
      >
        <Plus aria-hidden className="size-3" /> {t.addKeyword}
      </button>
    )
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it was asked for
      autoFocus
      aria-label={t.addKeyword}
      value={adding}
      maxLength={100}
      onChange={event => setAdding(event.target.value)}
      onBlur={add}
      onKeyDown={event => {
        event.stopPropagation()
        if (event.key === 'Enter') {
          event.preventDefault()
          add()
        } else if (event.key === 'Escape') {
          event.preventDefault()
          setAdding(undefined)
        }
      }}
      className="h-6 w-32 rounded-full border border-line-strong bg-surface px-2.5 text-xs"
    />
  )
}

const SHOWN = 6

/** Each leads to all files that mention it. */
function Mentioned({ entities }: { entities: Record<string, unknown> }) {
  const t = enrichmentWords.use()
  const kinds = Object.entries(entities)
    .map(([kind, list]) => [kind, textsOf(list)] as const)
    .filter(([, list]) => list.length > 0)
  if (kinds.length === 0) return null
  return (
    <Part name={t.entities}>
      <dl className="flex flex-col gap-1.5 text-sm">
        {kinds.map(([kind, list]) => (
          <div key={kind} className="grid grid-cols-[6.5rem_1fr] gap-2">
            <dt className="text-ink-faint">{t.kinds[kind] ?? kind}</dt>
            <dd className="flex min-w-0 flex-wrap gap-x-2 gap-y-0.5">
              {list.slice(0, SHOWN).map(text => (
                <Link
                  key={text}
                  to="/search"
                  search={{ q: `"${text.replaceAll('"', '')}"` }}
                  aria-label={t.findAll(text)}
                  className="min-h-6 min-w-6 text-accent-ink no-underline [overflow-wrap:anywhere] hover:underline"
                >
                  {text}
                </Link>
              ))}
              {list.length > SHOWN && <span className="text-ink-faint">{t.more(list.length - SHOWN)}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function textsOf(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  const texts = list.map(each =>
    typeof each === 'string' ? each : each && typeof each === 'object' && 'text' in each ? String(each.text) : '',
  )
  return [...new Set(texts.map(text => text.replace(/\s+/g, ' ').trim()).filter(Boolean))]
}
