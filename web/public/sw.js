// The shell, so that the app opens at once and says by itself when the service is away; and, when it is away, what its
// owner has opened before. This file writes only the shell: what is kept of files the page puts there (features/offline),
// and never anything of the hidden zone or of a link.
/** The path below which the service stands: this file lies at its top. */
const BASE = new URL('.', location).pathname.slice(0, -1)
const SHELL = 'dossier-shell'
const READING = 'dossier-reading'
const MOST = 160
const OWN = /^\/(assets|icons)\//
const TOOLS = /^\/(pdfjs\/|first-paint\.js$|icon\.svg$)/
const FILES = /^\/v1\/objects\/[0-9a-f-]{36}(\/|$)/
/** Never kept, and better without anything in between. */
const LONG = new Set(['audio', 'video'])
const NOT_OURS = /^\/(v1|docs|dav|health|metrics|openapi\.json|share)(\/|$)/

importScripts('sw-uploads.js')

self.addEventListener('install', event => {
  event.waitUntil(keepShell())
  self.skipWaiting()
})

self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method === 'POST' && url.origin === location.origin && url.pathname === `${BASE}/share-target`)
    return event.respondWith(takeOver(request))
  if (request.method !== 'GET' || url.origin !== location.origin || !url.pathname.startsWith(`${BASE}/`)) return
  const pathname = url.pathname.slice(BASE.length)
  if (FILES.test(pathname) && !LONG.has(request.destination) && request.mode !== 'navigate')
    event.respondWith(fetch(request).catch(error => fromReading(request, error)))
  else if (NOT_OURS.test(pathname)) return
  else if (OWN.test(pathname)) event.respondWith(fromShell(request))
  else if (TOOLS.test(pathname)) event.respondWith(fetch(request).then(keepTool(request), () => caches.match(request)))
  else if (request.mode === 'navigate') event.respondWith(fetch(request).then(keepPage, () => caches.match(`${BASE}/`)))
})

/** What another app has shared, in memory until the page that is opened for it asks. */
let handedOver = []

async function takeOver(request) {
  // The page says so when nothing has come.
  handedOver = await request.formData().then(filesOf, () => [])
  return Response.redirect(`${BASE}/?shared`, 303)
}

function filesOf(form) {
  const files = form.getAll('files').filter(each => each instanceof File)
  const text = ['title', 'text', 'url'].map(name => form.get(name)).filter(each => each && typeof each === 'string')
  if (text.length > 0) files.push(new File([text.join('\n')], `${nameOf(text[0])}.txt`, { type: 'text/plain' }))
  return files
}

/** The first words of a text, as far as a file may be called so. */
const nameOf = text =>
  text
    .slice(0, 60)
    .replace(/[\\/:*?"<>|\s]+/g, ' ')
    .trim() || 'Text'

self.addEventListener('message', ({ data, ports }) => {
  if (data !== 'handed over') return
  ports[0].postMessage(handedOver)
  handedOver = []
})

/** The page and what it names: it was loaded before this file was there to see it. */
async function keepShell() {
  const cache = await caches.open(SHELL)
  const page = await fetch(`${BASE}/`)
  const text = await page.clone().text()
  const named = [...text.matchAll(/["']([^"']*\/(?:assets\/[^"']+|first-paint\.js))["']/g)].map(([, name]) => name)
  // The files of the app stand in a list that the first script reads.
  const [, list = '{}'] = /id="files">([^<]*)</.exec(text) ?? []
  const app = (JSON.parse(list).app ?? []).map(name => `${BASE}/assets/${name}`)
  await cache.put(`${BASE}/`, page)
  await Promise.all([...new Set([...named, ...app])].map(name => cache.add(name).catch(() => {})))
}

/** Their names change with their content: what is there is right. */
async function fromShell(request) {
  const cache = await caches.open(SHELL)
  const found = await cache.match(request)
  if (found) return found
  const response = await fetch(request)
  if (response.ok) {
    await cache.put(request, response.clone())
    const keys = await cache.keys()
    for (const old of keys.slice(1, Math.max(1, keys.length - MOST))) await cache.delete(old)
  }
  return response
}

/** Fonts and decoders of the PDF viewer keep their names: the service's own come first. */
const keepTool = request => response => {
  const copy = response.clone()
  if (response.ok) caches.open(SHELL).then(cache => cache.put(request, copy))
  return response
}

/** Every address answers with the same page: it is kept once, under the first of them. */
async function keepPage(response) {
  if (response.ok && !response.redirected) {
    const copy = response.clone()
    caches.open(SHELL).then(cache => cache.put(`${BASE}/`, copy))
  }
  return response
}

/** The service is away: what was opened before is read from here, a part of it where a part is asked for. */
async function fromReading(request, error) {
  const cache = await caches.open(READING)
  const found = await cache.match(request.url)
  if (!found) throw error
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (from === undefined) return found
  const whole = await found.blob()
  const end = Math.min(to === '' ? whole.size - 1 : Number(to), whole.size - 1)
  return new Response(whole.slice(Number(from), end + 1), {
    status: 206,
    headers: {
      'content-type': found.headers.get('content-type') ?? '',
      'content-range': `bytes ${from}-${end}/${whole.size}`,
      'content-length': String(end + 1 - Number(from)),
      'accept-ranges': 'bytes',
    },
  })
}
