import {
  ArchiveRestore,
  BookOpenCheck,
  Combine,
  Download,
  Eye,
  EyeOff,
  FolderInput,
  FolderPlus,
  Info,
  Layers,
  Link2,
  Lock,
  LogOut,
  NotebookPen,
  PencilLine,
  RefreshCw,
  SquarePen,
  Star,
  StarOff,
  Tag,
  Trash2,
} from 'lucide-react'
import type { Folder, Theme } from '../api/shapes.ts'
import { goTo } from '../lib/go.ts'
import type { MenuItem } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { askedWork } from './asked-work.ts'
import { download, hideFiles, lockName, rereadFiles, restoreFiles, trashFiles } from './change.ts'
import { ask } from './dialog-state.ts'
import type { Picked } from './files.ts'
import { hideFolder, hideTheme } from './folders.ts'
import { isEditable, isOwn, leaveShared } from './given.ts'
import { setFavorite } from './own.ts'
import { ownWords } from './own-words.ts'
import { pinItem } from './pins.ts'
import { libraryWords } from './words.ts'
import { isUnlocked } from './zone.ts'

/** Files of two owners are neither moved nor put together at once. */
const areOfOne = (files: Picked[]) =>
  files.every(file => isOwn(file) === isOwn(files[0]!) && file.owner_name === files[0]!.owner_name)

/** What can be done with these files; the same list at the pointer, behind the dots and in the bar. */
export function fileMenu(files: Picked[], more: { open?: () => void; about?: () => void } = {}): MenuItem[] {
  const t = libraryWords.now()
  const o = ownWords.now()
  const ids = files.map(file => file.id)
  const [only] = files.length === 1 ? files : []
  const allHidden = files.every(file => file.is_hidden)
  const forOwner = (item: MenuItem | false | undefined) => files.every(isOwn) && item
  const forEditor = (item: MenuItem | false | undefined) => files.every(isEditable) && item
  const items: (MenuItem | false | undefined)[] = [
    only && more.open && { text: t.open, icon: BookOpenCheck, keys: '↵', run: more.open },
    only && more.about && { text: t.details, icon: Info, keys: 'I', run: more.about },
    forOwner(
      only && {
        text: t.share,
        icon: Link2,
        run: () => ask({ kind: 'share', target: { kind: 'file', id: only.id, name: only.filename } }),
      },
    ),
    { text: only ? t.download : t.downloadZip, icon: Download, run: () => void download(files) },
    forEditor({ kind: 'line' }),
    forEditor(only && { text: t.rename, icon: PencilLine, keys: 'R', run: () => ask({ kind: 'rename', file: only }) }),
    forEditor(only && !only.name_locked && { text: t.lockName, icon: Lock, run: () => void lockName(only.id) }),
    files.every(isEditable) &&
      areOfOne(files) && {
        text: t.move,
        icon: FolderInput,
        keys: 'M',
        run: () => ask({ kind: 'move', files }),
      },
    files.every(file => file.is_favorite)
      ? { text: o.unfavorite, icon: StarOff, keys: 'S', run: () => void setFavorite(files, false) }
      : { text: o.favorite, icon: Star, keys: 'S', run: () => void setFavorite(files, true) },
    only && !only.deleted_at && pinItem({ kind: 'file', id: only.id, name: only.filename }, 'P'),
    forEditor({ text: o.addTags, icon: Tag, keys: 'T', run: () => ask({ kind: 'tags', files }) }),
    forOwner(
      allHidden
        ? { text: t.unhide, icon: Eye, run: () => void hideFiles(files, false, isUnlocked()) }
        : { text: t.hide, icon: EyeOff, run: () => void hideFiles(files, true, isUnlocked()) },
    ),
    forEditor(only?.kind === 'text' && { text: t.edit, icon: SquarePen, run: () => goTo(`/objects/${only.id}/edit`) }),
    only?.kind === 'pdf' && { text: t.workbench, icon: Layers, run: () => goTo(`/objects/${only.id}/pages`) },
    only && { text: t.convert, icon: RefreshCw, run: () => askedWork.set({ kind: 'convert', file: only }) },
    files.length > 1 && areOfOne(files) && { text: t.assemble, icon: Combine, run: () => assemble(files) },
    forEditor({ text: t.reread, icon: BookOpenCheck, run: () => void rereadFiles(ids) }),
    forEditor({ kind: 'line' }),
    forEditor({ text: t.trash, icon: Trash2, keys: 'Del', wrong: true, run: () => void trashFiles(ids) }),
  ]
  return items.filter(item => item !== undefined && item !== false)
}

/** As the service has it. */
const MOST_IN_PDF = 200

function assemble(files: Picked[]): void {
  if (files.length > MOST_IN_PDF) toast(libraryWords.now().tooManyForPdf(MOST_IN_PDF), { wrong: true })
  else askedWork.set({ kind: 'assemble', files })
}

export function trashMenu(files: Pick<Picked, 'id'>[]): MenuItem[] {
  const t = libraryWords.now()
  return [
    { text: t.restore, icon: ArchiveRestore, run: () => void restoreFiles(files.map(file => file.id)) },
    { text: t.purge, icon: Trash2, keys: 'Del', wrong: true, run: () => ask({ kind: 'purge', files }) },
  ]
}

/** Of a folder that somebody else has given: an editor keeps order in it, and anybody may leave it. */
function givenFolderMenu(folder: Folder): MenuItem[] {
  const t = libraryWords.now()
  const isTop = folder.parent_id === null
  const editable = isEditable(folder)
  const items: (MenuItem | false)[] = [
    editable && { text: t.newFolder, icon: FolderPlus, run: () => ask({ kind: 'new-folder', parentId: folder.id }) },
    editable && { text: t.rename, icon: PencilLine, run: () => ask({ kind: 'rename-folder', folder }) },
    (editable || folder.has_note) && {
      text: folder.has_note ? t.note : t.noteAdd,
      icon: NotebookPen,
      run: () => ask({ kind: 'note', folder }),
    },
    editable &&
      !isTop && { text: t.deleteFolder, icon: Trash2, wrong: true, run: () => ask({ kind: 'delete-folder', folder }) },
    pinItem({ kind: 'folder', id: folder.id, name: folder.name }, 'P'),
    isTop && { text: t.leave, icon: LogOut, run: () => void leaveShared(folder.id) },
  ]
  return items.filter(item => item !== false)
}

export function folderMenu(folder: Folder): MenuItem[] {
  if (!isOwn(folder)) return givenFolderMenu(folder)
  const t = libraryWords.now()
  return [
    { text: t.newFolder, icon: FolderPlus, run: () => ask({ kind: 'new-folder', parentId: folder.id }) },
    {
      text: t.share,
      icon: Link2,
      run: () => ask({ kind: 'share', target: { kind: 'folder', id: folder.id, name: folder.name } }),
    },
    { text: t.rename, icon: PencilLine, run: () => ask({ kind: 'rename-folder', folder }) },
    { text: t.move, icon: FolderInput, run: () => ask({ kind: 'move-folder', folder }) },
    { text: folder.has_note ? t.note : t.noteAdd, icon: NotebookPen, run: () => ask({ kind: 'note', folder }) },
    pinItem({ kind: 'folder', id: folder.id, name: folder.name }, 'P'),
    folder.is_hidden
      ? { text: t.unhide, icon: Eye, run: () => void hideFolder(folder, false) }
      : { text: t.hide, icon: EyeOff, run: () => void hideFolder(folder, true) },
    { kind: 'line' },
    { text: t.deleteFolder, icon: Trash2, wrong: true, run: () => ask({ kind: 'delete-folder', folder }) },
  ]
}

export function themeMenu(theme: Theme): MenuItem[] {
  const t = libraryWords.now()
  return [
    { text: t.newFolder, icon: FolderPlus, run: () => ask({ kind: 'new-folder', themeId: theme.id }) },
    { text: t.rename, icon: PencilLine, run: () => ask({ kind: 'rename-theme', theme }) },
    pinItem({ kind: 'theme', id: theme.id, name: theme.name }),
    theme.is_hidden
      ? { text: t.unhide, icon: Eye, run: () => void hideTheme(theme, false) }
      : { text: t.hide, icon: EyeOff, run: () => void hideTheme(theme, true) },
    { kind: 'line' },
    { text: t.deleteTheme, icon: Trash2, wrong: true, run: () => ask({ kind: 'delete-theme', theme }) },
  ]
}
