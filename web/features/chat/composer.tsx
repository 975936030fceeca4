import { useQuery } from '@tanstack/react-query'
import { ArrowUp, FileText, FolderClosed, ListFilter, Paperclip, Square, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { get, postForm, query } from '../../api/call.ts'
import { showError } from '../../files/change.ts'
import { useFolderSearch } from '../../files/tree.ts'
import { useSettled } from '../../lib/settled.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { uiWords } from '../../ui/words.ts'
import { Voice } from './voice.tsx'
import { chatWords } from './words.ts'

export interface ChatScope {
  kind: 'file' | 'folder' | 'attachment'
  id: string
  name: string
}

interface ComposerProps {
  busy: boolean
  /** What stands in the box at first. */
  first?: string
  scope: ChatScope[]
  onScope: (scope: ChatScope[]) => void
  onSend: (text: string) => void
  onStop: () => void
  /** What stands beside the buttons. */
  children?: React.ReactNode
}

export function Composer({ busy, first = '', scope, onScope, onSend, onStop, children }: ComposerProps) {
  const t = chatWords.use()
  const [text, setText] = useState(first)
  const [choosing, setChoosing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as tall as what was typed
  useEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(200, element.scrollHeight)}px`
  }, [text])
  const send = () => {
    if (busy || text.trim() === '') return
    onSend(text.trim())
    setText('')
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
      className="flex flex-col gap-1.5 rounded-lg border border-line-strong bg-surface p-2 focus-within:border-accent"
    >
      {scope.length > 0 && (
        <ul aria-label={t.scope} className="flex flex-wrap gap-1">
          {scope.map(each => (
            <li key={each.id} className="flex h-7 max-w-full items-center gap-1.5 rounded bg-hover pl-2 text-xs">
              {each.kind === 'folder' ? (
                <FolderClosed aria-hidden className="size-3.5 shrink-0" />
              ) : each.kind === 'attachment' ? (
                <Paperclip aria-hidden className="size-3.5 shrink-0" />
              ) : (
                <FileText aria-hidden className="size-3.5 shrink-0" />
              )}
              <span className="truncate">{each.name}</span>
              <IconButton
                icon={X}
                small
                plain
                label={t.scopeRemove(each.name)}
                onClick={() => onScope(scope.filter(other => other.id !== each.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={area}
        rows={1}
        maxLength={2000}
        aria-label={t.question}
        placeholder={t.placeholder}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={pressed}
        className="w-full resize-none bg-transparent px-1.5 py-1 text-base outline-none"
      />
      <div className="@container">
        <div className="flex flex-wrap items-center gap-1">
          <IconButton icon={ListFilter} label={t.scopeAdd} onClick={() => setChoosing(true)} />
          <IconButton
            icon={Paperclip}
            label={t.attach}
            onClick={() => void attach().then(made => made && onScope([...scope, made]))}
          />
          <Voice
            onTranscribed={spoken => {
              setText(now => (now === '' ? spoken : `${now.trimEnd()} ${spoken}`))
              area.current?.focus()
            }}
          />
          {/* Where it is narrow who answers stands in a line of its own: beside the buttons there is no room for the words. */}
          <div className="min-w-0 flex-1 @max-lg:order-first @max-lg:basis-full">{children}</div>
          {busy ? (
            <IconButton icon={Square} label={t.stop} onClick={onStop} className="ml-auto" />
          ) : (
            <button
              type="submit"
              aria-label={t.send}
              disabled={text.trim() === ''}
              className="touchable ml-auto flex size-8 items-center justify-center rounded-full bg-accent text-on-accent hover:bg-accent-hover disabled:opacity-40"
            >
              <ArrowUp aria-hidden className="size-4.5" />
            </button>
          )}
        </div>
      </div>
      {choosing && (
        <ScopeDialog
          onClose={() => setChoosing(false)}
          onChoose={made => {
            setChoosing(false)
            onScope([
              ...scope.filter(each => each.id !== made.id && !(made.kind === 'folder' && each.kind === 'folder')),
              made,
            ])
          }}
        />
      )}
    </form>
  )
}

/** A file for this conversation alone; it does not appear in the library. */
async function attach(): Promise<ChatScope | undefined> {
  const input = document.createElement('input')
  input.type = 'file'
  const file = await new Promise<File | undefined>(done => {
    input.addEventListener('change', () => done(input.files?.[0]))
    input.addEventListener('cancel', () => done(undefined))
    input.click()
  })
  if (!file) return undefined
  const form = new FormData()
  form.append('file', file)
  try {
    const { id } = await postForm('/v1/objects?chat_only=true', form)
    return { kind: 'attachment', id, name: file.name }
  } catch (error) {
    showError(error)
    return undefined
  }
}

function ScopeDialog({ onChoose, onClose }: { onChoose: (made: ChatScope) => void; onClose: () => void }) {
  const t = chatWords.use()
  const u = uiWords.use()
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim(), 150)
  const { folders: fitting } = useFolderSearch(wanted, 8)
  const { data } = useQuery({
    queryKey: ['scope', wanted],
    queryFn: async ({ signal }) =>
      wanted === ''
        ? (await get('/v1/objects?limit=20', signal)).items
        : (await get(`/v1/search${query({ q: wanted, mode: 'text', limit: 20 })}`, signal)).items.map(
            ({ object }) => object,
          ),
    gcTime: 0,
  })
  const row = 'touchable flex h-9 w-full items-center gap-2 rounded px-2 text-left text-sm hover:bg-hover'
  return (
    <Dialog title={t.scopeAdd} onClose={onClose} actions={<Button onClick={onClose}>{u.cancel}</Button>}>
      <div className="flex flex-col gap-2">
        <TextField label={t.scopeSearch} value={text} onChange={event => setText(event.target.value)} />
        <ul className="max-h-72 overflow-auto">
          {fitting.map(folder => (
            <li key={folder.id}>
              <button
                type="button"
                className={row}
                onClick={() => onChoose({ kind: 'folder', id: folder.id, name: folder.name })}
              >
                <FolderClosed aria-hidden className="size-4 text-ink-faint" />
                <span className="truncate">{folder.path}</span>
              </button>
            </li>
          ))}
          {data?.map(file => (
            <li key={file.id}>
              <button
                type="button"
                className={row}
                onClick={() => onChoose({ kind: 'file', id: file.id, name: file.filename })}
              >
                <KindIcon kind={file.kind} />
                <span className="truncate">{file.filename}</span>
              </button>
            </li>
          ))}
          {data && data.length + fitting.length === 0 && <li className="p-2 text-sm text-ink-faint">{t.scopeNone}</li>}
        </ul>
      </div>
    </Dialog>
  )
}
