// Files that were chosen and not sent when their tab was closed: the browser wakes the worker for them, once or several
// times, and they go on where they were. Whoever sends a file holds its lock; see features/uploads.

const UPLOADS = 'dossier-uploads'
/** As features/uploads/keep.ts made it. */
const UPLOADS_VERSION = 2
const PART_BYTES = 16 * 1024 * 1024
/** A page that is only loaded anew is back by then. */
const PATIENCE_MS = 5000
const MOST_WAIT_S = 60
const MOST_WAITS = 3
const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = 'application/offset+octet-stream'

const pause = ms => new Promise(done => setTimeout(done, ms))

self.addEventListener('sync', event => {
  if (event.tag === 'uploads') event.waitUntil(sendKept())
})

/** Throws where something is left to go on with: the browser wakes it again. */
async function sendKept() {
  await pause(PATIENCE_MS)
  let left = 0
  const all = await inStores('readonly', ({ items }) => items.getAll()).catch(() => [])
  for (const { id } of all.sort((one, other) => one.at - other.at))
    await navigator.locks.request(`dossier-upload-${id}`, { ifAvailable: true }, async lock => {
      // A tab sends it, and may be closed before it is done.
      if (!lock) left++
      else await sendOne(id).catch(() => left++)
    })
  if (left > 0) throw new Error(`${left} uploads are not done`)
}

async function sendOne(id) {
  const kept = await inStores('readonly', ({ items }) => items.get(id))
  // What waits for an answer, or was refused, is for the page: it asks, and says why.
  if (!kept || kept.paused || kept.met || kept.refused) return
  const bytes = await inStores('readonly', ({ files }) => files.get(id))
  // Asked for every file: whoever is signed in may change meanwhile.
  if (bytes && (await whoIsHere()) === kept.owner) await send(kept, bytes.file)
}

async function whoIsHere() {
  const state = await fetch(`${BASE}/v1/auth/state`)
  if (!state.ok) throw new Error(`the service said ${state.status}`)
  return (await state.json()).user?.id
}

async function send(kept, file) {
  const begun = (await goOn(kept)) ?? (await begin(kept, file))
  if (!begun) return
  let { offset, objectId } = begun
  while (offset < kept.size) {
    const response = await ask(begun.url, {
      method: 'PATCH',
      headers: { 'content-type': BYTES, 'upload-offset': String(offset) },
      body: file.slice(offset, offset + PART_BYTES),
    })
    if (!response.ok) return refuse(kept, file, response)
    offset = Number(response.headers.get('upload-offset'))
    objectId = response.headers.get('x-object-id')
  }
  if (kept.recognise && objectId) await recognise(objectId).catch(() => {})
  await forget(kept.id)
}

const forget = id =>
  inStores('readwrite', ({ items, files }) => {
    files.delete(id)
    return items.delete(id)
  })

const placeOf = (url, response) => ({
  url,
  offset: Number(response.headers.get('upload-offset')),
  objectId: response.headers.get('x-object-id'),
})

/** Where the service had it; nothing where it knows of none. */
async function goOn({ url }) {
  if (!url) return undefined
  const response = await ask(url, { method: 'HEAD' })
  if (response.ok) return placeOf(url, response)
  if (response.status === 404 || response.status === 410) return undefined
  throw new Error(`the service said ${response.status}`)
}

async function begin(kept, file) {
  const { name, size, owner, folderId, answer } = kept
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
      'x-sender-id': owner,
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .filter(([, value]) => value)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(),
      ...(size === 0 ? { 'content-type': BYTES } : {}),
    },
  })
  if (!response.ok) {
    await refuse(kept, file, response)
    return undefined
  }
  const url = response.headers.get('location')
  // Before any byte is sent: whoever goes on with it goes on with this one.
  await note(kept.id, { url })
  return placeOf(url, response)
}

/** Somebody else has come, or nobody is here: then it waits for its owner as it is. */
async function refuse(kept, file, response) {
  if (response.status === 401 || response.status === 412) return
  const { code, object_id } = await response.json().catch(() => ({}))
  const isMet = code === 'duplicate' || code === 'name_taken'
  if (isMet && (await isItself(kept, file, object_id))) await forget(kept.id)
  else await note(kept.id, isMet ? { met: code, url: undefined } : { refused: true })
}

/** The tab was closed while the answer was on its way: what is there already is this very file, stored since it was chosen. */
async function isItself({ name, at }, file, objectId) {
  // Without an answer it is tried once more.
  const found = objectId && (await ask(`${BASE}/v1/objects/${objectId}`, {}))
  if (!found?.ok) return false
  const there = await found.json()
  // By the clock of the service, which tells whole seconds.
  const age = Date.parse(found.headers.get('date')) - Date.parse(there.created_at)
  if (there.original_name !== name || age > Date.now() - at) return false
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return there.content_hash === Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Only of what is still there: whoever has signed out meanwhile leaves nothing behind. */
const note = (id, change) =>
  inStores('readwrite', ({ items }) => {
    const found = items.get(id)
    found.onsuccess = () => found.result && items.put({ ...found.result, ...change })
    return found
  })

async function ask(url, { headers, ...request }) {
  for (let waits = 0; ; waits++) {
    const response = await fetch(url, { ...request, headers: { ...TUS, ...headers } })
    if (response.status !== 429 && response.status < 500) return response
    if (response.status !== 429 || waits >= MOST_WAITS) throw new Error(`the service said ${response.status}`)
    await pause(Math.min(Number(response.headers.get('retry-after')) || 1, MOST_WAIT_S) * 1000)
  }
}

const recognise = objectId =>
  fetch(`${BASE}/v1/objects/${objectId}/pdf/searchable`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"replace":true}',
  })

const base64 = text => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

/** The list that the page keeps (features/uploads/keep.ts). Where there is none, none is made. */
function inStores(mode, work) {
  return new Promise((done, failed) => {
    const opening = indexedDB.open(UPLOADS, UPLOADS_VERSION)
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onerror = () => failed(opening.error)
    opening.onblocked = () => failed(new Error('the list of uploads is in use'))
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(['items', 'files'], mode)
      const request = work({ items: transaction.objectStore('items'), files: transaction.objectStore('files') })
      transaction.oncomplete = () => {
        database.close()
        done(request.result)
      }
      transaction.onabort = () => {
        database.close()
        failed(transaction.error)
      }
    }
  })
}
