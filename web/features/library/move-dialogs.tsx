import { FolderClosed, FolderX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Folder } from '../../api/shapes.ts'
import { moveFiles } from '../../files/change.ts'
import { type Picked, useFolders } from '../../files/files.ts'
import { moveFolder } from '../../files/folders.ts'
import { isOwn, useTargets } from '../../files/given.ts'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Failed } from '../../ui/states.tsx'
import { uiWords } from '../../ui/words.ts'
import { close, useDoing } from './doing.ts'

const NONE: Folder[] = []

/** Finds a folder by typing; arrows and Enter do the rest. */
function PickFolder({
  title,
  folders,
  without,
  nowhere = true,
  pick,
}: {
  title: string
  folders: Folder[]
  without?: Folder
  /** Whether it may also lie in no folder. */
  nowhere?: boolean
  pick: (folder: Folder | null) => Promise<unknown>
}) {
  const t = libraryWords.use()
  const u = uiWords.use()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { busy, error, act } = useDoing()
  const found = useMemo(() => {
    const wanted = text.trim().toLowerCase()
    const fits = folders.filter(
      folder => !(without && isWithin(folders, folder, without.id)) && folder.path.toLowerCase().includes(wanted),
    )
    fits.sort((a, b) => a.path.localeCompare(b.path))
    return wanted || !nowhere ? fits : [null, ...fits]
  }, [folders, text, without, nowhere])
  const choose = (index: number) => {
    const folder = found[index]
    if (folder !== undefined) void act(() => pick(folder))
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      onSubmit={() => choose(at)}
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
          setAt(0)
        }}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
          else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
          else return
          event.preventDefault()
        }}
      />
      {error !== undefined && <Failed compact error={error} />}
      <div id="folder-choices" role="listbox" aria-label={title} className="mt-2 h-64 overflow-auto" aria-busy={busy}>
        {found.length === 0 && <p className="p-2 text-sm text-ink-faint">{t.nothingFound}</p>}
        {found.map((folder, index) => (
          <div
            key={folder?.id ?? 'none'}
            id={`folder-choice-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => choose(index)}
            onMouseMove={() => setAt(index)}
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

function isWithin(folders: Folder[], folder: Folder, id: string): boolean {
  const byId = new Map(folders.map(each => [each.id, each]))
  for (let at: Folder | undefined = folder; at; at = at.parent_id ? byId.get(at.parent_id) : undefined)
    if (at.id === id) return true
  return false
}

export function MoveFiles({ files }: { files: Picked[] }) {
  const t = libraryWords.use()
  const [first] = files
  return (
    <PickFolder
      title={`${t.moveTo}…`}
      folders={useTargets(first)}
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
      folders={useFolders().data ?? NONE}
      without={folder}
      pick={to => moveFolder(folder, { parentId: to?.id ?? null })}
    />
  )
}
