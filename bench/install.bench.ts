import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../test/support/server.ts'

/**
 * What `npm run release -- --deb --image` made, started in a clean root without network: health, an upload that is read and found,
 * a question, a restart on the same data. Needs root, mmdebstrap and, for the image, buildah. The limit is every step of each.
 */

const release = join(ROOT, 'release')
const made = existsSync(release) ? readdirSync(release) : []
const cpu = process.arch === 'x64' ? 'amd64' : process.arch
const ways: Record<string, { file: string | undefined; install(root: string, file: string): void; start: string }> = {
  archive: {
    file: made.find(name => name.endsWith(`linux-${process.arch}.tar.gz`)),
    install: (root, file) => {
      mkdirSync(join(root, 'opt/dossier'), { recursive: true })
      execFileSync('tar', ['-xzf', file, '-C', join(root, 'opt/dossier'), '--strip-components=1'])
    },
    start: 'cd /opt/dossier && exec node scripts/start.cjs',
  },
  package: {
    file: made.find(name => name.endsWith(`_${cpu}.deb`)),
    install: (root, file) => {
      cpSync(file, join(root, 'dossier.deb'))
      // Node comes from elsewhere than from Debian's packages here.
      execFileSync('chroot', [root, 'dpkg', '--force-depends', '-i', '/dossier.deb'], { stdio: 'inherit' })
    },
    // As the unit does it.
    start: 'cd /opt/dossier && exec setpriv --reuid dossier --regid dossier --clear-groups node scripts/start.cjs',
  },
  image: {
    file: made.find(name => name.endsWith(`-${process.arch}.oci.tar`)),
    install: () => {},
    start: 'cd /opt/dossier && exec tini -- node scripts/start.cjs',
  },
}

const WALK = `
const base = 'http://127.0.0.1:8080'
const call = async (path, init = {}) => {
  const reply = await fetch(base + path, init)
  if (!reply.ok) throw new Error(path + ' ' + reply.status + ' ' + (await reply.text()).slice(0, 300))
  return reply.json()
}
const until = async (what, ask) => {
  for (let n = 0; n < 600; n++) {
    const found = await ask().catch(() => undefined)
    if (found) return found
    await new Promise(done => setTimeout(done, 200))
  }
  throw new Error('no ' + what)
}
const json = body => ({ method: 'POST', headers: { 'content-type': 'application/json', ...auth }, body: JSON.stringify(body) })
let auth = {}
await until('health', () => call('/health'))
const account = { email: 'anna@example.org', password: 'long enough 1', name: 'Anna' }
const again = process.argv[2] === 'again'
const { token } = await call(again ? '/v1/auth/login' : '/v1/auth/register', json(account))
auth = { authorization: 'Bearer ' + token }
if (!again) {
  const form = new FormData()
  form.append('file', new Blob(['The rent for the office in Kazan is 4200 roubles a month.']), 'lease.txt')
  const { id } = await call('/v1/objects', { method: 'POST', headers: auth, body: form })
  await until('reading', async () => (await call('/v1/objects/' + id, { headers: auth })).status === 'ready')
}
const found = await call('/v1/search?q=rent', { headers: auth })
if (found.items.length !== 1) throw new Error('search found ' + found.items.length)
const answer = await call('/v1/ask', json({ query: 'How much is the rent for the office in Kazan?' }))
if (!/4200/.test(answer.answer) || answer.citations.length === 0) throw new Error('ask said ' + JSON.stringify(answer))
console.log('health, ' + (again ? 'sign-in' : 'account, upload') + ', search, ask')
`

let missing = 0
for (const [name, { file, install, start }] of Object.entries(ways)) {
  if (!file) {
    console.log(`${name}: SKIPPED, npm run release has not made it`)
    missing++
    continue
  }
  const root = join(tmpdir(), `dossier-root-${name}`)
  rmSync(root, { recursive: true, force: true })
  try {
    if (name === 'image') unpackImage(join(release, file), root)
    else {
      cleanRoot(root)
      install(root, join(release, file))
    }
    walk(name, root, start)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
if (missing > 0) process.exitCode = 1

function cleanRoot(root: string): void {
  const { VERSION_CODENAME } = Object.fromEntries(
    execFileSync('cat', ['/etc/os-release'])
      .toString()
      .split('\n')
      .map(line => line.split('=') as [string, string]),
  )
  const sources = readdirSync('/etc/apt/sources.list.d')
    .filter(file => /^debian\.(sources|list)$/.test(file))
    .map(file => join('/etc/apt/sources.list.d', file))
  const include = '--include=libstdc++6,ca-certificates,adduser,bubblewrap,util-linux'
  execFileSync('mmdebstrap', ['--variant=minbase', include, VERSION_CODENAME!, root, ...sources], { stdio: 'ignore' })
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
}

/** Its layers one over the other, as whoever runs it would lay them. */
function unpackImage(file: string, root: string): void {
  const container = execFileSync('buildah', ['from', `oci-archive:${file}`])
    .toString()
    .trim()
  try {
    const mounted = execFileSync('buildah', ['mount', container]).toString().trim()
    execFileSync('cp', ['-a', mounted, root])
  } finally {
    execFileSync('buildah', ['rm', container], { stdio: 'ignore' })
  }
}

function walk(name: string, root: string, start: string): void {
  mkdirSync(join(root, 'var/lib/dossier'), { recursive: true })
  writeFileSync(join(root, 'walk.mjs'), WALK)
  const script = `
    ip link set lo up 2>/dev/null || true
    mount -t proc proc ${root}/proc; mount --bind /dev ${root}/dev
    go() { chroot ${root} sh -c '${start}' > ${root}/log 2>&1 & pid=$!; chroot ${root} node /walk.mjs $1; rc=$?; kill $pid; wait $pid; return $rc; }
    if [ ${name} = package ]; then chroot ${root} chown -R dossier:dossier /var/lib/dossier; fi
    go first && go again; rc=$?; [ $rc = 0 ] || tail -20 ${root}/log; exit $rc`
  const { status, stdout } = spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', 'sh', '-c', script], {
    env: { PATH: process.env.PATH, DATA_DIR: '/var/lib/dossier', DOSSIER_SYSTEM_PACKAGES: 'off', HOME: '/tmp' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  console.log(`${name}:\n${stdout}${status === 0 ? 'all steps, and again after a restart' : `FAILED (${status})`}`)
  if (status !== 0) process.exitCode = 1
}
