// Files that were chosen and not sent when the last tab was closed: the browser wakes the worker for them, once or several
// times, and they go on where they were. As long as a tab is open it sends them itself; see features/uploads.

const UPLOADS = 'dossier-uploads'
const PART_BYTES = 16 * 1024 * 1024
/** A page that is only loaded anew is back by then. */
const PATIENCE_MS = 5000
const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = 'application/offset+octet-stream'

self.addEventListener('sync', event => {
  if (event.tag === 'uploads') event.waitUntil(sendKept())
})

async function sendKept() {
  await new Promise(done => setTimeout(done, PATIENCE_MS))
  const pages = await self.clients.matchAll({ type: 'window' })
  for (const page of pages) page.postMessage('uploads')
  if (pages.length > 0) return
  const state = await fetch(`${BASE}/v1/auth/state`)
  const owner = state.ok ? (await state.json()).user?.id : undefined
  if (!owner) return
  for (const { id } of await inStore('readonly', store => store.getAll()))
    await navigator.locks.request(`dossier-upload-${id}`, { ifAvailable: true }, async lock => {
      const kept = lock && (await inStore('readonly', store => store.get(id)))
      if (kept?.file && kept.owner === owner && !kept.paused) await send(kept)
    })
}

/** Throws where it can go on later: the browser tries again. What is refused stays for the page, which says why. */
async function send(kept) {
  const begun = (await goOn(kept)) ?? (await begin(kept))
  if (!begun) return
  let { offset, objectId } = begun
  while (offset < kept.size) {
    const response = await ask(begun.url, {
      method: 'PATCH',
      headers: { 'content-type': BYTES, 'upload-offset': String(offset) },
      body: kept.file.slice(offset, offset + PART_BYTES),
    })
    if (!response.ok) return
    offset = Number(response.headers.get('upload-offset'))
    objectId = response.headers.get('x-object-id')
  }
  if (kept.recognise && objectId) await recognise(objectId).catch(() => {})
  await inStore('readwrite', store => store.delete(kept.id))
}

const placeOf = (url, response) => ({
  url,
  offset: Number(response.headers.get('upload-offset')),
  objectId: response.headers.get('x-object-id'),
})

/** Where the service had it; nothing where it knows of none. */
async function goOn({ url }) {
  if (!url) return undefined
  const response = await ask(url, { method: 'HEAD' })
  return response.ok ? placeOf(url, response) : undefined
}

async function begin(kept) {
  const { id, name, size, folderId, answer, file } = kept
  const metadata = {
    filename: name,
    filetype: file.type,
    collection_id: folderId,
    // As WISHES has it.
    on_duplicate: answer ? 'keep' : 'ask',
    on_name: answer ?? 'ask',
  }
  const response = await ask(`${BASE}/v1/uploads`, {
    method: 'POST',
    headers: {
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .filter(([, value]) => value)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(),
      ...(size === 0 ? { 'content-type': BYTES } : {}),
    },
  })
  if (!response.ok) return undefined
  const url = response.headers.get('location')
  // Before any byte is sent: whoever goes on with it goes on with this one.
  await inStore('readwrite', store => store.put({ ...kept, id, url }))
  return placeOf(url, response)
}

async function ask(url, { headers, ...request }) {
  const response = await fetch(url, { ...request, headers: { ...TUS, ...headers } })
  if (response.status === 429 || response.status >= 500) throw new Error(`the service said ${response.status}`)
  return response
}

const recognise = objectId =>
  fetch(`${BASE}/v1/objects/${objectId}/pdf/searchable`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"replace":true}',
  })

const base64 = text => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

/** The list that the page keeps (features/uploads/keep.ts). */
function inStore(mode, work) {
  return new Promise((done, failed) => {
    const opening = indexedDB.open(UPLOADS, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('items', { keyPath: 'id' })
    opening.onerror = () => failed(opening.error)
    opening.onsuccess = () => {
      const request = work(opening.result.transaction('items', mode).objectStore('items'))
      request.onsuccess = () => done(request.result)
      request.onerror = () => failed(request.error)
      request.transaction.oncomplete = () => opening.result.close()
    }
  })
}
