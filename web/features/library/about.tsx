import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  CircleAlert,
  Download,
  EllipsisVertical,
  FileSearch,
  Pin,
  Star,
  StarOff,
  Tag as TagIcon,
  X,
} from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { get, isNotFound } from '../../api/call.ts'
import type { FileObject, Folder } from '../../api/shapes.ts'
import { download, rereadFiles } from '../../files/change.ts'
import { ask } from '../../files/dialog-state.ts'
import { type ListPlace, useFile } from '../../files/files.ts'
import { isEditable, isOwn } from '../../files/given.ts'
import { fileMenu } from '../../files/menus.ts'
import { setFavorite, tagFiles, useTags } from '../../files/own.ts'
import { ownWords } from '../../files/own-words.ts'
import { useSelectedIds } from '../../files/selection.ts'
import { TagDot } from '../../files/tag-mark.tsx'
import { Thumb } from '../../files/thumb.tsx'
import { useFolder } from '../../files/tree.ts'
import { libraryWords } from '../../files/words.ts'
import { formatMoment, formatSize } from '../../lib/format.ts'
import { lazily } from '../../lib/lazily.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Bone, Empty, Failed, Later, Notice } from '../../ui/states.tsx'
import { loadEnrichmentPanel } from '../enrichment/index.ts'
import { Comments } from './comments.tsx'

/** Comes with the first file that is chosen. */
const EnrichmentPanel = lazily(loadEnrichmentPanel)

/** The right pane: always about what is selected, or about the place when nothing is. */
export default function About({ place }: { place: ListPlace }) {
  const t = libraryWords.use()
  const chosen = useSelectedIds()
  const folder = useFolder(place.kind === 'folder' ? place.id : null)
  const [only] = chosen
  if (chosen.size > 1) return <Empty icon={FileSearch} title={t.aboutMany(chosen.size)} />
  if (only) return <AboutFile key={only} id={only} />
  if (folder) return <AboutFolder folder={folder} />
  return <Empty icon={FileSearch} title={t.details} text={t.aboutEmpty} />
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[6.5rem_1fr] gap-2 py-1 text-sm">
    <dt className="text-ink-faint">{name}</dt>
    <dd className="figures min-w-0 break-words">{children}</dd>
  </div>
)

function AboutFile({ id }: { id: string }) {
  const t = libraryWords.use()
  const { data: file, error, refetch } = useFile(id)
  // What is already shown stays, with any text that is being typed, even if fetching again has failed.
  if (error && (!file || isNotFound(error))) return <Failed error={error} onRetry={() => void refetch()} />
  if (!file)
    return (
      <Later>
        <div className="flex flex-col gap-3 p-5">
          <Bone className="h-40 w-full" />
          <Bone className="h-4 w-3/4" />
          <Bone className="h-3 w-1/2" />
        </div>
      </Later>
    )
  return <FileFacts file={file} words={t} />
}

function FileFacts({ file, words: t }: { file: FileObject; words: ReturnType<typeof libraryWords.now> }) {
  const navigate = useNavigate()
  const folder = useFolder(file.collection_id)
  const open = () => void navigate({ to: '.', search: (now: object) => ({ ...now, file: file.id }) })
  return (
    <div className="flex flex-col gap-4 p-5">
      <button
        type="button"
        onClick={open}
        aria-label={`${t.open} ${file.filename}`}
        className="overflow-hidden rounded border border-line bg-sunken hover:border-line-strong"
      >
        <Thumb file={file} size={1024} className="h-44 w-full" icon="size-12" />
      </button>
      <div>
        <h2 className="flex items-start gap-1.5 text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
          {file.filename}
          {file.name_locked && <Pin aria-label={t.locked} className="mt-1 size-3.5 shrink-0 text-ink-faint" />}
        </h2>
      </div>
      {file.status === 'pending' && <Notice>{t.readingNow}</Notice>}
      {file.status === 'failed' && (
        <Notice look="careful">
          <p className="flex items-center gap-1.5 font-medium">
            <CircleAlert aria-hidden className="size-4 shrink-0" /> {t.readFailed}
          </p>
          {file.error && <p className="mt-1 text-ink-soft">{file.error}</p>}
          {isEditable(file) && (
            <Button className="mt-2" onClick={() => void rereadFiles([file.id])}>
              {t.reread}
            </Button>
          )}
        </Notice>
      )}
      <div className="flex gap-2">
        <Button look="primary" onClick={open}>
          {t.open}
        </Button>
        <Button icon={Download} onClick={() => void download([file])}>
          {t.download}
        </Button>
        <Menu items={() => fileMenu([file])} align="end">
          <IconButton icon={EllipsisVertical} label={t.more(file.filename)} />
        </Menu>
      </div>
      {file.owner_name !== null && <p className="text-sm text-ink-faint">{t.sharedBy(file.owner_name)}</p>}
      <OwnMarks file={file} />
      <Suspense>
        <EnrichmentPanel file={file} />
      </Suspense>
      <Comments fileId={file.id} />
      <dl className="border-t border-line pt-3">
        <Fact name={t.facts.kind}>{t.kinds[file.kind]}</Fact>
        <Fact name={t.facts.size}>{formatSize(file.size)}</Fact>
        {isOwn(file) && <Fact name={t.facts.folder}>{folder?.name ?? t.noFolder}</Fact>}
        <Fact name={t.facts.added}>{formatMoment(file.created_at)}</Fact>
        {file.updated_at !== file.created_at && <Fact name={t.facts.changed}>{formatMoment(file.updated_at)}</Fact>}
        {file.original_name !== file.filename && <Fact name={t.facts.original}>{file.original_name}</Fact>}
        {file.version > 1 && <Fact name={t.facts.version}>{file.version}</Fact>}
      </dl>
    </div>
  )
}

/** Tags are the owner's; a favourite is everybody's own. */
function OwnMarks({ file }: { file: FileObject }) {
  const t = ownWords.use()
  const known = useTags().data
  const own = isOwn(file)
  return (
    <section aria-label={t.tags} className="flex flex-wrap items-center gap-1.5">
      {(own ? file.tags : []).map(tag => (
        <span
          key={tag}
          className="inline-flex h-6 items-center gap-1.5 rounded-full border border-line pr-1 pl-2 text-xs"
        >
          <TagDot color={known?.find(each => each.name === tag)?.color ?? null} />
          {tag}
          <IconButton
            icon={X}
            label={t.removeTag(tag)}
            small
            plain
            className="size-5!"
            onClick={() => void tagFiles([file], tag, false)}
          />
        </span>
      ))}
      {own && (
        <Button look="quiet" icon={TagIcon} onClick={() => ask({ kind: 'tags', files: [file] })}>
          {t.addTag}
        </Button>
      )}
      <Button
        look="quiet"
        icon={file.is_favorite ? StarOff : Star}
        onClick={() => void setFavorite([file], !file.is_favorite)}
      >
        {file.is_favorite ? t.unfavorite : t.favorite}
      </Button>
    </section>
  )
}

function AboutFolder({ folder }: { folder: Folder }) {
  const t = libraryWords.use()
  const note = useQuery({
    queryKey: ['note', folder.id],
    queryFn: ({ signal }) => get(`/v1/collections/${folder.id}/note`, signal),
    enabled: folder.has_note,
  })
  return (
    <div className="flex flex-col gap-4 p-5">
      <div>
        <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{folder.name}</h2>
        <p className="figures text-sm text-ink-faint">{t.files(folder.object_count)}</p>
      </div>
      <section>
        <h3 className="mb-1 text-xs font-medium text-ink-faint">{t.note}</h3>
        {folder.has_note && note.data && (
          <p className="mb-2 text-base whitespace-pre-wrap [overflow-wrap:anywhere]">{note.data.text}</p>
        )}
        {note.error && <Failed compact error={note.error} onRetry={() => void note.refetch()} />}
        <Button onClick={() => ask({ kind: 'note', folder })}>{folder.has_note ? t.noteEdit : t.noteAdd}</Button>
      </section>
    </div>
  )
}
