import { CircleAlert, CircleCheck, LoaderCircle, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { postForm } from '../../api/call.ts'
import type { ShareAddress } from '../../api/reply.ts'
import { IconButton } from '../../ui/button.tsx'
import { messageOf } from '../../ui/states.tsx'
import { uiWords } from '../../ui/words.ts'
import { shareWords } from './words.ts'

interface Item {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed'
  error?: string
}

/** Files of somebody outside, one after the other. */
export function useAdding(base: ShareAddress, onAdded: () => void) {
  const [items, setItems] = useState<Item[]>([])
  const last = useRef(0)
  const line = useRef(Promise.resolve())
  const patch = (id: number, change: Partial<Item>) =>
    setItems(now => now.map(item => (item.id === id ? { ...item, ...change } : item)))
  const send = async ({ id, file }: Item) => {
    patch(id, { state: 'sending', error: undefined })
    const form = new FormData()
    form.append('file', file, file.name)
    try {
      await postForm(`${base}/objects`, form)
      patch(id, { state: 'done' })
      onAdded()
    } catch (error) {
      patch(id, { state: 'failed', error: messageOf(error) })
    }
  }
  const queue = (item: Item) => {
    line.current = line.current.then(() => send(item))
  }
  const add = (files: File[]) => {
    const made = files.map((file): Item => ({ id: ++last.current, file, state: 'waiting' }))
    setItems(now => [...now, ...made])
    for (const item of made) queue(item)
  }
  const choose = () => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.addEventListener('change', () => add([...(input.files ?? [])]))
    input.click()
  }
  return { items, add, choose, again: queue }
}

export function PublicUploads({ adding }: { adding: ReturnType<typeof useAdding> }) {
  const t = shareWords.use()
  const u = uiWords.use()
  if (adding.items.length === 0) return null
  return (
    <ul aria-live="polite" className="mx-auto max-h-40 w-full max-w-4xl shrink-0 overflow-auto px-4 pb-2">
      {adding.items.map(item => (
        <li key={item.id} className="flex items-center gap-2 py-1 text-sm">
          {item.state === 'done' ? (
            <CircleCheck aria-hidden className="size-4 text-good" />
          ) : item.state === 'failed' ? (
            <CircleAlert aria-hidden className="size-4 text-wrong" />
          ) : (
            <LoaderCircle aria-hidden className="size-4 animate-spin text-ink-faint" />
          )}
          <span className="min-w-0 flex-1 truncate">
            {item.state === 'done'
              ? t.added(item.file.name)
              : item.state === 'failed'
                ? `${t.notAdded(item.file.name)}: ${item.error}`
                : t.adding(item.file.name)}
          </span>
          {item.state === 'failed' && (
            <IconButton
              icon={RotateCw}
              label={`${u.retry} ${item.file.name}`}
              small
              onClick={() => adding.again(item)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
