import { z } from 'zod'
import type { Actor } from '../../context.ts'
import { assertScope, type ScopeName } from '../../lib/scopes.ts'
import { TOOLS } from '../agent/index.ts'
import type { Risk, Tool } from '../tools/index.ts'

/** The agent's own tools, as programs of others see them: there is no second list. */

const BY_RISK: Record<Risk, ScopeName[]> = {
  read: ['read'],
  reversible: ['write'],
  destructive: ['delete'],
  outward: ['share'],
}

const scopesFor = ({ risk, outside }: Tool): ScopeName[] => outside?.scopes ?? BY_RISK[risk]

export const nameOutside = ({ name, outside }: Tool): string => outside?.name ?? name

const mayUse = (actor: Actor, tool: Tool): boolean =>
  scopesFor(tool).some(scope => !actor.scopes || actor.scopes.includes(scope))

/** Those that this caller's scopes let it use. */
export const toolsFor = (actor: Actor): Tool[] => TOOLS.filter(tool => mayUse(actor, tool))

/** What resources need. */
export const assertMayRead = (actor: Actor): void => assertScope(actor, 'read')

export const toolNamed = (actor: Actor, name: string): Tool | undefined =>
  toolsFor(actor).find(tool => nameOutside(tool) === name)

const citation = z.looseObject({ object_id: z.string(), snippet: z.string().optional() })

/** One shape for all: what became of the call, the words for a person, the values for a program. */
export const outcome = z.object({
  status: z.enum(['done', 'waiting', 'working', 'refused', 'failed']),
  says: z.string(),
  result: z.looseObject({}).optional(),
  citations: z.array(citation).optional(),
  confirmation_url: z.string().optional(),
  run_id: z.string().optional(),
  code: z.string().optional(),
})

export type McpOutcome = z.infer<typeof outcome>

const OUTPUT = z.toJSONSchema(outcome, { io: 'output' }) as { type: 'object' }

const WAITS =
  ' It waits for the yes of the person: the answer has the address where it is given; call again to hear the outcome.'

const describe = (tool: Tool) => ({
  name: nameOutside(tool),
  description: tool.description + (tool.risk === 'destructive' || tool.risk === 'outward' ? WAITS : ''),
  inputSchema: z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' }) as { type: 'object' },
  outputSchema: OUTPUT,
  annotations: {
    readOnlyHint: tool.risk === 'read',
    destructiveHint: tool.risk === 'destructive',
    openWorldHint: tool.risk === 'outward',
  },
})

const DESCRIBED = new Map(TOOLS.map(tool => [tool.name, describe(tool)]))

export const described = ({ name }: Tool) => DESCRIBED.get(name)!
