import { get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person } from './support/client.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'

/** A folder is taken back while something of it is under way: nothing more of it comes, and nothing is done any more. */

const LARGE = 48 * 1024 * 1024

interface Given {
  anna: Person
  boris: Person
  folder: Json
  takeBack(): Promise<void>
  makeViewer(): Promise<void>
}

async function aGivenFolder(role: 'viewer' | 'editor'): Promise<Given> {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const folder = await anna.folder('Given')
  const grants = `/v1/collections/${folder.id}/grants`
  const grant = (await anna.post(grants, { email: boris.email, role })).body
  return {
    anna,
    boris,
    folder,
    async takeBack() {
      expect((await anna.delete(`${grants}/${grant.id}`)).status).toBe(200)
    },
    async makeViewer() {
      expect((await anna.patch(`${grants}/${grant.id}`, { role: 'viewer' })).status).toBe(200)
    },
  }
}

/** Long enough for the service to look again while the file is under way. */
const PAUSE_MS = 5

/** Reads the beginning, waits, and goes on slowly to the end: how much came, and whether the answer was whole. */
async function interrupted(person: Person, path: string, meanwhile: () => Promise<void>) {
  const headers = { authorization: `Bearer ${person.token}` }
  return new Promise<{ bytes: number; whole: boolean }>((resolve, reject) => {
    get(baseUrl() + path, { headers }, response => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        response.pause()
        if (bytes === 0) meanwhile().then(() => response.resume(), reject)
        else setTimeout(() => response.resume(), PAUSE_MS)
        bytes += chunk.length
      })
      response.on('error', () => {})
      response.on('close', () => resolve({ bytes, whole: response.complete }))
    }).on('error', reject)
  })
}

test('a download ends in the middle; that of the owner, and one whose reader may still read, go on', {
  tags: ['long'],
}, async () => {
  const { anna, boris, folder, takeBack, makeViewer } = await aGivenFolder('editor')
  const { id } = await anna.upload('large.bin', new Uint8Array(LARGE).fill(7), `?collection_id=${folder.id}`)
  const path = `/v1/objects/${id}/content`
  expect(await interrupted(boris, path, makeViewer)).toEqual({ bytes: LARGE, whole: true })
  const cut = await interrupted(boris, path, takeBack)
  expect(cut.whole).toBe(false)
  expect(cut.bytes).toBeLessThan(LARGE)
  expect(await interrupted(anna, path, async () => {})).toEqual({ bytes: LARGE, whole: true })
})

test('a file that is moved away or hidden meanwhile is read no further', async () => {
  const { anna, boris, folder } = await aGivenFolder('viewer')
  const { id } = await anna.upload('large.bin', new Uint8Array(LARGE).fill(7), `?collection_id=${folder.id}`)
  const path = `/v1/objects/${id}/content`
  const hide = async () => void (await anna.patch(`/v1/objects/${id}`, { is_hidden: true }))
  expect((await interrupted(boris, path, hide)).whole).toBe(false)
})

/** Sends the beginning of a file, waits, and sends the rest. */
async function slowUpload({ boris, folder }: Given, meanwhile: () => Promise<void>) {
  const boundary = 'a-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="late.txt"\r\n\r\n`
  const bytes = new TextEncoder()
  const raw = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.encode(head + 'x'.repeat(200_000)))
      await meanwhile()
      controller.enqueue(bytes.encode(`${'y'.repeat(200_000)}\r\n--${boundary}--\r\n`))
      controller.close()
    },
  })
  return boris.call('POST', `/v1/objects?collection_id=${folder.id}`, {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    raw,
  })
}

test.each(['takeBack', 'makeViewer'] as const)('an upload that ends after %s leaves no file', async what => {
  const given = await aGivenFolder('editor')
  const { body } = await slowUpload(given, given[what])
  // Where the call itself reaches the service after the change, it is refused as that of a reader.
  expect(what === 'makeViewer' ? ['not_found', 'not_editor'] : ['not_found']).toContain(body.code)
  expect((await given.anna.get('/v1/objects')).body.items).toEqual([])
  expect((await given.boris.get('/v1/objects')).body.items).toEqual([])
})

let model: ModelServer
beforeAll(async () => {
  model = await startModelServer()
})
afterAll(() => model.close())

test.each(['', '?stream=true'])('an answer that a model is writing is not told: /v1/ask%s', async query => {
  const { anna, boris, folder, takeBack } = await aGivenFolder('viewer')
  const text = 'The deposit for the boat is 4,711 euros. It is paid back within ten days.'
  const { id } = await anna.upload('boat.txt', text, `?collection_id=${folder.id}`)
  await anna.read(id)
  await boris.put('/v1/integrations/llm', { base_url: model.baseUrl, api_key: model.key, model: 'small' })
  const say = { say: 'The deposit for the boat is 4,711 euros [1].' }
  const ask = () => boris.post(`/v1/ask${query}`, { query: 'How much is the deposit for the boat?' })
  model.answer(() => say)
  expect((await ask()).text).toContain('4,711')
  model.answer(async ({ body }) => {
    if (JSON.stringify(body).includes('4,711')) await takeBack().catch(() => {})
    return say
  })
  const late = await ask()
  expect(late.status).toBe(200)
  expect(late.text).not.toContain('4,711')
  const sessions = (await boris.get('/v1/ask/sessions')).body.items
  for (const { session_id } of sessions)
    expect((await boris.get(`/v1/ask/sessions/${session_id}`)).text).not.toContain('4,711')
})
