import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import {
  FolderClosed,
  FolderPlus,
  Footprints,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  Moon,
  Upload,
} from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../api/session.ts'
import { chooseLanguage, signOut } from '../features/identity/index.ts'
import { startTour } from '../features/tour/index.ts'
import { pickFiles, pickFolder } from '../features/uploads/index.ts'
import { ask } from '../files/dialog-state.ts'
import { useFolders } from '../files/files.ts'
import { language } from '../lib/i18n.ts'
import { look } from '../lib/look.ts'
import { useStore } from '../lib/store.ts'
import { Dialog } from '../ui/dialog.tsx'
import { KindIcon } from '../ui/kind-icon.tsx'
import { ABOVE_TREE, accountPages, BELOW_TREE } from './nav.ts'
import { useFoundFiles } from './palette-files.ts'
import { paletteOpen } from './palette-state.ts'
import { paletteWords } from './palette-words.ts'
import { appWords } from './words.ts'

const close = () => paletteOpen.set(false)

export default function Palette() {
  return useStore(paletteOpen) ? <Opened /> : null
}

const ROW = 'flex h-9 items-center gap-2.5 rounded px-2.5 text-sm data-[selected=true]:bg-hover'

function Row({
  icon: Icon,
  text,
  hint,
  value,
  run,
}: {
  icon?: LucideIcon
  text: string
  hint?: string
  value?: string
  run: () => void
}) {
  return (
    <Command.Item
      value={value ?? text}
      onSelect={() => {
        close()
        run()
      }}
      className={ROW}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />}
      <span className="min-w-0 flex-1 truncate">{text}</span>
      {hint && <span className="max-w-48 truncate text-xs text-ink-faint">{hint}</span>}
    </Command.Item>
  )
}

const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-faint'

function Opened() {
  const t = appWords.use()
  const p = paletteWords.use()
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const user = useUser()
  const folders = useFolders().data ?? []
  const files = useFoundFiles(text)
  const go = (to: string) => () => void navigate({ to })
  return (
    <Dialog title={t.palette} bare onClose={close}>
      <Command label={t.palette} loop className="flex max-h-[26rem] flex-col">
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder={p.placeholder}
          className="h-12 w-full border-b border-line bg-transparent px-4 text-lg outline-none"
        />
        <Command.List className="min-h-0 flex-1 overflow-auto p-2">
          <Command.Empty className="p-3 text-sm text-ink-faint">{p.nothing}</Command.Empty>
          {files.length > 0 && (
            <Command.Group heading={p.files} className={GROUP}>
              {files.map(file => (
                <Command.Item
                  key={file.id}
                  value={`${file.filename} ${file.id}`}
                  // What the service found by words fits, whatever its name is.
                  keywords={[text]}
                  onSelect={() => {
                    close()
                    void navigate({ to: '/', search: { file: file.id } })
                  }}
                  className={ROW}
                >
                  <KindIcon kind={file.kind} />
                  <span className="min-w-0 flex-1 truncate">{file.filename}</span>
                </Command.Item>
              ))}
            </Command.Group>
          )}
          <Command.Group heading={p.actions} className={GROUP}>
            <Row icon={Upload} text={p.upload} run={() => void pickFiles()} />
            <Row icon={Upload} text={p.uploadFolder} run={() => void pickFolder()} />
            <Row icon={FolderPlus} text={p.newFolder} run={() => ask({ kind: 'new-folder' })} />
            <Row icon={FolderPlus} text={p.newTheme} run={() => ask({ kind: 'new-theme' })} />
            <Row icon={Moon} text={p.switchLook} run={() => look.set(isDark() ? 'light' : 'dark')} />
            <Row
              icon={Languages}
              text={p.switchLanguage}
              run={() => void chooseLanguage(language() === 'ru' ? 'en' : 'ru')}
            />
            <Row icon={Keyboard} text={p.keys} hint="?" run={() => ask({ kind: 'keys' })} />
            <Row icon={Footprints} text={p.tour} run={startTour} />
            <Row icon={LogOut} text={t.signOut} run={() => void signOut()} />
          </Command.Group>
          <Command.Group heading={p.places} className={GROUP}>
            <Row text={t.allFiles} run={go('/')} />
            {[...ABOVE_TREE, ...BELOW_TREE, ...accountPages(user)].map(page => (
              <Row key={page.to} icon={page.icon} text={t[page.name]} run={go(page.to)} />
            ))}
          </Command.Group>
          {folders.length > 0 && text !== '' && (
            <Command.Group heading={t.folders} className={GROUP}>
              {folders.slice(0, 500).map(folder => (
                <Row
                  key={folder.id}
                  icon={FolderClosed}
                  text={folder.name}
                  hint={folder.path}
                  value={`${folder.path} ${folder.id}`}
                  run={go(`/folders/${folder.id}`)}
                />
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}

const isDark = () =>
  look.get() === 'dark' || (look.get() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
