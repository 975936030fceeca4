import { FolderClosed, FolderX } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Folder } from '../../api/shapes.ts'
import { moveFiles } from '../../files/change.ts'
import type { Picked } from '../../files/files.ts'
import { moveFolder } from '../../files/folders.ts'
import { isOwn, useGivenTargets } from '../../files/given.ts'
import { useFolderSearch, useLevel } from '../../files/tree.ts'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { useSettled } from '../../lib/settled.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Failed } from '../../ui/states.tsx'
import { uiWords } from '../../ui/words.ts'
import { close, useDoing } from './doing.ts'

const PAUSE_MS = 150
const MOST_OFFERED = 100

interface PickProps {
  title: string
  /** Only these; otherwise all of one's own. */
  among?: Folder[]
  /** Where it lies now: what is in there is offered first. */
  from?: string | null
  without?: Folder
  /** Whether it may also lie in no folder. */
  nowhere?: boolean
  pick: (folder: Folder | null) => Promise<unknown>
}

/** Finds a folder by typing; arrows and Enter do the rest. */
function PickFolder({ title, among, from, without, nowhere = true, pick }: PickProps) {
  const t = libraryWords.use()
  const u = uiWords.use()
  const [text, setText] = useState('')
  // What was reached by an arrow or the pointer, wherever it stands when more has come; otherwise the first.
  const [lit, setLit] = useState<string>()
  const [hurried, setHurried] = useState(false)
  const { busy, error, act } = useDoing()
  const wanted = useSettled(text.trim(), PAUSE_MS)
  const { folders, isAnswered, error: failure, retry } = useFolderSearch(among ? undefined : wanted, MOST_OFFERED)
  const { folders: near, isWaiting } = useLevel(!among && from ? { parent_id: from } : undefined)
  const found = useMemo(() => {
    const own = wanted ? folders : [...new Map([...near, ...folders].map(each => [each.id, each])).values()]
    const fits = among ? fitting(among, wanted) : own.filter(folder => !(without && isWithin(folder, without)))
    return wanted || !nowhere ? fits : [null, ...fits]
  }, [among, near, folders, wanted, without, nowhere])
  const at = Math.max(
    0,
    found.findIndex(folder => keyOf(folder) === lit),
  )
  const isSettled = wanted === text.trim() && isAnswered && !isWaiting
  const choose = (index: number) => {
    const folder = found[index]
    if (folder !== undefined) void act(() => pick(folder))
  }
  const light = (index: number) => setLit(keyOf(found[Math.max(0, Math.min(index, found.length - 1))]))
  // Enter before the answer is for what was typed, not for what stands there still.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer has come
  useEffect(() => {
    if (!hurried || !isSettled) return
    setHurried(false)
    choose(at)
  }, [hurried, isSettled])
  return (
    <Dialog
      title={title}
      onClose={close}
      onSubmit={() => (lit !== undefined && keyOf(found[at]) === lit ? choose(at) : setHurried(true))}
      actions={<Button onClick={close}>{u.cancel}</Button>}
    >
      <TextField
        label={t.search}
        value={text}
        role="combobox"
        aria-expanded
        aria-controls="folder-choices"
        aria-activedescendant={found.length > 0 ? `folder-choice-${at}` : undefined}
        onChange={event => {
          setText(event.target.value)
          setLit(undefined)
          setHurried(false)
        }}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') light(at + 1)
          else if (event.key === 'ArrowUp') light(at - 1)
          else return
          event.preventDefault()
        }}
      />
      {error !== undefined && <Failed compact error={error} />}
      {failure && <Failed compact error={failure} onRetry={retry} />}
      <div id="folder-choices" role="listbox" aria-label={title} className="mt-2 h-64 overflow-auto" aria-busy={busy}>
        {found.length === 0 && isSettled && <p className="p-2 text-sm text-ink-faint">{t.nothingFound}</p>}
        {found.map((folder, index) => (
          <div
            key={folder?.id ?? 'none'}
            id={`folder-choice-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => choose(index)}
            onMouseMove={() => light(index)}
            className={cx('touchable flex h-8 items-center gap-2 rounded px-2 text-sm', index === at && 'bg-hover')}
          >
            {folder ? (
              <FolderClosed aria-hidden className="size-4 shrink-0 text-ink-faint" />
            ) : (
              <FolderX aria-hidden className="size-4 shrink-0 text-ink-faint" />
            )}
            <span className="truncate">{folder ? folder.path || folder.name : t.noFolder}</span>
          </div>
        ))}
      </div>
    </Dialog>
  )
}

const fitting = (folders: Folder[], wanted: string): Folder[] =>
  folders
    .filter(folder => folder.path.toLowerCase().includes(wanted.toLowerCase()))
    .sort((a, b) => a.path.localeCompare(b.path))

/** Folders of two themes may have the same path. */
const isWithin = (folder: Folder, other: Folder): boolean =>
  folder.id === other.id || (folder.theme_id === other.theme_id && folder.path.startsWith(`${other.path}/`))

const keyOf = (folder: Folder | null | undefined): string => folder?.id ?? 'none'

export function MoveFiles({ files }: { files: Picked[] }) {
  const t = libraryWords.use()
  const [first] = files
  return (
    <PickFolder
      title={`${t.moveTo}…`}
      among={useGivenTargets(first)}
      from={first?.collection_id}
      nowhere={!first || isOwn(first)}
      pick={folder => moveFiles(files, folder)}
    />
  )
}

export function MoveFolder({ folder }: { folder: Folder }) {
  const t = libraryWords.use()
  return (
    <PickFolder
      title={`${t.moveTo}…`}
      without={folder}
      from={folder.parent_id}
      pick={to => moveFolder(folder, { parentId: to?.id ?? null })}
    />
  )
}
