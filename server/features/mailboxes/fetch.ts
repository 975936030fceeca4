import { createHash } from 'node:crypto'
import { type Actor, type Context, inTransaction } from '../../context.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import {
  type LetterNote,
  LONGEST_LETTER,
  MailboxFailure,
  type MailFolder,
  type Settling,
} from '../../ports/mailboxes.ts'
import { addressOf, attachedItems, letterItem, OF_ONE_FILE, takeItem } from '../portability/index.ts'
import { ownerActor } from '../work/index.ts'
import { settingsOf } from './connect.ts'
import { fetchMailbox } from './jobs.ts'
import {
  beginAt,
  claimDue,
  findMailbox,
  isBeingFetched,
  isTaken,
  type Mailbox,
  noteRound,
  noteTaken,
  passedLetter,
} from './queries.ts'
import { TROUBLES } from './troubles.ts'

/**
 * Letters come in one by one. Each is first a file, with what was attached to it, then flagged or moved in the mailbox, and only then
 * passed: killed in between, the next round does the rest of it, and a letter that was taken is known by its bytes.
 */

const MOST_LETTERS = 200
const MOST_BYTES = 256 * 1024 * 1024
const LONGEST_ROUND_MS = 240_000

/** One job for each mailbox that is due, so that one that hangs does not delay the others. */
export const lookIntoAll = (context: Context): Promise<void> =>
  inTransaction(context, async tx => {
    for (const { owner_id, id } of await claimDue(tx.db, context.config.MAIL_POLL_SECONDS))
      if (!(await isBeingFetched(tx.db, owner_id, id))) await enqueue(tx, fetchMailbox, owner_id, { mailboxId: id })
  })

export async function fetchLetters(context: Context, run: RunJob, mailboxId: string): Promise<void> {
  const mailbox = await findMailbox(context.db, run.ownerId, mailboxId)
  if (!mailbox?.enabled) return
  // What is hidden is not there for mail that comes in.
  const actor = { ...(await ownerActor(context, run.ownerId, 'en')), unlocked: false }
  let error: Words | null = null
  let more = false
  try {
    more = await context.mailboxes.within(settingsOf(context, mailbox), run.signal, folder =>
      round({ context, actor, mailbox, folder, run }),
    )
  } catch (caught) {
    error = sentence(caught)
    if (!error) throw caught
  }
  await inTransaction(context, async tx => {
    await noteRound(tx.db, run.ownerId, mailbox, { error, seconds: context.config.MAIL_POLL_SECONDS })
    if (more) await enqueue(tx, fetchMailbox, run.ownerId, { mailboxId })
  })
}

/** What a person can be told, and what waiting may mend; anything else is a fault of ours. */
const sentence = (error: unknown): Words | null => {
  if (error instanceof MailboxFailure) return TROUBLES[error.trouble]
  return error instanceof AppError ? error.words : null
}

interface Round {
  context: Context
  actor: Actor
  mailbox: Mailbox
  folder: MailFolder
  run: RunJob
}

/** True when there is more than one round takes. */
async function round(at: Round): Promise<boolean> {
  const { context, actor, mailbox, folder, run } = at
  const began = Date.now()
  const place = await beginAt(context.db, actor.ownerId, mailbox, folder.uidValidity)
  if (!place) return false
  const letters = await folder.after(place.last_uid, MOST_LETTERS)
  let bytes = 0
  for (const letter of letters) {
    run.signal.throwIfAborted()
    bytes += letter.size
    if (bytes > MOST_BYTES + letter.size || Date.now() - began > LONGEST_ROUND_MS) return true
    const outcome = await takeLetter(at, letter)
    if (outcome !== 'skipped') await folder.settle(letter.uid, settlingOf(mailbox))
    await passedLetter(context.db, actor.ownerId, mailbox, {
      uid: letter.uid,
      taken: outcome === 'taken' ? 1 : 0,
      skipped: outcome === 'skipped' ? 1 : 0,
    })
  }
  return letters.length === MOST_LETTERS
}

const settlingOf = ({ after, move_to }: Mailbox): Settling =>
  after === 'move' ? { how: 'move', to: move_to } : { how: after }

/** The letter last: where it is, so is what was attached. */
async function takeLetter(at: Round, { uid, size }: LetterNote): Promise<'taken' | 'known' | 'skipped'> {
  const { context, actor, mailbox, folder } = at
  if (size > LONGEST_LETTER) return 'skipped'
  const bytes = await folder.read(uid)
  if (!bytes) return 'known'
  const hash = createHash('sha256').update(bytes).digest()
  if (await isTaken(context.db, actor.ownerId, mailbox.id, hash)) return 'known'
  const reading = { compute: context.compute, ownerId: actor.ownerId }
  const letter = await letterItem(reading, bytes, {
    folders: [mailbox.name],
    number: uid,
    address: addressOf('imap', `${mailbox.host}/${mailbox.username}/${mailbox.folder}/${folder.uidValidity}/${uid}`),
  })
  try {
    let noted = false
    if (mailbox.attachments)
      for (const item of await attachedItems(reading, bytes, letter)) await takeItem(context, actor, item)
    await takeItem(context, actor, letter, async tx => {
      await noteTaken(tx.db, actor.ownerId, mailbox.id, hash)
      noted = true
    })
    if (noted) return 'taken'
    await noteTaken(context.db, actor.ownerId, mailbox.id, hash)
    return 'known'
  } catch (error) {
    if (error instanceof AppError && OF_ONE_FILE.has(error.refusal)) return 'skipped'
    throw error
  }
}
