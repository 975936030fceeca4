import { useQuery } from '@tanstack/react-query'
import { PencilLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { get, patch, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { tellError } from '../../files/change.ts'
import { formatMoment } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { uiWords } from '../../ui/words.ts'
import { commentWords } from './comment-words.ts'

const useComments = (fileId: string) =>
  useQuery({
    queryKey: ['comments', fileId],
    queryFn: async ({ signal }) => (await get(`/v1/objects/${fileId}/comments`, signal)).items,
  })

type Comment = NonNullable<ReturnType<typeof useComments>['data']>[number]

async function act(fileId: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    tellError(error)
    return false
  } finally {
    void client.invalidateQueries({ queryKey: ['comments', fileId] })
  }
}

/** What people say of a file: the owner, and those to whom it was given. */
export function Comments({ fileId }: { fileId: string }) {
  const t = commentWords.use()
  const comments = useComments(fileId).data ?? []
  return (
    <section aria-label={t.title} className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 className="text-xs font-medium text-ink-faint">{t.title}</h3>
      <ul className="flex flex-col gap-3">
        {comments.map(comment => (
          <Said key={comment.id} fileId={fileId} comment={comment} />
        ))}
      </ul>
      <Write
        label={t.say}
        action={t.send}
        save={text => act(fileId, () => post(`/v1/objects/${fileId}/comments`, { text }))}
      />
    </section>
  )
}

function Said({ fileId, comment }: { fileId: string; comment: Comment }) {
  const t = commentWords.use()
  const u = uiWords.use()
  const [editing, setEditing] = useState(false)
  const facts = [
    formatMoment(comment.created_at),
    comment.page ? t.page(comment.page) : '',
    comment.updated_at === comment.created_at ? '' : t.edited,
  ]
  return (
    <li className="text-sm">
      <div className="flex items-center gap-1">
        <span className="min-w-0 truncate font-medium">{comment.author.name}</span>
        <span className="figures min-w-0 flex-1 truncate text-xs text-ink-faint">
          {facts.filter(Boolean).join(' · ')}
        </span>
        {comment.is_own && (
          <IconButton icon={PencilLine} label={t.edit} small plain onClick={() => setEditing(!editing)} />
        )}
        {comment.may_delete && (
          <IconButton
            icon={Trash2}
            label={t.remove}
            small
            plain
            onClick={() => void act(fileId, () => remove(`/v1/comments/${comment.id}`))}
          />
        )}
      </div>
      {editing ? (
        <Write
          label={t.edit}
          action={u.save}
          initial={comment.text}
          save={async text => {
            const saved = await act(fileId, () => patch(`/v1/comments/${comment.id}`, { text }))
            if (saved) setEditing(false)
            return saved
          }}
        />
      ) : (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{comment.text}</p>
      )}
    </li>
  )
}

interface WriteProps {
  label: string
  action: string
  initial?: string
  save: (text: string) => Promise<boolean>
}

function Write({ label, action, initial = '', save }: WriteProps) {
  const [text, setText] = useState(initial)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    if (await save(text.trim())) setText('')
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <TextArea
        label={label}
        rows={2}
        maxLength={4000}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => event.stopPropagation()}
      />
      <Button className="self-start" busy={busy} disabled={!text.trim()} onClick={() => void send()}>
        {action}
      </Button>
    </div>
  )
}
