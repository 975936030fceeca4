import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../test/support/server.ts'

/**
 * What `npm run release -- --deb --image` made, started in a clean root without network: health, an upload that is read and found,
 * a question, a restart on the same data. The archive runs in a chroot, the package by its unit under systemd, the image as podman
 * loads it. `npm run bench -- install [archive|package|image …]`. Needs root, mmdebstrap, podman and crun. The limit is every step of each.
 */

const release = join(ROOT, 'release')
const made = existsSync(release) ? readdirSync(release) : []
const cpu = process.arch === 'x64' ? 'amd64' : process.arch
const NAME = 'dossier-bench'

interface Way {
  file: string | undefined
  /** What its clean root has besides Node, libraries and bubblewrap. */
  also: string
  /** The commands that install it from the file into the root, and those that walk through it. */
  script(root: string, file: string): string
}

const WAYS: Record<string, Way> = {
  archive: {
    file: made.find(name => name.endsWith(`linux-${process.arch}.tar.gz`)),
    also: '',
    script: (root, file) => `
      mkdir -p ${root}/opt/dossier ${root}/var/lib/dossier
      tar -xzf ${file} -C ${root}/opt/dossier --strip-components=1
      mount -t proc proc ${root}/proc; mount --bind /dev ${root}/dev; ip link set lo up 2>/dev/null
      export DATA_DIR=/var/lib/dossier DOSSIER_SYSTEM_PACKAGES=off
      go() { chroot ${root} sh -c 'cd /opt/dossier && exec node scripts/start.cjs' > ${root}/log 2>&1 & pid=$!; chroot ${root} node /walk.mjs $1; rc=$?; kill $pid; wait $pid; return $rc; }
      go first && go again; rc=$?; [ $rc = 0 ] || tail -20 ${root}/log`,
  },
  package: {
    file: made.find(name => name.endsWith(`_${cpu}.deb`)),
    also: ',systemd,systemd-sysv,dbus',
    // Node comes from elsewhere than from Debian's packages here.
    script: (root, file) => `
      cp ${file} ${root}/dossier.deb && chroot ${root} dpkg --force-depends -i /dossier.deb > /dev/null || exit 1
      ${PODMAN}
      pod run -d --replace --name ${NAME} $limits --privileged --systemd=always --rootfs ${root} /lib/systemd/systemd > /dev/null
      inside() { pod exec ${NAME} "$@"; }
      for n in $(seq 60); do inside systemctl is-system-running > /dev/null 2>&1 && break; sleep 1; done
      inside systemctl enable --now dossier && inside node /walk.mjs first && inside systemctl restart dossier && inside node /walk.mjs again; rc=$?
      [ $rc = 0 ] || inside journalctl --no-pager -u dossier | tail -20
      inside systemctl show dossier -p NRestarts,ExecMainStatus
      pod rm -f -t 90 ${NAME} > /dev/null`,
  },
  image: {
    file: made.find(name => name.endsWith(`-${process.arch}.oci.tar`)),
    also: '',
    script: (root, file) => `
      ${PODMAN}
      mkdir -p ${root}/data
      loaded=$(pod load -q -i ${file} | sed 's/^Loaded image[^:]*: //')
      pod run -d --replace --name ${NAME} $limits --cgroups=disabled --security-opt seccomp=unconfined -v ${root}/data:/data -v ${root}/walk.mjs:/walk.mjs:ro $loaded > /dev/null
      pod exec ${NAME} node /walk.mjs first && pod restart -t 90 ${NAME} > /dev/null && pod exec ${NAME} node /walk.mjs again; rc=$?
      [ $rc = 0 ] || pod logs ${NAME} | tail -20
      pod rm -f -t 90 ${NAME} > /dev/null; pod rmi -f $loaded > /dev/null`,
  },
}

/** With one hierarchy of cgroups, also where this machine has the old ones beside it; limits that this machine lets a process set. */
const PODMAN = `
      umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup
      pod() { podman --runtime crun --cgroup-manager=cgroupfs "$@"; }
      limits="--network=none --pids-limit=0 --ulimit nofile=$(ulimit -n):$(ulimit -n) --ulimit nproc=$(ulimit -u):$(ulimit -u)"`

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
const { checks } = await (await fetch(base + '/health/deep', { headers: auth })).json()
const apart = checks.find(check => check.name === 'isolation')
console.log('health, ' + (again ? 'sign-in' : 'account, upload') + ', search, ask; isolation: ' + apart.detail)
`

const only = process.argv.slice(2)
const chosen = Object.entries(WAYS).filter(([name]) => only.length === 0 || only.includes(name))
const walked = chosen.map(([name, way]) => {
  if (!way.file) {
    console.log(`${name}: SKIPPED, npm run release has not made it`)
    return false
  }
  const root = join(tmpdir(), `dossier-root-${name}`)
  rmSync(root, { recursive: true, force: true })
  try {
    if (name === 'image') mkdirSync(root)
    else cleanRoot(root, way.also)
    return walk(name, root, way.script(root, join(release, way.file)))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
process.exitCode = walked.every(Boolean) ? 0 : 1

function cleanRoot(root: string, also: string): void {
  const suite = /^VERSION_CODENAME=(\S+)/m.exec(readFileSync('/etc/os-release', 'utf8'))![1]!
  const sources = readdirSync('/etc/apt/sources.list.d')
    .filter(file => /^debian\.(sources|list)$/.test(file))
    .map(file => join('/etc/apt/sources.list.d', file))
  const include = `--include=libstdc++6,ca-certificates,adduser,bubblewrap,util-linux${also}`
  execFileSync('mmdebstrap', ['--variant=minbase', include, suite, root, ...sources], { stdio: 'ignore' })
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
}

function walk(name: string, root: string, script: string): boolean {
  writeFileSync(join(root, 'walk.mjs'), WALK)
  const { status, stdout } = spawnSync(
    'unshare',
    ['--net', '--mount', '--pid', '--fork', '--mount-proc', 'bash', '-c', `${script}\nexit $rc`],
    {
      env: { PATH: process.env.PATH, HOME: '/tmp' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  console.log(`${name}:\n${stdout}${status === 0 ? 'all steps, and again after a restart' : `FAILED (${status})`}`)
  return status === 0
}
