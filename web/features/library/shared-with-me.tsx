import { Link } from '@tanstack/react-router'
import { EllipsisVertical, FolderClosed, LogOut } from 'lucide-react'
import { ask } from '../../files/dialog-state.ts'
import { type SharedFolder, useShared } from '../../files/given.ts'
import { pinItem } from '../../files/pins.ts'
import { libraryWords } from '../../files/words.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, PointerMenu } from '../../ui/menu.tsx'

/** In the rail: the folders that others have opened to me. */
export function SharedWithMe() {
  const t = libraryWords.use()
  const folders = useShared().data ?? []
  if (folders.length === 0) return null
  return (
    <section aria-label={t.sharedWithMe}>
      <h2 className="flex h-8 items-center pl-2 text-xs font-medium text-ink-faint">{t.sharedWithMe}</h2>
      <ul>
        {folders.map(folder => (
          <Row key={folder.collection_id} folder={folder} />
        ))}
      </ul>
    </section>
  )
}

function Row({ folder }: { folder: SharedFolder }) {
  const t = libraryWords.use()
  const giver = folder.owner.name || folder.owner.email
  const items = () => [
    pinItem({ kind: 'folder', id: folder.collection_id, name: folder.name }),
    { text: t.leave, icon: LogOut, run: () => ask({ kind: 'leave', folder }) },
  ]
  return (
    <li>
      <PointerMenu items={items}>
        <div className="group/row relative flex h-8 items-center rounded pr-1 text-sm text-ink-soft transition-colors duration-120 hover:bg-hover has-[[aria-current=page]]:bg-press">
          <Link
            to="/folders/$folder"
            params={{ folder: folder.collection_id }}
            title={t.sharedBy(giver)}
            className="touchable flex h-8 min-w-0 flex-1 items-center gap-2 rounded px-2 no-underline aria-[current=page]:font-medium aria-[current=page]:text-ink"
            activeOptions={{ includeSearch: false }}
          >
            {folder.icon ? (
              <span aria-hidden>{folder.icon}</span>
            ) : (
              <FolderClosed aria-hidden className="size-4 shrink-0" />
            )}
            <span className="min-w-0 truncate">{folder.name}</span>
            <span className="min-w-0 shrink-[2] truncate text-xs text-ink-soft">{giver}</span>
          </Link>
          <Menu items={items} align="end">
            <IconButton
              icon={EllipsisVertical}
              label={t.folderActions(folder.name)}
              small
              plain
              className="hidden group-focus-within/row:inline-flex group-hover/row:inline-flex"
            />
          </Menu>
        </div>
      </PointerMenu>
    </li>
  )
}
