import type { Check } from '../../ports/checks.ts'
import type { Mail } from '../../ports/mail.ts'

const PATIENCE_MS = 20_000

/** `smtp://user:password@host:port?from=Dossier%20<dossier@example.org>`; empty is no mail at all. */
export async function smtpMail(url: string): Promise<Mail & { checks: Check[]; close(): void }> {
  if (url === '')
    return {
      isOn: false,
      send: async () => Promise.reject(new Error('no mail server is configured')),
      checks: [],
      close() {},
    }
  const { createTransport } = await import('nodemailer')
  const parsed = new URL(url)
  const from =
    parsed.searchParams.get('from') ||
    (parsed.username.includes('%40') ? decodeURIComponent(parsed.username) : `dossier@${parsed.hostname}`)
  const transport = createTransport({
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: Number(parsed.port) || (parsed.protocol === 'smtps:' ? 465 : 587),
    secure: parsed.protocol === 'smtps:',
    ...(parsed.username
      ? { auth: { user: decodeURIComponent(parsed.username), pass: decodeURIComponent(parsed.password) } }
      : {}),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    isOn: true,
    async send({ to, subject, text, messageId }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${messageId}>` })
    },
    checks: [{ name: 'mail', run: () => transport.verify().then(() => 'the mail server answers') }],
    close: () => transport.close(),
  }
}
