import { ArrowLeft, Files, FolderClosed, Layers, WifiOff } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import {
  type KeptFile,
  type KeptTree,
  keptFiles,
  keptTree,
  offlineWords,
  type SeenFile,
} from '../features/offline/index.ts'
import { Content } from '../features/viewer/parts.ts'
import { formatMoment, formatSize } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { KindIcon } from '../ui/kind-icon.tsx'

/** What can be read while the service is away. It comes back by itself when the connection does. */
export function Shelf({ onRetry }: { onRetry: () => void }) {
  const t = offlineWords.use()
  const files = useStore(keptFiles)
  const tree = useStore(keptTree)
  const [open, setOpen] = useState<KeptFile>()
  const [folder, setFolder] = useState<string>()
  const isHere = (file: { collection_id: string | null }) => folder === undefined || file.collection_id === folder
  const shown = files.filter(kept => isHere(kept.file))
  const seen = (tree?.seen ?? []).filter(file => isHere(file) && !files.some(({ id }) => id === file.id))
  useEffect(() => {
    document.title = 'Dossier'
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  if (open) return <Opened kept={open} onBack={() => setOpen(undefined)} />
  return (
    <main className="h-dvh overflow-auto">
      <div className="mx-auto flex max-w-2xl flex-col gap-6 px-4 py-12">
        <header className="flex flex-col items-start gap-2">
          <WifiOff aria-hidden className="size-8 text-ink-faint" strokeWidth={1.25} />
          <h1 className="text-2xl font-semibold tracking-tight">{t.title}</h1>
          <p className="text-base text-ink-soft">{t.text(files.length)}</p>
          <Button className="mt-2" onClick={onRetry}>
            {t.retry}
          </Button>
        </header>
        {tree && tree.folders.length > 0 && <Folders tree={tree} files={files} chosen={folder} onChoose={setFolder} />}
        {shown.length + seen.length === 0 && <p className="text-sm text-ink-soft">{t.nothingHere}</p>}
        <ul aria-label={t.files} className="flex flex-col border-t border-line empty:hidden">
          {shown.map(kept => (
            <li key={kept.id} className="border-b border-line">
              <button
                type="button"
                onClick={() => setOpen(kept)}
                className="touchable flex min-h-12 w-full items-center gap-3 rounded px-2 py-1.5 text-left hover:bg-hover"
              >
                <KindIcon kind={kept.file.kind} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-base">{kept.file.filename}</span>
                  <span className="figures block truncate text-xs text-ink-faint">
                    {formatSize(kept.file.size)}, {t.opened(formatMoment(new Date(kept.opened).toISOString()))}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {seen.length > 0 && <Seen files={seen} />}
      </div>
    </main>
  )
}

/** Of a long list the beginning: it can only be looked at. */
const MOST_SEEN = 100

/** Names that are known, of files that were not opened here. */
function Seen({ files }: { files: SeenFile[] }) {
  const t = offlineWords.use()
  return (
    <section aria-label={t.needsLink} className="flex flex-col gap-1">
      <h2 className="text-xs font-medium text-ink-soft">{t.needsLink}</h2>
      <ul className="flex flex-col">
        {files.slice(0, MOST_SEEN).map(file => (
          <li key={file.id} className="flex min-h-9 items-center gap-3 px-2 text-sm text-ink-soft">
            <KindIcon kind={file.kind} />
            <span className="min-w-0 flex-1 truncate">{file.filename}</span>
            <span className="figures text-xs">{formatSize(file.size)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Branch {
  id: string
  name: string
  icon: string
  depth: number
}

const TOP = ''

/** Themes and folders below each other, as in the rail. */
function branchesOf({ folders, themes }: KeptTree): Branch[] {
  const ids = new Set([...folders, ...themes].map(({ id }) => id))
  const within = new Map<string, KeptTree['folders']>()
  for (const folder of folders.toSorted((one, other) => one.name.localeCompare(other.name))) {
    const home = [folder.parent_id, folder.theme_id].find(id => id && ids.has(id)) ?? TOP
    const siblings = within.get(home)
    if (siblings) siblings.push(folder)
    else within.set(home, [folder])
  }
  const below = (parent: string, depth: number): Branch[] =>
    depth < 12
      ? (within.get(parent) ?? []).flatMap(folder => [{ ...folder, depth }, ...below(folder.id, depth + 1)])
      : []
  return [...themes.flatMap(theme => [{ ...theme, depth: 0 }, ...below(theme.id, 1)]), ...below(TOP, 0)]
}

interface FoldersProps {
  tree: KeptTree
  files: KeptFile[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

function Folders({ tree, files, chosen, onChoose }: FoldersProps) {
  const t = offlineWords.use()
  const branches = useMemo(() => branchesOf(tree), [tree])
  const themes = new Set(tree.themes.map(({ id }) => id))
  const row = 'flex min-h-9 w-full items-center gap-2 rounded px-2 text-left text-sm'
  return (
    <nav aria-label={t.folders}>
      <ul className="flex flex-col">
        <li>
          <button
            type="button"
            aria-current={chosen === undefined}
            onClick={() => onChoose(undefined)}
            className={`${row} hover:bg-hover aria-[current=true]:bg-press`}
          >
            <Files aria-hidden className="size-4 shrink-0" /> {t.all}
          </button>
        </li>
        {branches.map(({ id, name, icon, depth }) => {
          const readable = files.filter(({ file }) => file.collection_id === id).length
          const mark = icon ? <span aria-hidden>{icon}</span> : <FolderClosed aria-hidden className="size-4 shrink-0" />
          return (
            <li key={id} style={{ paddingLeft: Math.min(depth, 8) * 14 }}>
              {themes.has(id) ? (
                <span className={`${row} text-ink-soft`}>
                  {icon ? mark : <Layers aria-hidden className="size-4 shrink-0" />} {name}
                </span>
              ) : (
                <button
                  type="button"
                  aria-current={chosen === id}
                  onClick={() => onChoose(id)}
                  className={`${row} hover:bg-hover aria-[current=true]:bg-press`}
                >
                  {mark} <span className="min-w-0 flex-1 truncate">{name}</span>
                  {readable > 0 && <span className="text-xs text-ink-soft">{t.count(readable)}</span>}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Of a recording the words are here: shown as the text that they are. */
const readable = ({ file }: KeptFile) =>
  file.kind === 'audio' || file.kind === 'video' ? { ...file, kind: 'other' as const } : file

function Opened({ kept, onBack }: { kept: KeptFile; onBack: () => void }) {
  const t = offlineWords.use()
  const file = readable(kept)
  return (
    <main className="flex h-dvh flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-2">
        <IconButton icon={ArrowLeft} label={t.back} onClick={onBack} />
        <h1 className="min-w-0 flex-1 truncate text-base font-medium">{kept.file.filename}</h1>
        <span className="flex shrink-0 items-center gap-1.5 px-2 text-sm text-ink-faint">
          <WifiOff aria-hidden className="size-4" /> {t.title}
        </span>
      </header>
      {file !== kept.file && <p className="border-b border-line px-4 py-2 text-sm text-ink-soft">{t.words}</p>}
      <div className="min-h-0 flex-1">
        <Content file={file} base={`/v1/objects/${kept.id}`} />
      </div>
    </main>
  )
}
