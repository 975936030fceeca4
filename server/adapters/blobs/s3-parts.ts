import { type Bucket, isMissing, isNotImplemented } from './s3-bucket.ts'
import { drained } from './s3-signed.ts'

const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 3
const ABORT_MS = 5_000

interface Part {
  PartNumber: number
  ETag: string | undefined
}

/**
 * A multipart upload of our own rather than lib-storage's, which leaves the parts behind when the last call fails and
 * hides the reason of a failure when aborting fails too. Each part is a buffer, so the SDK can send it again.
 */
export async function putParts(bucket: Bucket, key: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const target = { Bucket: bucket.name, Key: key }
  const { UploadId } = await bucket.s3.createMultipartUpload({ ...target, ContentType: 'application/octet-stream' })
  const upload = { ...target, UploadId }
  try {
    const Parts = await sendParts(chunks, async (PartNumber, Body) => {
      const query = { partNumber: String(PartNumber), uploadId: UploadId ?? '' }
      const { answer, silent } = await bucket.ask({ method: 'PUT', key, query, body: Body })
      const sent = (await drained(answer)) ? answer?.headers.etag : undefined
      const { ETag } = sent
        ? { ETag: sent }
        : await (silent ? bucket.again : bucket.s3).uploadPart({
            ...upload,
            PartNumber,
            Body,
            ContentLength: Body.length,
          })
      return { PartNumber, ETag }
    })
    await bucket.s3.completeMultipartUpload({ ...upload, MultipartUpload: { Parts } })
  } catch (error) {
    // The sweep tries again.
    await bucket.s3.abortMultipartUpload(upload, { abortSignal: AbortSignal.timeout(ABORT_MS) }).catch(() => {})
    throw error
  }
}

async function sendParts(chunks: AsyncIterable<Buffer>, send: (number: number, body: Buffer) => Promise<Part>) {
  const sent: Promise<Part>[] = []
  const underWay = new Set<Promise<Part>>()
  const free: Buffer[] = [] // used again: freshly allocated parts would pile up until the next collection
  try {
    for await (const body of parts(chunks, free)) {
      const sending = send(sent.length + 1, body)
      sent.push(sending)
      underWay.add(sending)
      sending.then(
        () => {
          underWay.delete(sending)
          free.push(body)
        },
        () => {}, // stays under way, so that the next race or the final wait meets it
      )
      if (underWay.size === PARTS_AT_ONCE) await Promise.race(underWay)
    }
    return await Promise.all(sent)
  } finally {
    // Nothing may arrive after the abort.
    await Promise.allSettled(sent)
  }
}

/** Cuts the chunks into parts of one size, the last one excepted, because some servers insist on it. */
async function* parts(chunks: AsyncIterable<Buffer>, free: Buffer[]): AsyncGenerator<Buffer> {
  let part = free.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES)
  let filled = 0
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(part, filled, at)
      at += copied
      filled += copied
      if (filled < PART_BYTES) continue
      yield part
      part = free.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

/** Aborts uploads that nobody finished; a server that cannot list them cleans up by its own rules. */
export async function abandonUploads(bucket: Bucket, olderThan: Date): Promise<number> {
  let abandoned = 0
  let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}
  for (;;) {
    const page = await bucket.s3
      .listMultipartUploads({ Bucket: bucket.name, Prefix: bucket.prefix, ...marker })
      .catch(error => {
        if (!isNotImplemented(error)) throw error
      })
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      if (!Initiated || Initiated >= olderThan) continue
      const gone = await bucket.s3.abortMultipartUpload({ Bucket: bucket.name, Key, UploadId }).then(
        () => true,
        error => {
          if (!isMissing(error)) throw error
          return false
        },
      )
      if (gone) abandoned++
    }
    if (!page?.IsTruncated) return abandoned
    marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
  }
}
