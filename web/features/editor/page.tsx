import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Eye, History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ApiError, get, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { FileObject } from '../../api/shapes.ts'
import { showError } from '../../files/change.ts'
import { adoptFile, useFile } from '../../files/files.ts'
import { PageHead } from '../../files/page-head.tsx'
import { formatMoment } from '../../lib/format.ts'
import { lazily } from '../../lib/lazily.ts'
import { useNarrow } from '../../lib/media.ts'
import { useSettled } from '../../lib/settled.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Failed, Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useKeeping } from './keeping.ts'
import { draftOf, type EditorDraft, type Revision, revisionText, textOf } from './load.ts'
import { Revisions } from './revisions.tsx'
import { editorWords } from './words.ts'

const MOST_BYTES = 5_000_000
/** As large as the rest of the page. */
const Area = lazily(() => import('./area.tsx'))

export function EditorPage() {
  const t = editorWords.use()
  const { object = '' } = useParams({ strict: false })
  const { data: file, error, refetch } = useFile(object)
  const [round, setRound] = useState(0)
  const loaded = useQuery({
    queryKey: ['editing', object, round],
    queryFn: async () => {
      const fresh = await get(`/v1/objects/${object}`)
      const [text, draft] = await Promise.all([textOf(fresh), draftOf(object)])
      return { text, draft, version: fresh.version }
    },
    enabled: file?.kind === 'text' && file.size <= MOST_BYTES,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (file && file.kind !== 'text') return <Failed error={new Error(t.notText)} />
  if (file && file.size > MOST_BYTES) return <Failed error={new Error(t.tooLarge)} />
  if (loaded.error) return <Failed error={loaded.error} onRetry={() => void loaded.refetch()} />
  if (!file || !loaded.data) return <Waiting />
  return <Editing key={round} file={file} {...loaded.data} onAgain={() => setRound(round + 1)} />
}

interface EditingProps {
  file: FileObject
  text: string
  draft: EditorDraft | null
  version: number
  /** Everything is read anew: another version is the file now. */
  onAgain: () => void
}

function Editing({ file, text: published, draft, version, onAgain }: EditingProps) {
  const t = editorWords.use()
  const narrow = useNarrow()
  const isMarkdown = file.mime === 'text/markdown' || /\.(md|markdown)$/i.test(file.filename)
  const [text, setText] = useState(draft?.text ?? published)
  const [base, setBase] = useState(draft?.base_version ?? version)
  const [left, setLeft] = useState<{ text: string; version: number; conflict: boolean }>()
  const [preview, setPreview] = useState(false)
  const [versions, setVersions] = useState(false)
  const [busy, setBusy] = useState(false)
  const keeping = useKeeping(file.id, draft ? 'kept' : 'same')
  const typed = (next: string) => {
    setText(next)
    keeping.keep(next, base)
  }
  const publish = async () => {
    if (busy || (keeping.state === 'same' && !left)) return
    setBusy(true)
    try {
      if (keeping.state === 'same') keeping.keep(text, base)
      await keeping.flush()
      const done = await post(`/v1/objects/${file.id}/draft/publish`)
      adoptFile(done)
      keeping.forget()
      setBase(done.version)
      setLeft(undefined)
      void client.invalidateQueries({ queryKey: ['revisions', file.id] })
      toast(t.published(done.version))
    } catch (error) {
      if (error instanceof ApiError && (error.status === 412 || error.status === 409)) await meet()
      else showError(error, () => void publish())
    }
    setBusy(false)
  }
  /** Somebody else was faster: both texts side by side, mine based on theirs from here on. */
  const meet = async () => {
    const now = await get(`/v1/objects/${file.id}`)
    setLeft({ text: await textOf(now), version: now.version, conflict: true })
    setBase(now.version)
    keeping.keep(text, now.version)
  }
  const discard = async () => {
    keeping.forget()
    await remove(`/v1/objects/${file.id}/draft`).catch(() => {})
    toast(t.discarded)
    onAgain()
  }
  const compare = async (revision: Revision) => {
    try {
      setLeft({ text: await revisionText(file.id, revision.id), version: revision.version, conflict: false })
    } catch (error) {
      showError(error)
    }
  }
  const states = { same: t.same, typing: t.typing, saving: t.saving, kept: t.kept, failed: t.notKept }
  return (
    <main className="flex h-full flex-col">
      <PageHead file={file} back={t.back} doing={t.edit} className="max-sm:basis-3/4">
        <span role="status" className={keeping.state === 'failed' ? 'text-sm text-wrong' : 'text-sm text-ink-faint'}>
          {states[keeping.state]}
        </span>
        {isMarkdown && (
          <IconButton icon={Eye} label={t.preview} pressed={preview} onClick={() => setPreview(!preview)} />
        )}
        <IconButton icon={History} label={t.history} pressed={versions} onClick={() => setVersions(!versions)} />
        {keeping.state !== 'same' && !left && <Button onClick={() => void discard()}>{t.discard}</Button>}
        {!left && (
          <Button look="primary" busy={busy} disabled={keeping.state === 'same'} onClick={() => void publish()}>
            {t.publish}
          </Button>
        )}
      </PageHead>
      {draft && !left && keeping.state === 'kept' && (
        <div className="px-4 pb-2">
          <Notice look="accent">{t.draftFrom(formatMoment(draft.updated_at))}</Notice>
        </div>
      )}
      {left && (
        <Compared
          left={left}
          busy={busy}
          onPublish={() => void publish()}
          onClose={() => (left.conflict ? void discard() : setLeft(undefined))}
        />
      )}
      <div className="flex min-h-0 flex-1 border-t border-line max-md:flex-col">
        <div className="min-h-0 min-w-0 flex-1">
          <Suspense fallback={<Waiting />}>
            <Area
              key={left ? `${left.version}${left.conflict}` : 'alone'}
              text={text}
              label={left ? t.mine : t.text}
              isMarkdown={isMarkdown}
              onChange={typed}
              onPublish={() => void publish()}
              left={left && { text: left.text, label: left.conflict ? t.theirs : t.version(left.version) }}
            />
          </Suspense>
        </div>
        {preview && !left && <Preview text={text} narrow={narrow} />}
        {versions && (
          <aside
            aria-label={t.revisions}
            className="w-72 shrink-0 overflow-y-auto border-l border-line bg-surface p-4 max-md:h-1/2 max-md:w-full max-md:border-t max-md:border-l-0"
          >
            <h2 className="mb-2 text-base font-semibold">{t.revisions}</h2>
            <Revisions file={file} onCompare={revision => void compare(revision)} onRestored={onAgain} />
          </aside>
        )}
      </div>
    </main>
  )
}

function Preview({ text, narrow }: { text: string; narrow: boolean }) {
  const t = editorWords.use()
  const settled = useSettled(text, 150)
  return (
    <section
      aria-label={t.preview}
      tabIndex={0}
      className={
        narrow ? 'h-1/2 overflow-auto border-t border-line p-4' : 'w-1/2 overflow-auto border-l border-line p-6'
      }
    >
      <Markdown text={settled} />
    </section>
  )
}

interface ComparedProps {
  left: { version: number; conflict: boolean }
  busy: boolean
  onPublish: () => void
  onClose: () => void
}

function Compared({ left, busy, onPublish, onClose }: ComparedProps) {
  const t = editorWords.use()
  return (
    <div className="flex flex-wrap items-center gap-2 bg-careful-soft px-4 py-2 text-sm">
      <p role={left.conflict ? 'alert' : undefined} className="min-w-0 flex-1">
        {left.conflict ? (
          <>
            <b className="font-medium">{t.conflict}.</b> {t.conflictText}
          </>
        ) : (
          t.compareTitle(left.version)
        )}
      </p>
      <Button onClick={onClose}>{left.conflict ? t.takeTheirs : t.closeCompare}</Button>
      {left.conflict && (
        <Button look="primary" busy={busy} onClick={onPublish}>
          {t.publishMerged}
        </Button>
      )}
    </div>
  )
}
