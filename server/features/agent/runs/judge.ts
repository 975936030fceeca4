import type { Context } from '../../../context.ts'
import { findSettings } from '../../settings/index.ts'
import { isUnderLink } from '../../share/index.ts'
import type { Risk, Seat, Tool } from '../tools/tool.ts'

/** What a call would do, as things are now: who would see it, and whether it waits for a yes. */
export interface Verdict {
  risk: Risk
  waits: boolean
}

/**
 * A change is outward where somebody outside would see it: of what a live link shows, or in a place below one. What destroys or
 * leads out always waits; what can be taken back waits when the owner wishes so.
 */
export async function judge(context: Context, seat: Seat, tool: Tool, input: unknown): Promise<Verdict> {
  const risk = await riskOf(context, seat, tool, input)
  if (risk === 'read') return { risk, waits: false }
  if (risk !== 'reversible') return { risk, waits: true }
  const { prefs } = await findSettings(context.db, seat.actor.ownerId)
  return { risk, waits: prefs.agent_confirm === 'all' }
}

async function riskOf({ db }: Context, seat: Seat, tool: Tool, input: unknown): Promise<Risk> {
  if (tool.risk !== 'reversible') return tool.risk
  const { files = [], folders = [] } = tool.touches!(input, seat)
  const places = folders.filter(id => id !== null)
  if (files.length + places.length === 0) return tool.risk
  return (await isUnderLink(db, seat.actor.ownerId, files, places)) ? 'outward' : tool.risk
}

const GRAVITY: Risk[] = ['read', 'reversible', 'destructive', 'outward']

/** Whether it has to be asked for, again or for the first time: nobody has said yes to this. */
export const needsYes = (verdict: Verdict, call: { status: string; risk: Risk }): boolean =>
  call.status === 'approved' ? GRAVITY.indexOf(verdict.risk) > GRAVITY.indexOf(call.risk) : verdict.waits
