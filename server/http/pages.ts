import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { queueStates } from '../jobs/overview.ts'
import { AppError } from '../lib/errors.ts'
import { mountOf } from '../lib/mount.ts'
import { hashOf } from '../lib/tokens.ts'
import type { Metrics } from './metrics.ts'
import { openApi } from './openapi.ts'
import { HttpReply, type Route, route } from './route.ts'

/** What is not the product itself: the description of the interface, the page to try it, the metrics. */

const SWAGGER = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static')
const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', png: 'image/png', html: 'text/html' }
const FILES = [
  'swagger-ui.css',
  'index.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-32x32.png',
]

/** Only what we serve ourselves; swagger-ui sets styles from its script and draws its icons from data URLs. */
const CSP = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

const pageBelow = (mount: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Dossier API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${mount}/docs/favicon-32x32.png"><link rel="stylesheet" href="${mount}/docs/swagger-ui.css">
<link rel="stylesheet" href="${mount}/docs/index.css"></head>
<body><div id="swagger-ui"></div><script src="${mount}/docs/swagger-ui-bundle.js"></script>
<script src="${mount}/docs/swagger-ui-standalone-preset.js"></script><script src="${mount}/docs/start.js"></script></body></html>`

const START = `window.ui = SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui', deepLinking: true,
  persistAuthorization: false, validatorUrl: null, presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset] })`

const page = (type: string, body: string | Buffer) =>
  new HttpReply(
    200,
    { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': CSP, 'cache-control': 'no-cache' },
    body,
  )

const open = { access: 'public', uncounted: true, tag: 'service' } as const

function docsRoutes(): Route[] {
  const file = (name: string, make: () => Promise<string | Buffer>) =>
    route({
      ...open,
      method: 'GET',
      path: `/docs/${name}`,
      summary: 'A file of the API page',
      replies: TYPES[name.split('.').at(-1)!],
      run: async () => page(TYPES[name.split('.').at(-1)!]!, await make()),
    })
  return [
    route({
      ...open,
      method: 'GET',
      path: '/docs',
      summary: 'A page to try every call',
      replies: 'text/html',
      run: async ({ config }) => page('text/html', pageBelow(mountOf(config.PUBLIC_URL))),
    }),
    file('start.js', async () => START),
    ...FILES.map(name => file(name, () => readFile(join(SWAGGER, name)))),
  ]
}

const hiddenMetrics = () =>
  new AppError('not_found', 'unknown_path', {
    en: 'Metrics are for this machine, or for those with the metrics token.',
    ru: 'Метрики — только с этой машины или по токену метрик.',
  })

const isToken = (token: string, header = '') => hashOf(`Bearer ${token}`).equals(hashOf(header))

const metricsRoute = (metrics: Metrics): Route =>
  route({
    ...open,
    method: 'GET',
    path: '/metrics',
    name: 'getMetrics',
    refuses: ['unknown_path'],
    summary: 'Prometheus metrics',
    replies: 'text/plain',
    run: async (context, { incoming }) => {
      const token = context.config.METRICS_TOKEN
      const allowed = incoming.isLocal || (token !== '' && isToken(token, incoming.headers.authorization))
      if (!allowed) throw hiddenMetrics()
      metrics.queue.reset()
      for (const { name, waiting, delayed, running, dead } of await queueStates(context.db))
        for (const [state, count] of Object.entries({ waiting, delayed, running, dead }))
          metrics.queue.set({ name, state }, count)
      return new HttpReply(200, { 'content-type': metrics.registry.contentType }, await metrics.registry.metrics())
    },
  })

/** `routes` is the product's own list; what this adds to it is described along with it. */
export function servicePages(routes: Route[], metrics: Metrics, version: string): Route[] {
  let described: string | undefined
  const pages: Route[] = [
    metricsRoute(metrics),
    route({
      ...open,
      method: 'GET',
      path: '/openapi.json',
      name: 'getOpenApi',
      summary: 'This description (OpenAPI 3.1)',
      replies: 'application/json',
      run: async ({ config }) => {
        const servers = [{ url: mountOf(config.PUBLIC_URL) || '/' }]
        described ??= JSON.stringify({ ...openApi([...routes, ...pages], version), servers })
        return new HttpReply(200, { 'content-type': 'application/json', 'cache-control': 'no-cache' }, described)
      },
    }),
  ]
  return [...pages, ...docsRoutes()]
}
