import type { Context } from '../../../context.ts'
import type { MadeOf } from '../../../db/visibility.ts'
import { findSettings } from '../../settings/index.ts'
import { isUnderLink } from '../../share/index.ts'
import type { Risk, RunContext, Tool, Touched } from '../../tools/index.ts'
import { anyForeign, anyHidden, anyVisible, givenTouched, runContextFor } from '../../tools/index.ts'
import { mentionedIn } from './mentioned.ts'
import type { AgentRun } from './queries.ts'

/** What a call would do, as things are now: who would see it, and whether it waits for a yes. */
export interface RiskVerdict {
  risk: Risk
  waits: boolean
  /** What is made is made from that. */
  madeOf: MadeOf
  /** Where the call is carried out from: the owner's run context, for a call about a folder that the owner has given. */
  runContext: RunContext
  /** Files of others that the call names: it is told of while they are given. */
  given: string[]
}

/**
 * A change is outward if somebody outside would see it: it affects what a live link shows, or a place inside such a
 * folder. Destructive and outward calls always wait for a yes. Reversible ones wait if the owner has set it so, if the
 * run has read something that others brought and the owner has not approved a call since, and if words would be written
 * on a visible file while the run knows or uses hidden ones.
 */
export async function judge(
  context: Context,
  person: RunContext,
  run: AgentRun,
  { tool, input }: { tool: Tool; input: unknown },
): Promise<RiskVerdict> {
  const { db } = context
  const { ownerId } = person.actor
  const runContext = await runContextFor(context, person, tool, input)
  const touched = tool.touches?.(input, runContext) ?? {}
  const { files = [], reads = [], uses = [], words } = touched
  // Files of others are used from the person's own library, so the results belong to the person.
  const used = runContext.actor.guest ? [] : await givenTouched(context, runContext, [...files, ...reads, ...uses])
  const given = runContext.actor.guest ? await givenTouched(context, person, mentionedIn(input)) : used
  const foreign = run.read_foreign || reads.some(id => used.includes(id)) || (await anyForeign(db, ownerId, reads))
  const madeOf: MadeOf = {
    // For something made in another owner's folder, only that owner's files count as its sources.
    objectIds: runContext.actor.guest
      ? files
      : [...new Set([...run.object_ids, ...files, ...reads])].filter(id => !used.includes(id)),
    givenIds: runContext.actor.guest ? [] : [...new Set([...run.given_ids, ...used])],
    hidden: run.is_hidden && !runContext.actor.guest,
    from: foreign ? 'others' : run.object_ids.length + run.given_ids.length + reads.length > 0 ? 'files' : 'owner',
  }
  const risk = await riskOf(context, runContext, tool, touched)
  if (risk === 'read') return { risk, waits: false, madeOf, runContext, given }
  if (risk !== 'reversible') return { risk, waits: true, madeOf, runContext, given }
  const waits =
    (foreign && !run.foreign_allowed) ||
    (await findSettings(db, ownerId)).prefs.agent_confirm === 'all' ||
    (words === true &&
      (await anyHidden(db, ownerId, [...run.object_ids, ...reads, ...uses])) &&
      (await anyVisible(db, runContext.actor, files)))
  return { risk, waits, madeOf, runContext, given }
}

async function riskOf(
  { db }: Context,
  runContext: RunContext,
  tool: Tool,
  { files = [], folders = [] }: Touched,
): Promise<Risk> {
  const places = folders.filter(id => id !== null)
  if (tool.risk !== 'reversible' || files.length + places.length === 0) return tool.risk
  return (await isUnderLink(db, runContext.actor.ownerId, files, places)) ? 'outward' : tool.risk
}

const GRAVITY: Risk[] = ['read', 'reversible', 'destructive', 'outward']

/** Whether it has to be asked for, again or for the first time: nobody has said yes to this. */
export const needsYes = (verdict: RiskVerdict, call: { status: string; risk: Risk }): boolean =>
  call.status === 'approved' ? GRAVITY.indexOf(verdict.risk) > GRAVITY.indexOf(call.risk) : verdict.waits
