import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { bringFiles, notReady, outcomes } from './support/adversity.ts'
import { aPerson, type Json, until } from './support/client.ts'
import { startS3Server } from './support/s3-server.ts'
import { startServer } from './support/server.ts'

/** What the machine lacks is no fault of the files; `npm run bench -- adversity` has a full disk, little memory and kills. */

vi.setConfig({ testTimeout: 240_000 })

const NOWHERE = { TMPDIR: '/nowhere/at/all' }

/** Read, and with a small picture of each PDF file. */
async function readWithout(env: Record<string, string>): Promise<void> {
  const server = await startServer({ env })
  try {
    const anna = await aPerson(server.url)
    await bringFiles(anna, 5)
    expect(notReady(await outcomes(anna, 300))).toEqual([])
    const pdf = await anna.upload('small.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    expect((await anna.get(`/v1/objects/${pdf.id}/preview?size=256`)).status).toBe(200)
    const { body } = await anna.get('/v1/objects?limit=100')
    const drawn = body.items.filter(({ kind }) => kind === 'pdf')
    for (const { id } of drawn) expect((await anna.get(`/v1/objects/${id}/thumbnail`)).status).toBe(200)
    expect((await anna.get('/health')).status).toBe(200)
  } finally {
    await server.stop()
  }
}

test('without a temp folder files are read all the same', { tags: ['long'] }, () => readWithout(NOWHERE))

test('so are those that lie in a bucket', { tags: ['long'] }, async () => {
  const s3 = await startS3Server()
  try {
    await readWithout({
      ...NOWHERE,
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
    })
  } finally {
    await s3.close()
  }
})

/** The service makes the folder anew whenever it misses it, also between the two calls. */
async function putInTheWay(folder: string) {
  await until(async () => {
    await rm(folder, { recursive: true, force: true })
    return writeFile(folder, 'a file in the way').then(
      () => true,
      () => false,
    )
  }, 'a file in place of the folder')
}

test('without a place to work in health says so, files wait, and are read once there is one', async () => {
  const server = await startServer()
  try {
    const anna = await aPerson(server.url)
    const work = join(server.dataDir, 'work')
    await putInTheWay(work)
    const health = (await anna.get('/health/deep')).body.checks.find(({ name }: Json) => name === 'work_folder')
    expect(health).toMatchObject({ ok: false, detail: expect.stringContaining('no folder for temporary files') })
    const { id } = await anna.upload('letter.docx.txt', 'Письмо')
    const refused = async () => /a job (waits for what it needs|will be tried again)/.test(server.output())
    await until(refused, 'the file to be tried')
    expect((await anna.get(`/v1/objects/${id}`)).body.status).toBe('pending')
    await rm(work)
    expect(await anna.read(id)).toMatchObject({ status: 'ready' })
  } finally {
    await server.stop()
  }
})
