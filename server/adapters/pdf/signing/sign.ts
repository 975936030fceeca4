import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { CertificateRefused, DocumentRefused } from '../../../ports/documents.ts'
import { type Dict, isRef, type Pdf, readPdf, type Value } from '../model.ts'
import { tooHeavy } from '../refusals.ts'
import { openSigner, type Signer } from './certificate.ts'
import { signatureOf } from './cms.ts'
import { written } from './write.ts'

/**
 * Signs a PDF file with the key of its owner. What is new is written behind the file as it is, so that an earlier signature
 * stays valid.
 */

const MOST_BYTES = 256 * 1024 * 1024
/** For what is in the signature beside the certificates. */
const RESERVE = 4096
/** Hidden where it has no size, printed where it has one, and not to be changed. */
const FLAGS = 132

export interface Signing {
  path: string
  /** Its objects, as qpdf tells them. */
  json: string
  /** Base64 of a PKCS#12 file. */
  certificate: string
  password: string
  reason: string
  to: string
}

export interface Signed {
  signer: string
  issuer: string
  valid_until: string
}

/** What is wrong with the certificate is an answer: an error would lose which field it is about on its way. */
export type SigningReply =
  | { signed: Signed }
  | { damaged: true }
  | { refused: Pick<CertificateRefused, 'field' | 'words'> }

export const signPdf = (input: Signing): Promise<SigningReply> =>
  sign(input).catch(error => {
    if (!(error instanceof CertificateRefused)) throw error
    return { refused: { field: error.field, words: error.words } }
  })

/** A damaged file is not written behind: it has to be written anew first. */
async function sign(input: Signing): Promise<SigningReply> {
  const now = new Date()
  const signer = openSigner(Buffer.from(input.certificate, 'base64'), input.password, now)
  if ((await stat(input.path)).size > MOST_BYTES) throw tooHeavy()
  const bytes = await readFile(input.path)
  const table = tableIn(bytes)
  if (!table) return { damaged: true }
  const pdf = await readPdf(input.json)
  assertOpen(pdf)
  const objects = objectsFor(pdf, signer, input.reason, now)
  const { added, signatureAt } = update(pdf, bytes, table, objects)
  await writeFile(input.to, sealed(Buffer.concat([bytes, added]), signatureAt, signer))
  const { certificate } = signer
  const signed = {
    signer: commonName(certificate.subject),
    issuer: commonName(certificate.issuer),
    valid_until: new Date(certificate.validTo).toISOString().slice(0, 10),
  }
  return { signed }
}

/** Whoever certified it first may have forbidden every change, further signatures too. */
function assertOpen(pdf: Pdf): void {
  const certification = pdf.dict(pdf.dict(pdf.catalog['/Perms'])['/DocMDP'])
  const [reference] = pdf.array(certification['/Reference'])
  if (pdf.dict(pdf.dict(reference)['/TransformParams'])['/P'] !== 1) return
  throw new DocumentRefused('unable', {
    en: 'Whoever certified this document allowed no further change, and so no further signature.',
    ru: 'Тот, кто заверил этот документ, запретил любые изменения, поэтому ещё одну подпись поставить нельзя.',
  })
}

const commonName = (subject: string) => (/^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')).trim()

interface Table {
  at: number
  isStream: boolean
}

/** Where the newest table of the file is, and of which kind. */
function tableIn(bytes: Buffer): Table | undefined {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 2048))
  const found = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail)
  if (!found) return undefined
  const at = Number(found[1])
  const head = bytes.toString('latin1', at, at + 30)
  if (/^\s*xref\b/.test(head)) return { at, isStream: false }
  return /^\s*\d+ \d+ obj\b/.test(head) ? { at, isStream: true } : undefined
}

type Objects = Map<string, string>

const HOLE = '0'.repeat(10)
const RANGE = `[0 ${HOLE} ${HOLE} ${HOLE}]`

/** The signature, its field on the first page, and what has to know of them. */
function objectsFor(pdf: Pdf, signer: Signer, reason: string, now: Date): Objects {
  const [signature, field] = [`${pdf.maxId + 1} 0 R`, `${pdf.maxId + 2} 0 R`]
  const page = pdf.pages[0]!.object
  const objects: Objects = new Map()
  const size = [signer.certificate, ...signer.chain].reduce((sum, each) => sum + each.raw.length, RESERVE)
  const about: Dict = {
    '/Type': '/Sig',
    '/Filter': '/Adobe.PPKLite',
    '/SubFilter': '/ETSI.CAdES.detached',
    '/M': `u:${pdfDate(now)}`,
    '/Name': `u:${commonName(signer.certificate.subject)}`,
    ...(reason === '' ? {} : { '/Reason': `u:${reason}` }),
  }
  const holes = `/ByteRange ${RANGE} /Contents <${'0'.repeat(size * 2)}>`
  objects.set(signature, written(about).replace(/>>$/, `${holes} >>`))
  const form = pdf.dict(pdf.catalog['/AcroForm'])
  const fields = pdf.array(form['/Fields'])
  objects.set(
    field,
    written({
      '/Type': '/Annot',
      '/Subtype': '/Widget',
      '/FT': '/Sig',
      '/T': `u:${freshName(pdf, fields)}`,
      '/V': signature,
      '/F': FLAGS,
      '/Rect': [0, 0, 0, 0],
      '/P': page,
    }),
  )
  const pageDict = pdf.dict(page)
  objects.set(page, written({ ...pageDict, '/Annots': [...pdf.array(pageDict['/Annots']), field] }))
  const changed: Dict = { ...form, '/Fields': [...fields, field], '/SigFlags': 3 }
  const known = pdf.catalog['/AcroForm']
  if (isRef(known)) objects.set(known, written(changed))
  else objects.set(pdf.catalogRef, written({ ...pdf.catalog, '/AcroForm': changed }))
  return objects
}

function freshName(pdf: Pdf, fields: Value[]): string {
  const taken = new Set(fields.map(field => pdf.resolve(pdf.dict(field)['/T'])))
  for (let n = 1; ; n++) if (!taken.has(`u:Signature${n}`)) return `Signature${n}`
}

const pdfDate = (at: Date) => `D:${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`

/** The new objects and the table that tells where they are. */
function update(pdf: Pdf, before: Buffer, table: Table, objects: Objects): { added: Buffer; signatureAt: number } {
  const parts: Buffer[] = [Buffer.from('\n')]
  let at = before.length + 1
  const places = new Map<number, { at: number; generation: number }>()
  const add = (text: string) => {
    const bytes = Buffer.from(text, 'latin1')
    parts.push(bytes)
    at += bytes.length
  }
  for (const [ref, text] of objects) {
    const [id, generation] = ref.split(' ').map(Number)
    places.set(id!, { at, generation: generation! })
    add(`${id} ${generation} obj\n${text}\nendobj\n`)
  }
  const size = pdf.maxId + (table.isStream ? 4 : 3)
  const { '/Root': root, '/ID': id, '/Info': info } = pdf.trailer
  const trailer: Dict = {
    '/Size': size,
    '/Root': root!,
    '/Prev': table.at,
    ...(id === undefined ? {} : { '/ID': id }),
    ...(info === undefined ? {} : { '/Info': info }),
  }
  const start = at
  if (table.isStream) {
    places.set(size - 1, { at: start, generation: 0 })
    add(streamTable(size - 1, trailer, places))
  } else add(`xref\n${plainTable(places)}trailer\n${written(trailer)}\n`)
  add(`startxref\n${start}\n%%EOF\n`)
  return { added: Buffer.concat(parts), signatureAt: places.get(pdf.maxId + 1)!.at }
}

type Places = Map<number, { at: number; generation: number }>

const inOrder = (places: Places) => [...places].sort(([a], [b]) => a - b)

const plainTable = (places: Places) =>
  inOrder(places)
    .map(
      ([id, { at, generation }]) =>
        `${id} 1\n${String(at).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`,
    )
    .join('')

/** Where the file has its table in a stream, the next one has to be in one too. */
function streamTable(id: number, trailer: Dict, places: Places): string {
  const rows = inOrder(places).map(([, { at, generation }]) => {
    const row = Buffer.alloc(7)
    row[0] = 1
    row.writeUInt32BE(at, 1)
    row.writeUInt16BE(generation, 5)
    return row
  })
  const data = Buffer.concat(rows)
  const dict = {
    ...trailer,
    '/Type': '/XRef',
    '/W': [1, 4, 2],
    '/Index': inOrder(places).flatMap(([each]) => [each, 1]),
    '/Length': data.length,
  }
  return `${id} 0 obj\n${written(dict)}\nstream\n${data.toString('latin1')}\nendstream\nendobj\n`
}

/**
 * Everything but the place of the signature itself is signed. What people write (name, reason) may look like that place, which
 * stands last in the signature's object.
 */
function sealed(bytes: Buffer, signatureAt: number, signer: Signer): Buffer {
  const objectEnd = bytes.indexOf('>>\nendobj', signatureAt)
  const range = bytes.lastIndexOf(`/ByteRange ${RANGE}`, objectEnd) + '/ByteRange '.length
  const begin = bytes.indexOf('<', range + RANGE.length)
  const end = bytes.indexOf('>', begin) + 1
  const said = `[0 ${begin} ${end} ${bytes.length - end}]`.padEnd(RANGE.length)
  bytes.write(said, range, 'latin1')
  const digest = createHash('sha256').update(bytes.subarray(0, begin)).update(bytes.subarray(end)).digest()
  const signature = signatureOf(signer, digest).toString('hex')
  if (signature.length > end - begin - 2) throw new Error('the signature is larger than the place for it')
  bytes.write(signature, begin + 1, 'latin1')
  return bytes
}
