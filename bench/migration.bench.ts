import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3 } from '@aws-sdk/client-s3'
import { aPerson, type Json, type Person, until } from '../test/support/client.ts'
import { startS3Server } from '../test/support/s3-server.ts'
import { startServer } from '../test/support/server.ts'

/**
 * Moving an owner's files into a bucket (copied, read back, hashed, switched one by one), against plain copying of the same
 * files with the AWS SDK, which proves nothing. The S3 server and the plain copier are processes of their own.
 */

const MB = 1024 ** 2
const SMALL = { files: Number(process.env.SMALL_FILES ?? 2000), bytes: 100_000 }
const BIG = { files: Number(process.env.BIG_FILES ?? 3), bytes: Number(process.env.BIG_MB ?? 500) * MB }
/** As many small ones at once as the product moves. */
const AT_ONCE = 16
const PART_BYTES = 8 * MB
const GROWTH_LIMIT_MB = 100

interface Bucket {
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
}

// ---- roles of their own

async function serveS3(): Promise<void> {
  const { endpoint, bucket, accessKey, secretKey } = await startS3Server()
  process.send!({ endpoint, bucket, accessKey, secretKey })
}

/** Milliseconds to copy the files, a few at once: one put, or parts one after the other; then read and hashed, where wanted. */
async function copyPlainly(to: Bucket, paths: string[], readBack: boolean): Promise<number> {
  const s3 = new S3({
    endpoint: to.endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: to.accessKey, secretAccessKey: to.secretKey },
  })
  const waiting = paths.map((path, n) => ({ path, at: { Bucket: to.bucket, Key: `plain/${n}` } }))
  const began = performance.now()
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await copyOne(s3, next.path, next.at)
      if (!readBack) continue
      const hash = createHash('sha256')
      for await (const chunk of (await s3.getObject(next.at)).Body as Readable) hash.update(chunk as Buffer)
      hash.digest()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return performance.now() - began
}

async function copyOne(s3: S3, path: string, at: { Bucket: string; Key: string }): Promise<void> {
  const { size } = await stat(path)
  if (size <= PART_BYTES) {
    await s3.putObject({ ...at, Body: readFileSync(path), ContentLength: size })
    return
  }
  const { UploadId } = await s3.createMultipartUpload(at)
  const Parts = []
  for (let start = 0, PartNumber = 1; start < size; start += PART_BYTES, PartNumber++) {
    const chunks: Buffer[] = []
    const end = Math.min(size, start + PART_BYTES) - 1
    for await (const chunk of createReadStream(path, { start, end })) chunks.push(chunk as Buffer)
    const { ETag } = await s3.uploadPart({ ...at, UploadId, PartNumber, Body: Buffer.concat(chunks) })
    Parts.push({ ETag, PartNumber })
  }
  await s3.completeMultipartUpload({ ...at, UploadId, MultipartUpload: { Parts } })
}

const messageOf = <T>(child: ChildProcess): Promise<T> =>
  new Promise((yes, no) => {
    child.once('message', message => yes(message as T))
    child.once('exit', code => no(new Error(`a helper of the bench ended (${code})`)))
  })

// ---- what is measured

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Seconds of CPU that a process has used: hardly disturbed by what else runs on the machine. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function uploadAll(anna: Person, files: number, bytes: number): Promise<void> {
  const body = randomBytes(bytes)
  for (let n = 0; n < files; n++) {
    body.writeUInt32LE(n)
    const { id } = await anna.upload(`${n}.bin`, body)
    if (!id) throw new Error('an upload was refused')
  }
}

async function writeAll(folder: string, files: number, bytes: number): Promise<string[]> {
  const body = randomBytes(bytes)
  const paths: string[] = []
  for (let n = 0; n < files; n++) {
    body.writeUInt32LE(n)
    paths.push(join(folder, `${bytes}-${n}`))
    await writeFile(paths.at(-1)!, body)
  }
  return paths
}

const state = async (anna: Person): Promise<Json> => (await anna.get('/v1/integrations/s3/migration')).body

async function move(anna: Person, pid: number): Promise<{ ms: number; peakMb: number }> {
  let peakMb = residentMb(pid)
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(pid))
  }, 100)
  const began = performance.now()
  await anna.post('/v1/integrations/s3/migration', { direction: 'to_bucket' })
  const end = await until(
    async () => {
      await sleep(250)
      const now = await state(anna)
      return now.status !== 'running' && now
    },
    'the moving to end',
    1800,
  )
  clearInterval(watch)
  if (end.status !== 'done' || end.failed > 0 || end.remaining > 0) throw new Error(JSON.stringify(end))
  return { ms: performance.now() - began, peakMb }
}

async function main(): Promise<void> {
  const self = process.argv[1]!
  const s3 = fork(self, ['s3'])
  const bucket = await messageOf<Bucket>(s3)
  const server = await startServer({ env: { ALLOW_PRIVATE_ENDPOINTS: 'on', CHECK_REPLIES: 'off' } })
  const folder = await mkdtemp(join(tmpdir(), 'dossier-bench-'))
  const claims: string[] = []
  let missed = false
  const claim = (name: string, value: number, word: 'at least' | 'at most', limit: number) => {
    const bad = word === 'at least' ? value < limit : value > limit
    missed ||= bad
    claims.push(`ratio ${name} = ${value.toFixed(2)} (${word} ${limit.toFixed(2)}): ${bad ? 'MISSED' : 'ok'}`)
  }
  try {
    for (const [name, { files, bytes }] of Object.entries({ small: SMALL, big: BIG })) {
      const anna = await aPerson(server.url)
      await uploadAll(anna, files, bytes)
      await until(async () => (await anna.get('/v1/objects?status=pending')).body.total === 0, 'all to be read')
      const saved = await anna.put('/v1/integrations/s3', {
        endpoint_url: bucket.endpoint,
        bucket: bucket.bucket,
        access_key: bucket.accessKey,
        secret_key: bucket.secretKey,
      })
      if (saved.body.status !== 'ok') throw new Error(saved.body.last_error)
      const paths = await writeAll(folder, files, bytes)
      const before = residentMb(server.process.pid!)
      const copy = (readBack: boolean) => {
        const copier = fork(self, ['copy'])
        copier.send({ bucket, paths, readBack })
        return messageOf<number>(copier)
      }
      const cpu = () => [s3.pid!, server.process.pid!].map(cpuSeconds)
      const cpuBefore = cpu()
      const plain = await copy(false)
      const cpuPlain = cpu()
      const ours = await move(anna, server.process.pid!)
      const cpuOurs = cpu()
      const verified = await copy(true)
      const used = (from: number[], to: number[]) => to.map((value, at) => (value - from[at]!).toFixed(1)).join(' + ')
      console.log(
        `${name}: CPU s of the S3 server and ours: plain ${used(cpuBefore, cpuPlain)}, moved ${used(cpuPlain, cpuOurs)}`,
      )
      const rate = (ms: number) => ((files * bytes) / MB / (ms / 1000)).toFixed(1)
      console.log(
        `${name}: ${files} files of ${(bytes / MB).toFixed(1)} MB: moved ${rate(ours.ms)} MB/s, plain ${rate(plain)} MB/s, plain and read back ${rate(verified)} MB/s`,
      )
      console.log(`${name}: memory of the server ${before.toFixed(0)} MB before, ${ours.peakMb.toFixed(0)} MB at most`)
      console.log(`ratio ${name}-files-to-plain-copying-and-reading-back = ${(verified / ours.ms).toFixed(2)}`)
      claim(`${name}-files-to-plain-copying`, plain / ours.ms, 'at least', 0.7)
      claim(
        `${name}-files-memory-growth-to-${GROWTH_LIMIT_MB}-MB`,
        (ours.peakMb - before) / GROWTH_LIMIT_MB,
        'at most',
        1,
      )
    }
  } finally {
    await server.stop()
    s3.kill()
    await rm(folder, { recursive: true, force: true })
  }
  for (const line of claims) console.log(line)
  process.exitCode = missed ? 1 : 0
}

if (process.argv[2] === 's3') await serveS3()
else if (process.argv[2] === 'copy')
  process.once(
    'message',
    async ({ bucket, paths, readBack }: { bucket: Bucket; paths: string[]; readBack: boolean }) => {
      process.send!(await copyPlainly(bucket, paths, readBack))
      process.disconnect()
    },
  )
else await main()
