import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import {
  FolderPlus,
  Footprints,
  History,
  Keyboard,
  Languages,
  LogOut,
  MessagesSquare,
  Mic,
  Moon,
  ScanLine,
  Search,
  Upload,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useUser } from '../api/session.ts'
import { chooseLanguage, signOut } from '../features/identity/index.ts'
import { scanPhoto } from '../features/scan/index.ts'
import { LineBody, linesOf, noteSearch, plain, searched, searchWords, useEverything } from '../features/search/parts.ts'
import { startTour } from '../features/tour/index.ts'
import { pickFiles, pickFolder, record } from '../features/uploads/index.ts'
import { ask } from '../files/dialog-state.ts'
import { language } from '../lib/i18n.ts'
import { look } from '../lib/look.ts'
import { useStore } from '../lib/store.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ABOVE_TREE, accountPages, BELOW_TREE } from './nav.ts'
import { paletteOpen } from './palette-state.ts'
import { paletteWords } from './palette-words.ts'
import { appWords } from './words.ts'

const close = () => paletteOpen.set(false)

export default function Palette() {
  return useStore(paletteOpen) ? <Opened /> : null
}

const ROW = 'flex min-h-9 items-center gap-2.5 rounded px-2.5 py-1 text-sm data-[selected=true]:bg-hover'
const ICON = 'size-4 shrink-0 text-ink-faint'
const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-faint'

function Row({ value, run, children }: { value: string; run: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={() => {
        close()
        run()
      }}
      className={ROW}
    >
      {children}
    </Command.Item>
  )
}

interface Doing {
  icon: ReactNode
  text: string
  keys?: string
  run: () => void
}

function useCommands(): { actions: Doing[]; places: Doing[] } {
  const t = appWords.use()
  const p = paletteWords.use()
  const navigate = useNavigate()
  const user = useUser()
  const pages = [...ABOVE_TREE, ...BELOW_TREE, ...accountPages(user)]
  return {
    actions: [
      { icon: <Upload aria-hidden className={ICON} />, text: p.upload, run: () => void pickFiles() },
      { icon: <Upload aria-hidden className={ICON} />, text: p.uploadFolder, run: () => void pickFolder() },
      { icon: <ScanLine aria-hidden className={ICON} />, text: t.scanDocument, run: () => void scanPhoto() },
      { icon: <Mic aria-hidden className={ICON} />, text: t.record, run: () => void record() },
      { icon: <FolderPlus aria-hidden className={ICON} />, text: p.newFolder, run: () => ask({ kind: 'new-folder' }) },
      { icon: <FolderPlus aria-hidden className={ICON} />, text: p.newTheme, run: () => ask({ kind: 'new-theme' }) },
      {
        icon: <Moon aria-hidden className={ICON} />,
        text: p.switchLook,
        run: () => look.set(isDark() ? 'light' : 'dark'),
      },
      {
        icon: <Languages aria-hidden className={ICON} />,
        text: p.switchLanguage,
        run: () => void chooseLanguage(language() === 'ru' ? 'en' : 'ru'),
      },
      { icon: <Keyboard aria-hidden className={ICON} />, text: p.keys, keys: '?', run: () => ask({ kind: 'keys' }) },
      { icon: <Footprints aria-hidden className={ICON} />, text: p.tour, run: startTour },
      { icon: <LogOut aria-hidden className={ICON} />, text: t.signOut, run: () => void signOut() },
    ],
    places: [
      { icon: null, text: t.allFiles, run: () => void navigate({ to: '/' }) },
      ...pages.map(({ to, icon: Icon, name }) => ({
        icon: <Icon aria-hidden className={ICON} />,
        text: t[name],
        run: () => void navigate({ to }),
      })),
    ],
  }
}

/** One field for everything: what is typed is looked for in files, in their text, among people, events, tasks and commands. */
function Opened() {
  const t = appWords.use()
  const p = paletteWords.use()
  const s = searchWords.use()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const [moved, setMoved] = useState<string>()
  const navigate = useNavigate()
  const everything = useEverything(text)
  const groups = linesOf(everything)
  const { actions, places } = useCommands()
  const before = useStore(searched)
  const typed = text.trim()
  const fitting = (list: Doing[]) => list.filter(each => plain(each.text).includes(plain(typed)))
  const commands = [
    { heading: p.actions, list: fitting(actions) },
    { heading: p.places, list: fitting(places) },
  ].filter(({ list }) => list.length > 0)
  // Who types the name of a command means it.
  const meant = typed !== '' && [...actions, ...places].some(each => plain(each.text).startsWith(plain(typed)))
  const offered = commands.map(({ heading, list }) => (
    <Command.Group key={heading} heading={heading} className={GROUP}>
      {list.map(each => (
        <Row key={each.text} value={`do ${each.text}`} run={each.run}>
          {each.icon}
          <span className="min-w-0 flex-1 truncate">{each.text}</span>
          {each.keys && <kbd className="font-sans text-xs text-ink-faint">{each.keys}</kbd>}
        </Row>
      ))}
    </Command.Group>
  ))
  // Results that arrive later do not take the selection from the first line, unless the user has moved it.
  const first =
    typed === '' && before[0]
      ? `before ${before[0]}`
      : (!meant && groups[0]?.lines[0]?.key) || (commands[0] ? `do ${commands[0].list[0]!.text}` : 'all results')
  const showAll = (words: string) => {
    noteSearch(words)
    void navigate({ to: '/search', search: { q: words } as never })
  }
  return (
    <Dialog title={t.palette} bare wide onClose={close}>
      <Command
        label={t.palette}
        loop
        shouldFilter={false}
        value={moved === text ? chosen : first}
        onValueChange={setChosen}
        onKeyDown={event => /^(Arrow|Home|End|Tab)/.test(event.key) && setMoved(text)}
        onPointerMove={() => setMoved(text)}
        className="flex max-h-[32rem] flex-col"
      >
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder={p.placeholder}
          maxLength={2000}
          className="h-12 w-full shrink-0 border-b border-line bg-transparent px-4 text-lg outline-none"
        />
        <Command.List label={s.suggestions} className="min-h-0 flex-1 overflow-auto p-2">
          {typed === '' && before.length > 0 && (
            <Command.Group heading={s.history} className={GROUP}>
              {before.slice(0, 4).map(words => (
                <Row key={words} value={`before ${words}`} run={() => showAll(words)}>
                  <History aria-hidden className={ICON} />
                  <span className="min-w-0 flex-1 truncate">{words}</span>
                </Row>
              ))}
            </Command.Group>
          )}
          {meant && offered}
          {groups.map(({ name, lines }) => (
            <Command.Group key={name} heading={s.groups[name]} className={GROUP}>
              {lines.map(line => (
                <Row
                  key={line.key}
                  value={line.key}
                  run={() => {
                    noteSearch(typed)
                    void navigate({ to: line.to, search: (line.search ?? {}) as never })
                  }}
                >
                  <LineBody line={line} />
                </Row>
              ))}
            </Command.Group>
          ))}
          {!meant && offered}
          {typed.length > 1 && everything.settled && groups.length === 0 && (
            <p className="px-2.5 py-2 text-sm text-ink-soft">{s.nothingFor(typed)}</p>
          )}
          {typed.length > 1 && (
            <Command.Group className={GROUP}>
              <Row value="all results" run={() => showAll(typed)}>
                <Search aria-hidden className={ICON} />
                <span className="min-w-0 flex-1 truncate">{s.allResults(typed)}</span>
              </Row>
              <Row value="ask" run={() => void navigate({ to: '/ask', search: { q: typed } as never })}>
                <MessagesSquare aria-hidden className={ICON} />
                <span className="min-w-0 flex-1 truncate">{s.askInstead}</span>
              </Row>
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}

const isDark = () =>
  look.get() === 'dark' || (look.get() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
