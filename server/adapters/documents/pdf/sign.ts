import { join } from 'node:path'
import { CertificateRefused, DocumentRefused, type PdfResult, type PdfSigning } from '../../../ports/documents.ts'
import type { SigningReply } from '../../pdf/signing/sign.ts'
import { asking, objectsJson, type PdfStepWork } from './steps.ts'

/** How often a password is hashed stands in the file that somebody sends. */
const SECONDS = 30

const brokenTable = () =>
  new DocumentRefused('damaged', {
    en: 'The PDF file is damaged, and repairing it would break the signature that it carries.',
    ru: 'Файл PDF повреждён, а починка сломала бы подпись, которая в нём уже есть.',
  })

/** Behind the file as it is; one that is damaged and unsigned is repaired first. */
export async function signed(on: PdfStepWork, signing: PdfSigning): Promise<PdfResult> {
  const first = await attempt(on, signing)
  if (first) return first
  if (signing.signed) throw brokenTable()
  const path = join(on.folder, 'repaired.pdf')
  await on.qpdf([on.source.path, path], on.folder, on.bounds.signal)
  const again = await attempt({ ...on, source: { ...on.source, path } }, signing)
  if (!again) throw brokenTable()
  return { ...again, report: { ...again.report, repaired: true } }
}

async function attempt(on: PdfStepWork, { certificate, password, reason }: PdfSigning): Promise<PdfResult | undefined> {
  const to = join(on.folder, 'signed.pdf')
  const input = {
    path: on.source.path,
    json: await objectsJson(on),
    certificate: certificate.toString('base64'),
    password,
    reason,
    to,
  }
  const answer = (await on.worker.ask('signPdf', input, { ...asking(on), seconds: SECONDS })) as SigningReply
  if ('refused' in answer) throw new CertificateRefused(answer.refused.field, answer.refused.words)
  return 'damaged' in answer ? undefined : { files: [to], report: { ...answer.signed } }
}
