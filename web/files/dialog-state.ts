import type { Folder, SavedSearch, Tag, Theme } from '../api/shapes.ts'
import { store } from '../lib/store.ts'
import type { Picked } from './files.ts'

/** Which question is being asked. The dialogs themselves come when the first one is needed. */
export type OpenDialog =
  | { kind: 'rename'; file: Picked }
  | { kind: 'move'; files: Picked[] }
  | { kind: 'new-folder'; parentId?: string; themeId?: string }
  | { kind: 'new-theme' }
  | { kind: 'rename-folder'; folder: Folder }
  | { kind: 'rename-theme'; theme: Theme }
  | { kind: 'move-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder }
  | { kind: 'delete-theme'; theme: Theme }
  | { kind: 'note'; folder: Folder }
  | { kind: 'leave'; folder: { collection_id: string; name: string } }
  | { kind: 'share'; target: { kind: 'folder' | 'file'; id: string; name: string } }
  | { kind: 'purge'; files: Pick<Picked, 'id'>[] }
  | { kind: 'empty-trash' }
  | { kind: 'tags'; files: Picked[] }
  | { kind: 'edit-tag'; tag: Tag }
  | { kind: 'delete-tag'; tag: Tag }
  | { kind: 'save-search'; name: string; filters: object; query: string }
  | { kind: 'rename-search'; search: SavedSearch }
  | { kind: 'keys' }

export const asking = store<OpenDialog | undefined>(undefined)

export const ask = (question: OpenDialog): void => asking.set(question)

/** A move that changes who sees what is moved; it waits for a yes. */
export interface Agreeing {
  gain: string[]
  lose: string[]
  settle: (yes: boolean) => void
}

export const agreeing = store<Agreeing | undefined>(undefined)
