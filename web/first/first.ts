import { askAhead, startAhead, takeAhead } from '../api/ahead.ts'
import type { AuthState, FileObject, Page } from '../api/shapes.ts'
import { ALL_FILES } from '../files/line-look.ts'
import { addressOf, pathOf } from '../lib/base.ts'
import { kept } from '../lib/value.ts'
import { drawChat } from './chat.ts'
import { drawFile, drawPage } from './file.ts'
import { drawFrame } from './frame.ts'
import { drawLibrary } from './library.ts'
import { drawSearch, type FirstFound } from './search.ts'
import '../styles.css'

/** The first thing that runs: asks for what will be shown, draws it, and only then lets the app come. */

/** So much longer than the files of the app the first screen may take; then they are asked for beside it. */
const HEAD_START_MS = 300
/** A service that takes longer must not keep the app waiting. */
const PATIENCE_MS = 1500
/** The viewer shows a text of this length whole. */
const SHORT_BYTES = 100_000

const turn = (ms = 0) => new Promise<void>(done => setTimeout(done, ms))
/** A page that nobody looks at is never painted. */
const painted = () =>
  Promise.race([new Promise<void>(done => requestAnimationFrame(() => setTimeout(done))), turn(150)])

interface FirstScreen {
  /** What it is drawn from. */
  asks?: string
  draw(root: HTMLElement, answer: Promise<unknown> | undefined): void | Promise<void>
}

/** With the page came a session that the service has seen: what is shown can be asked for beside the state. */
const hasSession = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some(entry => (entry as Partial<PerformanceNavigationTiming>).serverTiming?.some(({ name }) => name === 'session'))

async function drawFirst(root: HTMLElement): Promise<void> {
  const pathname = pathOf(location.href)
  const state = askAhead<AuthState>('/v1/auth/state')
  // A browser that was killed could not lock the hidden zone: the app does that before anything is asked for.
  const screen =
    pathname.startsWith('/share/') || kept('hidden-open', false).get() ? undefined : screenAt(pathname, location.search)
  const ask = () => screen?.asks && askAhead(screen.asks)
  const early = hasSession() ? ask() : undefined
  if ((await state)?.user) await screen?.draw(root, early || ask() || undefined)
  // Whoever signs in now asks for it anew.
  else if (screen?.asks) takeAhead(screen.asks)
}

function screenAt(pathname: string, search: string): FirstScreen | undefined {
  const isPlain = search === ''
  if (/^\/objects\/[0-9a-f-]{36}$/.test(pathname)) {
    const path = `/v1${pathname}`
    return { asks: path, draw: (root, file) => (isPlain ? readAhead(root, path, file) : undefined) }
  }
  const q = plainQuestion(search)
  if (pathname === '/' && isPlain) return { asks: ALL_FILES, draw: drawAllFiles }
  if (pathname === '/search' && q)
    return {
      asks: `/v1/search?${new URLSearchParams({ q, limit: '20', offset: '0' })}`,
      draw: async (root, found) => {
        drawSearch(root, q, undefined)
        drawSearch(root, q, (await found) as FirstFound | undefined)
      },
    }
  return { draw: pathname === '/ask' && isPlain ? drawChat : root => drawFrame(root) }
}

async function drawAllFiles(root: HTMLElement, answer: Promise<unknown> | undefined): Promise<void> {
  const page = (await answer) as Page<FileObject> | undefined
  if (page && page.items.length > 0) drawLibrary(root, page)
}

/** Words and nothing else; whatever else an address may say, the app understands. */
function plainQuestion(search: string): string | undefined {
  const given = [...new URLSearchParams(search)]
  const [[name, words] = []] = given
  return given.length === 1 && name === 'q' && words && /^\p{L}[^"{[]*$/u.test(words) ? words : undefined
}

/** Fetches the file and its first view before the app asks for them. */
async function readAhead(root: HTMLElement, path: string, answer: Promise<unknown> | undefined): Promise<void> {
  const file = (await answer) as FileObject | undefined
  if (!file) return
  drawFile(root, file)
  // A picture that has to be made first comes with the app.
  if (file.kind === 'pdf') return Promise.race([drawPage(root, file), turn(HEAD_START_MS)])
  if (file.kind !== 'text' || file.size > SHORT_BYTES) return
  const content = startAhead(`${path}/content?disposition=inline`)
  // What is more than plain words the app alone knows how to show.
  if (!/\.txt$/i.test(file.filename)) return
  const text = await (await content).clone().text()
  if (!text.includes('\ufffd')) drawFile(root, file, text)
}

/** The app comes after what is read first: on a slow line each would keep the other. Each in its turn, as below. */
async function preloadApp(): Promise<void> {
  const files = JSON.parse(document.getElementById('files')?.textContent || '{}') as Record<string, string[]>
  const [, first = ''] = pathOf(location.href).split('/')
  for (const name of [...(files.app ?? []), ...(files[first] ?? [])]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = addressOf(`/assets/${name}`)
    document.head.append(link)
    await turn()
  }
}

/** One after the other, so that a finger on the page never waits for all of them. */
async function comeInPieces(): Promise<void> {
  await import('./react.ts')
  await turn()
  await import('./kit.ts')
  await turn()
  await import('../main.tsx')
}

async function begin(): Promise<void> {
  const drawn = drawFirst(document.getElementById('root')!)
    .catch(() => {})
    .then(painted)
  await Promise.race([drawn, turn(HEAD_START_MS)])
  void preloadApp()
  await Promise.race([drawn, turn(PATIENCE_MS)])
  await comeInPieces()
}

void begin()
