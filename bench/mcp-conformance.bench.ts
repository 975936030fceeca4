import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { aPerson } from '../test/support/client.ts'
import { tokenOf } from '../test/support/mcp.ts'
import { ROOT, startServer } from '../test/support/server.ts'

/**
 * The conformance suite of the protocol against the service, after
 * `npm install --no-save @modelcontextprotocol/conformance@0.1.16` (it asks for a newer Node than ours, so it is no dependency). It sends no token, so a small proxy adds one and leaves all else as it
 * is. Its other scenarios call tools, prompts and resources by the names that a reference server made for the suite has.
 */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
]

const server = await startServer()
const token = await tokenOf(await aPerson(server.url))
const proxy = createServer((incoming, outgoing) => {
  const { hostname, port } = new URL(server.url)
  const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
  const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, reply => {
    outgoing.writeHead(reply.statusCode!, reply.headers)
    reply.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
})
await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`

const passes = (scenario: string) =>
  new Promise<boolean>(done => {
    const suite = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
    const args = [
      '--import',
      join(ROOT, 'bench/mcp/register.mjs'),
      suite,
      'server',
      '--url',
      url,
      '--scenario',
      scenario,
    ]
    const child = spawn(process.execPath, args)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += chunk
      })
    child.once('close', code => {
      console.log(`${code === 0 ? 'passed' : 'FAILED'} ${scenario}`)
      if (code !== 0) console.log(output)
      done(code === 0)
    })
  })

let failed = 0
for (const scenario of SCENARIOS) if (!(await passes(scenario))) failed++
proxy.close()
await server.stop()
console.log(`ratio scenarios failed = ${failed} of ${SCENARIOS.length} (at most 0): ${failed === 0 ? 'ok' : 'FAILED'}`)
process.exitCode = failed === 0 ? 0 : 1
