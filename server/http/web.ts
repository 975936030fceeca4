import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import { HIDDEN_COOKIE, SESSION_COOKIE } from './admission.ts'
import { HttpReply, type Incoming, type Route, route } from './route.ts'

/** The web app: its page at every address that it knows, and its files, as the build left them. */

/**
 * Nothing from outside and nothing inline. `wasm-unsafe-eval` lets pdf.js decode pictures; it allows no script.
 * Styles that scripts set on elements are no inline styles to the browser, so `style-src` stays closed as well.
 */
const CSP = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Addresses that the app opens by itself; each answers with the page. */
const PAGES = [
  '/',
  '/folders/:folder',
  '/themes/:theme',
  '/search',
  '/ask',
  '/calendar',
  '/changes',
  '/objects/:object',
  '/objects/:object/pages',
  '/objects/:object/edit',
  '/scan',
  '/trash',
  '/links',
  '/hidden',
  '/settings',
  '/settings/:section',
  '/admin',
  '/admin/:section',
  '/sign-in',
  '/share/:token',
  '/design',
  '/oauth/authorize',
  '/index.php/login/v2/flow/:flow',
]

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

export const nothingHere = () =>
  new AppError('not_found', 'unknown_path', {
    en: 'There is nothing at this address. See /docs for what there is.',
    ru: 'По этому адресу ничего нет. Что есть, сказано в /docs.',
  })

export interface WebApp {
  routes: Route[]
  /** The page, for a person at an unknown address; programs are told in JSON. */
  pageFor(headers: Incoming['headers']): HttpReply | undefined
}

/**
 * What the first screen will ask for, told with the page itself: on a slow line the answers come with the scripts instead
 * of after them. Nothing for those who are not signed in, nor while the hidden zone may be open: that is for the app to settle.
 */
function aheadFor({ cookies, path }: Incoming): Record<string, string> {
  if (!cookies[SESSION_COOKIE] || cookies[HIDDEN_COOKIE]) return {}
  const [file] = /^\/objects\/[0-9a-f-]{36}$/.exec(path) ?? []
  const wanted = ['/v1/auth/state', ...(path === '/' ? ['/v1/objects?limit=60'] : file ? [`/v1${file}`] : [])]
  const link = wanted.map(address => `<${address}>; rel=preload; as=fetch; crossorigin`).join(', ')
  // A script can read this one: it need not wait for the state before it asks for the rest.
  return { link, 'server-timing': 'session' }
}

/** The build names its own files by `./`, so that one build serves every address: here they get the path they stand at. */
const placed = (page: string, mount: string): string =>
  page.replace(/ (href|src)="\.\//g, ` $1="${mount}/`).replace('<html ', `<html data-base="${mount}" `)

/** The page by encoding; it is small, so that it is packed here and not by the build. */
function packedPage(text: string): Map<string, Buffer> {
  const bytes = Buffer.from(text)
  return new Map([
    ['', bytes],
    ['.br', brotliCompressSync(bytes)],
    ['.gz', gzipSync(bytes, { level: 9 })],
  ])
}

/** `folder` is what the build made; without it (only the API was built) there is no page. `mount` is the path below which all is reached. */
export function webApp(folder: string, mount = ''): WebApp {
  const known = new Set(listFiles(folder))
  const cache = new Map<string, Buffer>()
  if (known.has('index.html'))
    for (const [suffix, bytes] of packedPage(placed(readFileSync(join(folder, 'index.html'), 'utf8'), mount))) {
      known.add(`index.html${suffix}`)
      cache.set(`index.html${suffix}`, bytes)
    }
  const bytesOf = (name: string) => {
    const found = cache.get(name) ?? readFileSync(join(folder, name))
    cache.set(name, found)
    return found
  }

  const send = (name: string, headers: Incoming['headers'], status = 200): HttpReply => {
    if (!known.has(name) || name.startsWith('.')) throw nothingHere()
    const accepted = headers['accept-encoding'] ?? ''
    const packed = ENCODINGS.find(([encoding, suffix]) => accepted.includes(encoding) && known.has(name + suffix))
    return new HttpReply(
      status,
      {
        'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
        // What stands in assets/ carries a hash of its content in its name and never changes.
        'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-security-policy': CSP,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=()',
        vary: 'accept-encoding',
        ...(packed ? { 'content-encoding': packed[0] } : {}),
      },
      bytesOf(packed ? name + packed[1] : name),
    )
  }

  const open = { access: 'public', uncounted: true, tag: 'page', method: 'GET' } as const
  const fileRoute = (path: string, nameOf: (given: string) => string) =>
    route({
      ...open,
      path,
      summary: 'A file of the web app',
      params: z.object({ '*': z.string().optional() }),
      run: async (_context, { params, incoming }) => send(nameOf(params['*'] ?? ''), incoming.headers),
    })
  const topFiles = [...known].filter(name => !name.includes('/') && /^[a-z-]+\.(js|webmanifest|svg)$/.test(name))
  return {
    routes: [
      ...PAGES.map(path =>
        route({
          ...open,
          path,
          summary: 'The web app',
          run: async (_context, { incoming }) => {
            const page = send('index.html', incoming.headers)
            return new HttpReply(page.status, { ...page.headers, ...aheadFor(incoming) }, page.body)
          },
        }),
      ),
      ...topFiles.map(name => fileRoute(`/${name}`, () => name)),
      ...['assets', 'icons', 'pdfjs'].map(part => fileRoute(`/${part}/*`, given => `${part}/${given}`)),
    ],
    pageFor: headers =>
      known.has('index.html') && headers['sec-fetch-mode'] === 'navigate'
        ? send('index.html', headers, 404)
        : undefined,
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  } catch {
    return []
  }
}
