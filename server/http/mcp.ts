import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type {
  CallToolResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  ServerNotification,
  Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { firstOf } from '../lib/time-limit.ts'
import { HttpReply, type Incoming } from './route.ts'

/** The Model Context Protocol, spoken by its own SDK. Each request is answered by itself: any process can answer any of them. */

/** Loaded by the first request: most services start without one. */
const sdk = async () => ({
  ...(await import('@modelcontextprotocol/sdk/server/index.js')),
  ...(await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js')),
  ...(await import('@modelcontextprotocol/sdk/types.js')),
})
type Sdk = Awaited<ReturnType<typeof sdk>>
let loading: Promise<Sdk> | undefined

export type McpTool = Tool
export type McpResult = CallToolResult
export type McpContents = ReadResourceResult
export type McpResource = Resource

/** What a caller is offered. */
export interface McpOffer {
  version: string
  instructions: string
  tools: McpTool[]
  call(name: string, input: unknown, signal: AbortSignal): Promise<McpResult>
  resources(after: string | undefined): Promise<{ items: McpResource[]; next?: string }>
  templates: ResourceTemplate[]
  /** Undefined when there is no such thing. */
  read(uri: string): Promise<McpContents | undefined>
  prompts: Prompt[]
  prompt(name: string, given: Record<string, string>): string | undefined
  working: string
}

const TICK_MS = 1000
const RESOURCE_NOT_FOUND = -32002

/** Calls under way here, by who makes them: a later request may call one off. */
const underWay = new Map<string, AbortController>()

const keyOf = (caller: string, incoming: Incoming, id: unknown) =>
  `${caller} ${incoming.headers['mcp-session-id'] ?? ''} ${JSON.stringify(id)}`

export async function answerMcp(
  offer: McpOffer,
  incoming: Incoming,
  { caller, body }: { caller: string; body: unknown },
): Promise<HttpReply> {
  callOff(caller, incoming, body)
  loading ??= sdk()
  const library = await loading
  const server = serverOf(library, offer, (id, controller) => {
    const key = keyOf(caller, incoming, id)
    underWay.set(key, controller)
    return () => underWay.delete(key)
  })
  const transport = new library.WebStandardStreamableHTTPServerTransport()
  await server.connect(transport)
  incoming.signal.addEventListener('abort', () => void server.close())
  const response = await transport.handleRequest(asRequest(incoming), { parsedBody: body })
  const headers = Object.fromEntries(response.headers)
  // No state is stored under this id. It tells two programs with the same token apart when one of them cancels a call.
  if (methodsIn(body).includes('initialize') && response.ok) headers['mcp-session-id'] = randomUUID()
  const stream = response.body && Readable.fromWeb(response.body as ReadableStream)
  return new HttpReply(response.status, headers, stream ?? undefined)
}

function asRequest({ origin, headers }: Incoming): Request {
  const kept = ['accept', 'content-type', 'mcp-protocol-version'].flatMap(name =>
    headers[name] === undefined ? [] : [[name, headers[name]] as [string, string]],
  )
  return new Request(`${origin}/mcp`, { method: 'POST', headers: kept })
}

type Message = { method?: unknown; params?: { requestId?: unknown } }

const messagesIn = (body: unknown): Message[] =>
  (Array.isArray(body) ? body : [body]).filter(each => typeof each === 'object' && each !== null)

const methodsIn = (body: unknown) => messagesIn(body).map(({ method }) => method)

function callOff(caller: string, incoming: Incoming, body: unknown): void {
  for (const { method, params } of messagesIn(body))
    if (method === 'notifications/cancelled') underWay.get(keyOf(caller, incoming, params?.requestId))?.abort()
}

interface Extra {
  signal: AbortSignal
  requestId: string | number
  _meta?: { progressToken?: string | number }
  sendNotification(notification: ServerNotification): Promise<void>
}

function serverOf(
  library: Sdk,
  offer: McpOffer,
  register: (id: unknown, controller: AbortController) => () => void,
): Server {
  const { ErrorCode, McpError } = library
  const server = new library.Server(
    { name: 'dossier', title: 'Dossier', version: offer.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: offer.instructions },
  )
  server.setRequestHandler(library.ListToolsRequestSchema, () => ({ tools: offer.tools }))
  server.setRequestHandler(library.CallToolRequestSchema, async ({ params }, extra) => {
    if (!offer.tools.some(({ name }) => name === params.name))
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no tool "${params.name.slice(0, 100)}" for this token. There are: ${offer.tools.map(({ name }) => name).join(', ')}`,
      )
    const controller = new AbortController()
    const done = register(extra.requestId, controller)
    const quiet = progress(extra, offer.working)
    try {
      return await offer.call(params.name, params.arguments ?? {}, firstOf(extra.signal, controller.signal))
    } finally {
      quiet()
      done()
    }
  })
  server.setRequestHandler(library.ListResourcesRequestSchema, async ({ params }) => {
    const { items, next } = await offer.resources(params?.cursor)
    return { resources: items, ...(next ? { nextCursor: next } : {}) }
  })
  server.setRequestHandler(library.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: offer.templates }))
  server.setRequestHandler(library.ReadResourceRequestSchema, async ({ params }) => {
    const found = await offer.read(params.uri)
    if (!found) throw new McpError(RESOURCE_NOT_FOUND, 'There is no such resource. Find files with the tool "search".')
    return found
  })
  server.setRequestHandler(library.ListPromptsRequestSchema, () => ({ prompts: offer.prompts }))
  server.setRequestHandler(library.GetPromptRequestSchema, ({ params }) => {
    const text = offer.prompt(params.name, params.arguments ?? {})
    if (text === undefined)
      throw new McpError(ErrorCode.InvalidParams, 'There is no such prompt, or an argument is missing.')
    return { messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
  return server
}

/** Whoever asked for progress is notified at once that it is being worked on, and then every second. */
function progress({ _meta, sendNotification }: Extra, message: string): () => void {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return () => {}
  let n = 0
  const notify = () =>
    void sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress: n++, message },
    }).catch(() => {})
  notify()
  const timer = setInterval(notify, TICK_MS)
  return () => clearInterval(timer)
}
