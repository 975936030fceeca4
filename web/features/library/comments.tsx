import { useQuery } from '@tanstack/react-query'
import { PencilLine, Reply, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { get, patch, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { showError } from '../../files/change.ts'
import { formatMoment } from '../../lib/format.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { IconButton } from '../../ui/button.tsx'
import { uiWords } from '../../ui/words.ts'
import { commentWords } from './comment-words.ts'
import { piecesOf } from './mentions.ts'
import { WriteComment } from './write-comment.tsx'

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
    showError(error)
    return false
  } finally {
    void client.invalidateQueries({ queryKey: ['comments', fileId] })
  }
}

/** What people say of a file: the owner, and those to whom it was given. */
export function Comments({ fileId }: { fileId: string }) {
  const t = commentWords.use()
  const comments = useComments(fileId).data ?? []
  const [answering, setAnswering] = useState<string>()
  const answered = comments.find(({ id }) => id === answering)
  const send = async (text: string) => {
    const sent = await act(fileId, () => post(`/v1/objects/${fileId}/comments`, { text, reply_to: answered?.id }))
    if (sent) setAnswering(undefined)
    return sent
  }
  return (
    <section aria-label={t.title} className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 className="text-xs font-medium text-ink-faint">{t.title}</h3>
      <ul className="flex flex-col gap-3">
        {comments.map(comment => (
          <Said
            key={comment.id}
            comment={comment}
            answered={comments.find(({ id }) => id === comment.reply_to)}
            answer={() => setAnswering(comment.id)}
          />
        ))}
      </ul>
      {answered && (
        <p className="flex items-center gap-1 text-xs text-ink-soft">
          <span className="min-w-0 truncate">{t.replyTo(answered.author.name)}</span>
          <IconButton icon={X} label={t.noReply} small plain onClick={() => setAnswering(undefined)} />
        </p>
      )}
      <WriteComment fileId={fileId} label={t.say} action={t.send} save={send} />
    </section>
  )
}

interface SaidProps {
  comment: Comment
  answered?: Comment
  answer: () => void
}

function Said({ comment, answered, answer }: SaidProps) {
  const t = commentWords.use()
  const u = uiWords.use()
  const [editing, setEditing] = useState(false)
  const fileId = comment.object_id
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
        <IconButton icon={Reply} label={t.reply(comment.author.name)} small plain onClick={answer} />
        {comment.is_own && (
          <IconButton icon={PencilLine} label={t.edit} small plain onClick={() => setEditing(!editing)} />
        )}
        {comment.may_delete && (
          <AskFirst
            title={`${t.remove}?`}
            action={t.remove}
            run={() => act(fileId, () => remove(`/v1/comments/${comment.id}`))}
          >
            {ask => <IconButton icon={Trash2} label={t.remove} small plain onClick={ask} />}
          </AskFirst>
        )}
      </div>
      {editing ? (
        <WriteComment
          fileId={fileId}
          label={t.edit}
          action={u.save}
          initial={comment}
          save={async text => {
            const saved = await act(fileId, () => patch(`/v1/comments/${comment.id}`, { text }))
            if (saved) setEditing(false)
            return saved
          }}
        />
      ) : (
        <>
          {answered && <p className="truncate text-xs text-ink-faint">{t.replyTo(answered.author.name)}</p>}
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <SaidText comment={comment} />
          </p>
        </>
      )}
    </li>
  )
}

function SaidText({ comment }: { comment: Comment }) {
  const t = commentWords.use()
  return piecesOf(comment.text).map((piece, index) =>
    piece.id === undefined ? (
      piece.words
    ) : (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: one person can be named twice
        key={index}
        className="rounded-full bg-accent-soft px-1.5 py-px font-medium text-accent-ink"
      >
        @{comment.mentions.find(({ id }) => id === piece.id)?.name ?? t.somebody}
      </span>
    ),
  )
}
