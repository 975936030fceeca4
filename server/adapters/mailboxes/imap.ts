import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import {
  type LetterNote,
  LONGEST_LETTER,
  type Mailboxes,
  MailboxFailure,
  type MailboxSettings,
  type MailboxTrouble,
  type MailFolder,
  type Settling,
} from '../../ports/mailboxes.ts'
import { type Outbound, PrivateAddress } from '../../ports/outbound.ts'

const PATIENCE_MS = 20_000
const CHUNK = 256 * 1024
/** What a server may send in one answer: it is parsed here, and may be anybody's. */
const LONGEST_LINE = 256 * 1024
const LARGEST_LITERAL = 1024 * 1024

/** A mailbox over IMAP, encrypted, at an address that does not lead into a private network unless that is allowed. */
export function imapMailboxes(outbound: Outbound): Mailboxes {
  return {
    async within(settings, signal, work) {
      const client = await connected(settings, await addressOf(outbound, settings.host))
      const close = () => client.close()
      signal.addEventListener('abort', close)
      try {
        return await work(await opened(client, settings.folder))
      } catch (error) {
        // A connection that was closed for it breaks in other ways.
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', close)
        await client.logout().catch(() => {})
        client.close()
      }
    },
  }
}

/** The name is resolved once and judged, and the connection goes to what was judged. */
function addressOf(outbound: Outbound, host: string): Promise<string> {
  return new Promise((done, reject) =>
    outbound.lookup(host, {}, (error, address) => (error ? reject(troubleOf(error)) : done(address as string))),
  )
}

async function connected(settings: MailboxSettings, address: string): Promise<ImapFlow> {
  // Loaded by the first mailbox: it is 250 files, and most services have none.
  const library = await import('imapflow')
  const client = new library.ImapFlow({
    host: address,
    ...(isIP(settings.host) ? {} : { servername: settings.host }),
    port: settings.port,
    secure: settings.security === 'tls',
    ...(settings.security === 'starttls' ? { doSTARTTLS: true } : {}),
    auth: { user: settings.username, pass: settings.password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    maxLineLength: LONGEST_LINE,
    maxLiteralSize: LARGEST_LITERAL,
    maxResponseSize: 2 * LARGEST_LITERAL,
  })
  // Told by the call that was waiting, too.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    throw troubleOf(error)
  }
}

async function opened(client: ImapFlow, path: string): Promise<MailFolder> {
  const folder = await client.mailboxOpen(path).catch(error => {
    throw client.usable ? new MailboxFailure('no_folder') : troubleOf(error)
  })
  const made = new Set<string>()
  const said = <T>(asked: Promise<T>): Promise<T> =>
    asked.catch(error => {
      throw troubleOf(error)
    })
  return {
    uidValidity: String(folder.uidValidity),
    after: (uid, most) => said(lettersAfter(client, uid, most)),
    read: uid => said(read(client, uid)),
    settle: (uid, settling) => said(settle(client, uid, settling, made)),
  }
}

/** Asked for in pieces, and no longer than a letter may be. */
async function read(client: ImapFlow, uid: number): Promise<Buffer | undefined> {
  const { content } = await client.download(String(uid), undefined, {
    uid: true,
    maxBytes: LONGEST_LETTER,
    chunkSize: CHUNK,
  })
  if (!content) return undefined
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** UIDs rise with the numbers of the letters, so the first new one is found by halving: a mailbox may hold any number of them. */
async function lettersAfter(client: ImapFlow, uid: number, most: number): Promise<LetterNote[]> {
  const count = client.mailbox ? client.mailbox.exists : 0
  const uidAt = async (n: number) => {
    const found = await client.fetchOne(String(n), { uid: true })
    return found ? found.uid : 0
  }
  if (count === 0 || (await uidAt(count)) <= uid) return []
  let [low, high] = [1, count]
  while (uid > 0 && low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await uidAt(middle)) > uid) high = middle
    else low = middle + 1
  }
  const found: LetterNote[] = []
  for await (const letter of client.fetch(`${low}:${Math.min(count, low + most - 1)}`, { uid: true, size: true }))
    if (letter.uid > uid) found.push({ uid: letter.uid, size: letter.size ?? 0 })
  return found.sort((one, other) => one.uid - other.uid)
}

async function settle(client: ImapFlow, uid: number, settling: Settling, made: Set<string>): Promise<void> {
  if (settling.how === 'seen') await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
  if (settling.how === 'flagged') await client.messageFlagsAdd(String(uid), ['\\Flagged'], { uid: true })
  if (settling.how !== 'move') return
  const refused = (error: unknown) => {
    throw client.usable ? new MailboxFailure('no_move') : error
  }
  if (!made.has(settling.to)) await client.mailboxCreate(settling.to).catch(refused)
  made.add(settling.to)
  if (!(await client.messageMove(String(uid), settling.to, { uid: true }).catch(refused)))
    throw new MailboxFailure('no_move')
}

const TROUBLES: [RegExp, MailboxTrouble][] = [
  [/ENOTFOUND|EAI_AGAIN|ENODATA/, 'unknown_host'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'unreachable'],
  [/TIMEOUT|ETIMEDOUT/i, 'timed_out'],
  [/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/, 'certificate'],
  [/TLS|SSL|EPROTO/i, 'no_tls'],
]

/** In words of ours: what a server says may hold more than should be shown. */
function troubleOf(error: unknown): MailboxFailure {
  if (error instanceof MailboxFailure) return error
  if (error instanceof PrivateAddress) return new MailboxFailure('private')
  const { code, authenticationFailed, tlsFailed } = error as FailureOfImap
  if (authenticationFailed) return new MailboxFailure('login')
  const found = TROUBLES.find(([pattern]) => pattern.test(String(code)))
  return new MailboxFailure(found?.[1] ?? (tlsFailed ? 'no_tls' : 'broken'))
}

interface FailureOfImap {
  code?: unknown
  authenticationFailed?: boolean
  tlsFailed?: boolean
}
