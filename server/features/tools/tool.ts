import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Actor, Context } from '../../context.ts'
import type { MadeOf } from '../../db/visibility.ts'
import { notFound } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import type { ScopeName as TokenScope } from '../../lib/scopes.ts'
import { localOf } from '../../lib/time-zones.ts'
import type { citation } from '../../lib/ui-parts.ts'
import { type Change, recordChange, type Undoers } from '../changes/index.ts'
import type { StoredObject } from '../objects/index.ts'
import { type RunScope, scopedObject } from './queries.ts'

/** What the agent can do. Who it does it for and how far it may reach stands in the run, never in what a model writes. */

export type Risk = 'read' | 'reversible' | 'destructive' | 'outward'

export interface RunContext {
  actor: Actor
  scope: RunScope
  zone: string
  runId: string
  callId: string
  /** What the person has written in this conversation, the newest last. */
  words: string[]
  /** What was said before in this conversation. */
  history: { role: 'user' | 'assistant'; content: string }[]
  memory: boolean
  /** The names of those that the role may use. */
  tools: string[]
  webSearch: boolean
  origin: string
  /** What the run has spoken of so far: whatever it makes is made from that. */
  madeOf: MadeOf
  /** The ids of the changes that the call has noted so far. */
  changed?: string[]
  /** How each kind of change is taken back. */
  undoers?: Undoers
  /** Fires when nobody waits for the outcome any more. */
  signal?: AbortSignal
  /** The person who calls, where the actor is the owner of the given folder. */
  by?: string
}

/** A place in a file that an answer rests on. */
export type ToolCitation = z.output<typeof citation>

export interface ToolOutcome {
  /** For the model and the client. */
  data: Record<string, unknown>
  /** For the person, in their language. */
  says: string
  citations?: ToolCitation[]
  /** Pages of the web that a search engine has named. */
  sources?: { url: string; title: string }[]
  /** The outcome contains words of somebody else: of a web page, or of something made from one. */
  foreign?: boolean
  /** What it cost, in micro-roubles. */
  cost?: number
  /** A link for the person alone, sealed. */
  link?: string
  /** Files and folders of other owners in the answer; unset in a call about a given folder, all of them count as such. */
  given?: string[]
  /** Files and folders of other owners that this call has removed. */
  gone?: string[]
}

export interface Touched {
  /** Files that are changed, or beside which something new is put. */
  files?: string[]
  /** Folders that something is put into. */
  folders?: (string | null)[]
  /** Files whose words go into what is made. */
  reads?: string[]
  /** Files that the result is made of. The run does not read them, and none of their content is shown to the model. */
  uses?: string[]
  /** Words that somebody has chosen are written where they can be read: a name, keywords. */
  words?: true
}

/** What a call is about, and what the person must be for it where somebody else has given it to them. */
export interface GivenThing {
  as: 'viewer' | 'editor' | 'owner'
  object?: string | null
  folder?: string | null
}

export interface Tool<Input = unknown> {
  name: string
  risk: Risk
  /** For programs of others: its name there, and which scopes let a token use it, where these do not follow from the risk. */
  outside?: { name?: string; scopes?: TokenScope[] }
  description: string
  input: z.ZodType<Input>
  /**
   * What the call is about to do, in a sentence of the server made from stored data, never from the words of a model.
   */
  sentence(context: Context, runContext: RunContext, input: Input): Promise<Words>
  /** What becomes of the thing, where its risk alone would say too much or too little. */
  warning?: Words
  /** What it would change, and where what it makes would lie: whoever sees that place sees it too. Every tool that acts says so. */
  touches?(input: Input, runContext: RunContext): Touched
  /** Which input may name files of other owners; a tool without it works on one's own files only. */
  given?(input: Input, runContext: RunContext): GivenThing
  /** Reads only; outside of any transaction, since it may take long. */
  look?(context: Context, runContext: RunContext, input: Input): Promise<ToolOutcome>
  /** The versions of the files whose content it works on: a yes is for these and no others. */
  versions?(context: Context, runContext: RunContext, input: Input): Promise<Record<string, number>>
  /** In the transaction that also notes the call as done. */
  act?(context: Context, runContext: RunContext, input: Input): Promise<ToolOutcome>
}

export const tool = <Input>(definition: Tool<Input>): Tool => definition as unknown as Tool

export const say = ({ actor }: Pick<RunContext, 'actor'>, words: Words): string => words[actor.language]

export const clockNow = ({ zone }: Pick<RunContext, 'zone'>): number => localOf(zone, Date.now())

/** A file within the run's reach; anything else is not there. */
export async function fileOf(
  context: Pick<Context, 'db'>,
  { actor, scope }: RunContext,
  id: string,
  shelf: 'active' | 'trash' = 'active',
): Promise<StoredObject> {
  const found = await scopedObject(context.db, actor, scope, { id, shelf })
  if (!found) throw notFound('object')
  return found
}

const MOST_WORDS = 200

type Noted = Omit<Change, 'by' | 'why'>

/** In the ledger, with the person's own words as the reason. */
export async function noteChange(context: Pick<Context, 'db'>, runContext: RunContext, change: Noted): Promise<void> {
  await recordChange(context, runContext.actor, changeToNote(runContext, change))
}

/** The same for what is changed later, by a job: that one writes it down together with the change, if it comes to be. */
export function changeToNote({ actor, words, madeOf, changed, by }: RunContext, change: Noted): Change {
  const why = actor.guest
    ? { en: `${by} asked their assistant for it.`, ru: `Это сделал помощник по просьбе: ${by}.` }
    : askedFor(actor, words)
  const id = uuidv7()
  changed?.push(id)
  return { ...change, id, by: 'agent', why, madeOf }
}

function askedFor(actor: Actor, words: string[]): Words {
  const asked = [...(words.at(-1) ?? '')].slice(0, MOST_WORDS).join('')
  return actor.unlocked
    ? { en: 'You asked the assistant for it.', ru: 'Вы попросили об этом помощника.' }
    : { en: `You asked the assistant: "${asked}"`, ru: `Вы попросили помощника: «${asked}»` }
}

/** File names and texts are shown as what they are: no control characters, no direction marks, no end of line. */
export const shownName = (name: string): string =>
  [...name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replace(/\s+/gu, ' ')].slice(0, 160).join('')
