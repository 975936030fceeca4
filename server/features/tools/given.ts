import type { Actor, Needs } from '../../context.ts'
import type { StoredObject } from '../objects/index.ts'
import { givenActors, standIn } from '../people/index.ts'
import { givenAmong, nameOf } from './queries.ts'
import { fileOf, type GivenThing, type RunContext, type Tool, type ToolOutcome } from './tool.ts'

/** At most this many other owners are searched besides one's own files. */
export const MOST_OWNERS = 8

/**
 * The owners who share something with the person of this run; a run that is bound to a folder looks at no other owner.
 */
export const giversOf = async (
  context: Needs<'db'>,
  { actor, scope }: Pick<RunContext, 'actor' | 'scope'>,
): Promise<Actor[]> => (scope.collectionId === null ? (await givenActors(context, actor)).slice(0, MOST_OWNERS) : [])

/** The run context for what a call names: where somebody else has given it, that owner's, bound to what was given. */
export async function runContextAt(
  context: Needs<'db'>,
  runContext: RunContext,
  { as, object, folder }: GivenThing,
): Promise<RunContext> {
  const id = object ?? folder
  if (!id || runContext.actor.guest) return runContext
  const named = { kind: object ? ('object' as const) : ('folder' as const), id }
  const actor = await standIn(context, runContext.actor, { as, named, ownerOnly: false })
  if (actor === runContext.actor) return runContext
  return { ...runContext, actor, by: await nameOf(context.db, runContext.actor) }
}

export async function runContextFor(
  context: Needs<'db'>,
  runContext: RunContext,
  tool: Tool,
  input: unknown,
): Promise<RunContext> {
  const thing = tool.given?.(input, runContext)
  return thing ? runContextAt(context, runContext, thing) : runContext
}

/** A file that something of the person's own is made of, and as whom it is read. */
export interface SourceFile {
  file: StoredObject
  reader: Actor
}

/** A file of the person's own or one that is shared with them; in both cases the result belongs to the person. */
export async function sourceOf(context: Needs<'db'>, runContext: RunContext, id: string): Promise<SourceFile> {
  const reading = await runContextAt(context, runContext, { as: 'viewer', object: id })
  return { file: await fileOf(context, reading, id), reader: reading.actor }
}

/** The sources that belong to others, for the outcome: it is shown only while all of them are still shared. */
export const ofOthers = (sources: SourceFile[]): Pick<ToolOutcome, 'given'> => ({
  given: sources.flatMap(({ file, reader }) => (reader.guest ? [file.id] : [])),
})

/** Of what a call in the person's own run context would touch, the files of others. */
export const givenTouched = async (context: Needs<'db'>, { actor }: RunContext, ids: string[]): Promise<string[]> =>
  actor.bound || ids.length === 0 ? [] : givenAmong(context.db, actor, ids)
