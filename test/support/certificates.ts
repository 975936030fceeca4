import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Certificates with their keys, made by openssl as anybody can make them. */

export const PASSWORD = 'Geheim-1'
export const RSA = ['rsa:2048']
export const EC = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']

export function aCertificate(name: string, kind: string[], { legacy = false } = {}): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-certificate-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe', cwd: folder })
  try {
    const subject = ['-subj', `/CN=${name}`, '-days', '30', '-keyout', 'key.pem', '-out', 'cert.pem']
    openssl('req', '-x509', '-utf8', '-nodes', '-newkey', ...kind, ...subject)
    const old = legacy ? ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'] : []
    const files = ['-in', 'cert.pem', '-inkey', 'key.pem', '-out', 'a.p12']
    openssl('pkcs12', '-export', ...files, ...old, '-passout', `pass:${PASSWORD}`)
    return readFileSync(join(folder, 'a.p12'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
