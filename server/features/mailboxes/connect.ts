import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, inTransaction, type Needs } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError, InvalidInput, invalid, notFound } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import { MailboxFailure, type MailboxSettings } from '../../ports/mailboxes.ts'
import { fetchMailbox } from './jobs.ts'
import {
  type CheckedMailbox,
  deleteMailbox,
  findMailbox,
  insertMailbox,
  isBeingFetched,
  type LetterContent,
  type Mailbox,
  MOST,
  resealMailbox,
  sealedMailboxes,
  updateMailbox,
} from './queries.ts'
import { TROUBLES } from './troubles.ts'

const CHECK_MS = 40_000

const tooMany = () =>
  new AppError('conflict', 'too_many_mailboxes', {
    en: `There are ${MOST} mailboxes already. Remove one first.`,
    ru: `Подключено уже ${MOST} почтовых ящиков. Сначала удалите лишний.`,
  })

export const settingsOf = (
  context: Needs<'secrets'>,
  mailbox: LetterContent & { secret: string },
): MailboxSettings => ({
  host: mailbox.host,
  port: mailbox.port,
  security: mailbox.security,
  username: mailbox.username,
  password: context.secrets.open(mailbox.secret),
  folder: mailbox.folder,
})

/** Signs in and opens the folder; a private address is refused, everything else is told in words. */
async function check(context: Needs<'mailboxes' | 'secrets'>, mailbox: LetterContent & { secret: string }) {
  try {
    await context.mailboxes.within(settingsOf(context, mailbox), AbortSignal.timeout(CHECK_MS), async () => {})
    return null
  } catch (error) {
    if (!(error instanceof MailboxFailure)) return TROUBLES.timed_out
    if (error.trouble === 'private') throw invalid(['body', 'host'], 'value_error', TROUBLES.private, mailbox.host)
    return TROUBLES[error.trouble]
  }
}

type Connecting = Needs<'db' | 'signals' | 'mailboxes' | 'secrets'>

export async function addMailbox(
  context: Connecting,
  actor: Actor,
  { password, ...content }: LetterContent & { password: string },
): Promise<Mailbox> {
  assertPlace(content)
  const mailbox = { ...content, secret: context.secrets.seal(password) }
  const error = await check(context, mailbox)
  return inTransaction(context, async tx => {
    const made = await insertMailbox(tx.db, actor, uuidv7(), { ...mailbox, error })
    if (!made) throw tooMany()
    if (made.enabled && !error) await fetchSoon(tx, actor, made)
    return made
  })
}

/** Letters can only be moved to a folder other than the one they are fetched from. */
function assertPlace({ after, move_to, folder }: LetterContent): void {
  if (after !== 'move' || (move_to !== '' && move_to.toLowerCase() !== folder.toLowerCase())) return
  const words: Words = {
    en: 'Name another folder for the letters that were taken.',
    ru: 'Укажите другую папку для забранных писем.',
  }
  throw new InvalidInput([{ loc: ['body', 'move_to'], type: 'value_error', words }])
}

/** What does not work never replaces what does: then the stored one stays, and the answer says what was wrong. */
export async function editMailbox(
  context: Connecting,
  actor: Actor,
  id: string,
  { password, ...edit }: Partial<LetterContent> & { password?: string },
): Promise<Mailbox> {
  const before = await findMailbox(context.db, actor.ownerId, id)
  if (!before) throw notFound('mailbox')
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
  const secret = context.secrets.seal(password ?? context.secrets.open(before.secret))
  const mailbox = { ...before, ...given, secret }
  assertPlace(mailbox)
  const error = mailbox.enabled ? await check(context, mailbox) : null
  if (error && before.status === 'ok') return { ...before, status: 'error', last_error: error }
  return save(context, actor, id, { ...mailbox, error })
}

const save = (context: Connecting, actor: Actor, id: string, mailbox: CheckedMailbox): Promise<Mailbox> =>
  inTransaction(context, async tx => {
    const saved = await updateMailbox(tx.db, actor, id, mailbox)
    if (!saved) throw notFound('mailbox')
    if (saved.enabled && !mailbox.error) await fetchSoon(tx, actor, saved)
    return saved
  })

async function fetchSoon(tx: Needs<'db' | 'signals'>, actor: Actor, { id }: Mailbox): Promise<void> {
  if (!(await isBeingFetched(tx.db, actor.ownerId, id)))
    await enqueue(tx, fetchMailbox, actor.ownerId, { mailboxId: id })
}

export async function removeMailbox(context: Needs<'db'>, actor: Actor, id: string): Promise<void> {
  if (!(await deleteMailbox(context.db, actor, id))) throw notFound('mailbox')
}

/** Everything sealed anew with the current key; in the caller's transaction. */
export async function resealMailboxes({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<number> {
  const all = await sealedMailboxes(db)
  for (const { owner_id, id, secret } of all) await resealMailbox(db, owner_id, id, secrets.seal(secrets.open(secret)))
  return all.length
}
