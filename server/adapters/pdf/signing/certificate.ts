import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { CertificateRefused } from '../../../ports/documents.ts'

/** The key and the certificates of a PKCS#12 file (.p12, .pfx). */

export interface Signer {
  key: KeyObject
  certificate: X509Certificate
  /** Those between it and the root, as far as the file has them. */
  chain: X509Certificate[]
}

const notPkcs12 = () =>
  new CertificateRefused('certificate', {
    en: 'This is not a certificate with its private key. Choose a file that ends with .p12 or .pfx.',
    ru: 'Это не сертификат с закрытым ключом. Выберите файл с расширением .p12 или .pfx.',
  })

const wrongPassword = () =>
  new CertificateRefused('password', {
    en: 'The password does not open the certificate.',
    ru: 'Пароль не подходит к сертификату.',
  })

const noKey = () =>
  new CertificateRefused('certificate', {
    en: 'The file holds no private key that belongs to its certificate, so nothing can be signed with it.',
    ru: 'В файле нет закрытого ключа к сертификату, подписать им нельзя.',
  })

const otherKey = () =>
  new CertificateRefused('certificate', {
    en: 'Keys of this kind are not supported. Use a certificate with an RSA or an elliptic curve key.',
    ru: 'Ключи такого вида не поддерживаются. Нужен сертификат с ключом RSA или на эллиптической кривой.',
  })

const day = (date: Date) => date.toISOString().slice(0, 10)

function assertInForce(certificate: X509Certificate, now: Date): void {
  const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)]
  if (now < from)
    throw new CertificateRefused('certificate', {
      en: `The certificate is valid only from ${day(from)}.`,
      ru: `Сертификат начнёт действовать только ${day(from)}.`,
    })
  if (now > to)
    throw new CertificateRefused('certificate', {
      en: `The certificate has expired on ${day(to)}.`,
      ru: `Срок действия сертификата истёк ${day(to)}.`,
    })
}

export function openSigner(file: Buffer, password: string, now: Date): Signer {
  const bags = bagsOf(file, password)
  const keys = bags.filter(({ key }) => key).map(({ key }) => key!)
  const all = bags.filter(({ certificate }) => certificate).map(({ certificate }) => certificate!)
  for (const key of keys) {
    const certificate = all.find(each => each.checkPrivateKey(key))
    if (!certificate) continue
    if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ec') throw otherKey()
    assertInForce(certificate, now)
    return { key, certificate, chain: chainOf(certificate, all) }
  }
  throw noKey()
}

function chainOf(certificate: X509Certificate, all: X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = []
  for (let at = certificate; chain.length < 10; ) {
    const issuer = all.find(each => each !== at && !chain.includes(each) && at.checkIssued(each))
    if (!issuer) break
    chain.push(issuer)
    at = issuer
  }
  return chain
}

interface Bag {
  key?: KeyObject
  certificate?: X509Certificate
}

/** What the library cannot make something of (keys on curves) is left as it was in the file, and Node opens it. */
function bagsOf(file: Buffer, password: string): Bag[] {
  let outer: forge.asn1.Asn1
  try {
    outer = forge.asn1.fromDer(file.toString('binary'))
  } catch {
    throw notPkcs12()
  }
  let opened: forge.pkcs12.Pkcs12Pfx
  try {
    opened = forge.pkcs12.pkcs12FromAsn1(outer, false, password)
  } catch (error) {
    const { message } = error as Error
    if (/unsupported/i.test(message)) throw otherKey()
    throw /password|MAC|decrypt/i.test(message) ? wrongPassword() : notPkcs12()
  }
  try {
    return opened.safeContents.flatMap(({ safeBags }) => safeBags.map(bag => read(bag)))
  } catch {
    // GOST keys, say, which neither the library nor Node knows.
    throw otherKey()
  }
}

function read(bag: forge.pkcs12.Bag): Bag {
  const { keyBag, pkcs8ShroudedKeyBag, certBag } = forge.pki.oids
  if (bag.type === certBag) {
    return { certificate: new X509Certificate(der(bag.cert ? certificateAsn1(bag.cert) : bag.asn1)) }
  }
  if (bag.type !== keyBag && bag.type !== pkcs8ShroudedKeyBag) return {}
  const asn1 = bag.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key)) : bag.asn1
  return { key: createPrivateKey({ key: der(asn1), format: 'der', type: 'pkcs8' }) }
}

const ECDSA = '1.2.840.10045.4.'

/** The library gives every algorithm of a signature parameters, and those on curves have none. */
function certificateAsn1(certificate: forge.pki.Certificate): forge.asn1.Asn1 {
  const asn1 = forge.pki.certificateToAsn1(certificate)
  const [, algorithm] = asn1.value as forge.asn1.Asn1[]
  if (certificate.signatureOid.startsWith(ECDSA)) (algorithm!.value as forge.asn1.Asn1[]).length = 1
  return asn1
}

const der = (asn1: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary')
