import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { baseUrl, type Json, type Person } from './client.ts'

/** The official client, over real HTTP. */
export async function mcpClient(
  token: string,
  base = baseUrl(),
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit }))
  return client
}

export async function tokenOf(person: Person, scopes?: string[]): Promise<string> {
  const { status, body } = await person.post('/v1/tokens', { name: 'Claude', scopes })
  if (status !== 201) throw new Error(`a token was refused: ${JSON.stringify(body)}`)
  return body.token
}

/** What a tool gave, as a program reads it. */
export async function callTool(client: Client, name: string, input: object = {}) {
  return (await client.callTool({ name, arguments: input as Record<string, unknown> })) as Json
}

/** Says yes or no in the page: the run that waits there is decided on. */
export async function sayInPage(person: Person, runId: string, confirmed: boolean): Promise<number> {
  const { status } = await person.post('/v1/agent/continue', {
    run_id: runId,
    session_id: runId,
    decisions: [{ tool_call_id: 'call-0-0', confirmed }],
  })
  return status
}
