// The shell only: the page and its own files, so that the app opens at once and says by itself when the service is away.
// Nothing of the service is ever kept: what begins with /v1 is not even looked at.
const CACHE = 'dossier-shell'
const MOST = 120
const OWN = /^\/(assets|icons)\//
const NOT_OURS = /^\/(v1|docs|dav|health|metrics|openapi\.json|usage|calendar|pdfjs)(\/|$)/

self.addEventListener('install', event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.add('/')))
  self.skipWaiting()
})

self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || NOT_OURS.test(pathname)) return
  if (OWN.test(pathname)) event.respondWith(fromCache(request))
  else if (request.mode === 'navigate') event.respondWith(fetch(request).then(keepPage, () => caches.match('/')))
})

/** Their names change with their content: what is there is right. */
async function fromCache(request) {
  const cache = await caches.open(CACHE)
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

/** Every address answers with the same page: it is kept once, under the first of them. */
async function keepPage(response) {
  if (response.ok && !response.redirected) {
    const copy = response.clone()
    caches.open(CACHE).then(cache => cache.put('/', copy))
  }
  return response
}
