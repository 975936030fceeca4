import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './client.ts'
import { ROOT, type RunningServer, startServer } from './server.ts'

/** The service below /cloud of a host, behind Debian's nginx with the recipe of `packaging/`. */

export const hasNginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].some(existsSync)

export interface Below {
  server: RunningServer
  /** By the recipe, which passes the path on; it is PUBLIC_URL. */
  url: string
  /** The host that has it. */
  host: string
  /** Behind a proxy that takes the path away. */
  strippedUrl: string
  stop(): Promise<void>
}

const freePort = () =>
  new Promise<number>((done, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

export async function startBelowPath(env: Record<string, string> = {}): Promise<Below> {
  const [own, port, stripping] = [await freePort(), await freePort(), await freePort()]
  const host = `http://127.0.0.1:${port}`
  const recipe = readFileSync(join(ROOT, 'packaging/nginx-path.conf'), 'utf8').replaceAll(
    '127.0.0.1:8080',
    `127.0.0.1:${own}`,
  )
  const folder = await mkdtemp(join(tmpdir(), 'dossier-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const config = `${user} daemon off; worker_processes 1; pid ${folder}/pid; events {}
    http { access_log off; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; ${recipe} }
      server { listen 127.0.0.1:${stripping};
        ${recipe.replace(`location /cloud/ {\n  proxy_pass http://127.0.0.1:${own};`, `location /cloud/ {\n  proxy_pass http://127.0.0.1:${own}/;`)} } }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const path = `${process.env.PATH}:/usr/local/sbin:/usr/sbin`
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    env: { ...process.env, PATH: path },
    stdio: 'inherit',
  })
  const gone = new Promise<void>(done => nginx.once('exit', () => done()))
  const server = await startServer({
    env: { PORT: String(own), PUBLIC_URL: `${host}/cloud/`, TRUST_PROXY: '127.0.0.1', SETUP_CODE: 'off', ...env },
  })
  const url = `${host}/cloud`
  await until(
    () =>
      fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'nginx',
  )
  return {
    server,
    url,
    host,
    strippedUrl: `http://127.0.0.1:${stripping}/cloud`,
    async stop() {
      nginx.kill()
      await gone
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
