import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, FolderOpen, Inbox, Layers, ListFilter, NotebookPen } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { get } from '../../api/call.ts'
import type { Folder, Theme } from '../../api/shapes.ts'
import { ask } from '../../files/dialog-state.ts'
import type { ListPlace } from '../../files/files.ts'
import { isEditable } from '../../files/given.ts'
import { libraryWords } from '../../files/words.ts'
import { useCoarse } from '../../lib/media.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Empty } from '../../ui/states.tsx'
import { offerTour } from '../tour/index.ts'
import { pickFiles } from '../uploads/index.ts'

/** Where one stands: its name, the way to it, its note, and what it says when it is empty. */

export function Heading({
  place,
  path,
  themes,
  count,
  isExact = true,
}: {
  place: ListPlace
  /** The way to the folder one stands in. */
  path: Folder[]
  themes: Theme[]
  count?: number
  isExact?: boolean
}) {
  const t = libraryWords.use()
  const theme = themes.find(each => each.id === (place.kind === 'theme' ? place.id : path[0]?.theme_id))
  const here = place.kind === 'folder' ? path.at(-1) : place.kind === 'theme' ? theme : undefined
  const name = place.kind === 'all' ? t.allFiles : place.kind === 'hidden' ? t.hiddenFiles : (here?.name ?? '')
  useEffect(() => {
    // A title goes into the history of the browser: of what is hidden it says nothing.
    document.title = here && !here.is_hidden ? `${here.name} · Dossier` : 'Dossier'
  }, [here])
  return (
    <div className="flex min-w-0 flex-1 items-baseline gap-2">
      {(path.length > 1 || (theme && place.kind === 'folder')) && (
        <nav className="hidden min-w-0 items-center gap-1 text-sm text-ink-faint md:flex">
          {theme && place.kind === 'folder' && (
            <Crumb>
              <Link to="/themes/$theme" params={{ theme: theme.id }} className="truncate no-underline hover:text-ink">
                {theme.name}
              </Link>
            </Crumb>
          )}
          {path.slice(0, -1).map(folder => (
            <Crumb key={folder.id}>
              <Link
                to="/folders/$folder"
                params={{ folder: folder.id }}
                className="truncate no-underline hover:text-ink"
              >
                {folder.name}
              </Link>
            </Crumb>
          ))}
        </nav>
      )}
      <h1 className="truncate text-xl font-semibold tracking-tight">{name}</h1>
      {count !== undefined && (
        <span className="figures shrink-0 text-sm text-ink-faint">{isExact ? t.files(count) : t.moreThan(count)}</span>
      )}
    </div>
  )
}

/** Whose folder it is, and what one may do in it. */
export function Giver({ folder }: { folder: Folder }) {
  const t = libraryWords.use()
  return (
    <span className="flex min-w-0 shrink items-center gap-2 text-sm text-ink-faint">
      <span className="truncate max-md:hidden">{t.sharedBy(folder.owner_name ?? '')}</span>
      <Badge>{isEditable(folder) ? t.mayEdit : t.mayRead}</Badge>
    </span>
  )
}

const Crumb = ({ children }: { children: ReactNode }) => (
  <span className="flex max-w-40 items-center gap-1">
    {children}
    <ChevronRight aria-hidden className="size-3.5 shrink-0" />
  </span>
)

export function FolderNote({ folder }: { folder?: Folder }) {
  const t = libraryWords.use()
  const note = useQuery({
    queryKey: ['note', folder?.id],
    queryFn: ({ signal }) => get(`/v1/collections/${folder!.id}/note`, signal),
    enabled: folder?.has_note ?? false,
  })
  if (!folder?.has_note) return null
  if (!isEditable(folder))
    return (
      <p className="mx-4 mb-2 rounded bg-sunken px-3 py-2 text-sm whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere]">
        {note.data?.text}
      </p>
    )
  return (
    <button
      type="button"
      onClick={() => ask({ kind: 'note', folder })}
      className="mx-4 mb-2 flex items-center gap-2 rounded bg-sunken px-3 py-2 text-left text-sm text-ink-soft hover:text-ink"
    >
      <NotebookPen aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{t.note}</span>
      <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{note.data?.text ?? t.note}</span>
    </button>
  )
}

/** Above the list of a folder that has more folders in it than are shown. */
export function MoreFolders({ shown, more }: { shown: number; more: () => void }) {
  const t = libraryWords.use()
  return (
    <p className="mx-4 mb-2 flex items-center gap-2 text-sm text-ink-faint">
      {t.firstFolders(shown)} <Button onClick={more}>{t.showMore}</Button>
    </p>
  )
}

interface EmptyPlaceProps {
  place: ListPlace
  filtered: boolean
  /** Whether files may be brought here. */
  editable: boolean
  clear: () => void
}

export function EmptyPlace({ place, filtered, editable, clear }: EmptyPlaceProps) {
  const t = libraryWords.use()
  const isNew = place.kind === 'all' && !filtered
  const coarse = useCoarse()
  useEffect(() => {
    // Who cannot be asked is not shown around; the empty page says enough.
    if (isNew) offerTour().catch(() => {})
  }, [isNew])
  if (filtered)
    return (
      <Empty icon={ListFilter} title={t.noMatch}>
        <Button onClick={clear}>{t.clearFilters}</Button>
      </Empty>
    )
  const choose = (
    <Button look="primary" data-tour="upload" onClick={() => void pickFiles()}>
      {t.chooseFiles}
    </Button>
  )
  if (place.kind === 'folder' && !editable) return <Empty icon={FolderOpen} title={t.emptyFolder} />
  if (place.kind === 'folder')
    return (
      <Empty icon={FolderOpen} title={t.emptyFolder} text={coarse ? t.chooseInto : t.dropInto}>
        {choose}
      </Empty>
    )
  if (place.kind === 'theme')
    return (
      <Empty icon={Layers} title={t.emptyTheme} text={t.emptyThemeText}>
        <Button look="primary" onClick={() => ask({ kind: 'new-folder', themeId: place.id })}>
          {t.newFolder}
        </Button>
      </Empty>
    )
  return (
    <Empty icon={Inbox} title={coarse ? t.emptyTouch : t.emptyTitle} text={t.emptyText}>
      {choose}
    </Empty>
  )
}
