import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Actor, Context } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { addressOf, type ImportItem, isRubbish, OF_ONE_FILE, takeItem } from '../portability/index.ts'
import { ownerActor } from '../work/index.ts'
import { ownerOfInbox } from './queries.ts'

/**
 * INBOX_DIR has a folder for each person, by e-mail address. What is put there comes into the library, with its folders, and is then
 * moved to `.taken` beside it. Nothing is ever removed, here or there: a folder that is away is only not looked into.
 */

/** A file that nothing has happened to for so long is whole. */
const SETTLED_MS = 3000
const MOST_AT_ONCE = 200
const DEEPEST = 20
const TAKEN = '.taken'

interface Found {
  /** Below the person's folder. */
  parts: string[]
  path: string
  stamp: string
  size: number
  modifiedAt: Date
}

/** Told once: what cannot be taken stays where it is. */
const refused = new Map<string, string>()

export async function lookIntoAll(context: Context, signal: AbortSignal): Promise<void> {
  const home = context.config.INBOX_DIR
  if (!home) return
  for (const { name } of (await folderEntries(context, home)).filter(entry => entry.isDirectory())) {
    signal.throwIfAborted()
    const owner = name.includes('@') ? await ownerOfInbox(context.db, name) : undefined
    if (owner)
      await lookInto(
        context,
        { ...(await ownerActor(context, owner.id, 'en')), unlocked: false },
        join(home, name),
        signal,
      )
  }
}

async function folderEntries(context: Context, folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    context.log.warn({ err: error, folder }, 'a folder of the inbox cannot be read')
    return []
  }
}

async function lookInto(context: Context, actor: Actor, folder: string, signal: AbortSignal): Promise<void> {
  let n = 0
  for await (const found of settledFiles(context, folder, [])) {
    signal.throwIfAborted()
    if (++n > MOST_AT_ONCE) return
    if (refused.get(found.path) === found.stamp) continue
    try {
      await takeItem(context, actor, itemOf(found))
      await moveAway(folder, found)
    } catch (error) {
      refused.set(found.path, found.stamp)
      const why = error instanceof AppError ? error.words.en : error
      context.log.warn({ err: why, path: found.path }, 'a file of the inbox was not taken, or not moved away')
      if (!(error instanceof AppError) || OF_ONE_FILE.has(error.refusal)) continue
      // Without room for this one, the others wait too.
      refused.delete(found.path)
      return
    }
  }
}

async function* settledFiles(context: Context, folder: string, parts: string[]): AsyncGenerator<Found> {
  if (parts.length > DEEPEST) return
  for (const entry of await folderEntries(context, join(folder, ...parts))) {
    const below = [...parts, entry.name]
    if (entry.name.startsWith('.') || isRubbish({ parts: below })) continue
    if (entry.isDirectory()) yield* settledFiles(context, folder, below)
    else if (entry.isFile()) {
      const path = join(folder, ...below)
      const facts = await lstat(path).catch(() => undefined)
      if (facts?.isFile() && Date.now() - Math.max(facts.mtimeMs, facts.ctimeMs) > SETTLED_MS)
        yield { parts: below, path, stamp: stampOf(facts), size: facts.size, modifiedAt: facts.mtime }
    }
  }
}

const stampOf = ({ size, mtimeMs, ctimeMs }: { size: number; mtimeMs: number; ctimeMs: number }) =>
  `${size} ${mtimeMs} ${ctimeMs}`

/** A name that leads elsewhere is not followed. */
const itemOf = ({ parts, path, size, modifiedAt }: Found): ImportItem => ({
  folders: parts.slice(0, -1),
  name: parts.at(-1)!,
  size,
  modifiedAt,
  sourceUrl: addressOf('inbox', parts.join('/')),
  tags: [],
  favorite: false,
  open: async () => (await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)).createReadStream(),
})

/** What has changed since it was looked at stays, and is taken as it is then. */
async function moveAway(folder: string, { path, parts, stamp }: Found): Promise<void> {
  if (stampOf(await lstat(path)) !== stamp) return
  const day = new Date().toISOString().slice(0, 10)
  const target = join(folder, TAKEN, day, ...parts)
  await mkdir(dirname(target), { recursive: true })
  const isFree = await lstat(target).then(
    () => false,
    () => true,
  )
  await rename(path, isFree ? target : `${target}.${Date.now()}`)
}
