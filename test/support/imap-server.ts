import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Dovecot with one person, whose letters lie in a maildir; its certificate is in `certificate`. */
export interface ImapServer {
  host: string
  port: number
  /** With STARTTLS. */
  plainPort: number
  username: string
  password: string
  certificate: string
  deliver(name: string, letter: string): Promise<void>
  /** The letters of a folder with their flags, as maildir writes them. */
  letters(folder?: string): Promise<{ flags: string; text: string }[]>
  /** From now on the same letters have other UIDs. */
  countAnew(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  close(): Promise<void>
}

const freePort = () =>
  new Promise<number>(done => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })

/** As root the mail belongs to somebody else, as dovecot wants it. */
const mailUser = async (): Promise<{ name: string; uid: number; gid: number }> => {
  const { username, uid, gid } = userInfo()
  if (uid !== 0) return { name: username, uid, gid }
  const [id = '', group = ''] = (await run('sh', ['-c', 'id -u nobody; id -g nobody'])).stdout.trim().split('\n')
  return { name: 'nobody', uid: Number(id), gid: Number(group) }
}

const configuration = (
  home: string,
  ports: { tls: number; plain: number },
  user: Awaited<ReturnType<typeof mailUser>>,
) => `
base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${home}/certificate.pem
ssl_key = <${home}/key.pem
${process.getuid!() === 0 ? '' : `default_internal_user = ${user.name}\ndefault_login_user = ${user.name}\ndefault_internal_group = ${user.gid}`}
first_valid_uid = 1
auth_failure_delay = 0
mail_location = maildir:~/Maildir
passdb {
  driver = static
  args = password=correct-horse
}
userdb {
  driver = static
  args = uid=${user.uid} gid=${user.gid} home=${home}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.plain}
  }
  inet_listener imaps {
    port = ${ports.tls}
    ssl = yes
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`

export async function anImapServer(): Promise<ImapServer> {
  const home = await mkdtemp(join(tmpdir(), 'dossier-imap-'))
  await chmod(home, 0o755)
  const [user, tls, plain] = [await mailUser(), await freePort(), await freePort()]
  const certificate = join(home, 'certificate.pem')
  const config = join(home, 'dovecot.conf')
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', join(home, 'key.pem'), '-out', certificate],
  ])
  await writeFile(config, configuration(home, { tls, plain }, user))
  const maildir = join(home, 'mail/anna@example.org/Maildir')
  for (const folder of ['cur', 'new', 'tmp']) await mkdir(join(maildir, folder), { recursive: true })
  const own = (path: string) => run('chown', ['-R', `${user.uid}:${user.gid}`, path])
  await own(join(home, 'mail'))
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn('dovecot', ['-F', '-c', config], { stdio: ['ignore', 'pipe', 'pipe'] })
    let ended = false
    child.once('exit', () => {
      ended = true
    })
    for (;;) {
      const answers = await fetchGreeting(plain)
      if (answers) return
      if (ended) throw new Error(`dovecot ended: ${await readFile(join(home, 'log'), 'utf8').catch(() => 'no log')}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    const gone = new Promise(done => child!.once('exit', done))
    child.kill('SIGTERM')
    await gone
  }
  const messages = async (folder: string) => {
    const at = join(maildir, folder && `.${folder}`)
    const lists = await Promise.all(
      ['new', 'cur'].map(async part =>
        (await readdir(join(at, part)).catch(() => [])).map(name => join(at, part, name)),
      ),
    )
    return lists.flat()
  }
  const letters = async (folder = ''): Promise<{ flags: string; text: string }[]> => {
    const read = (await messages(folder)).map(async path => ({
      flags: /:2,(\w*)$/.exec(path)?.[1] ?? '',
      text: await readFile(path, 'utf8'),
    }))
    const all = await Promise.allSettled(read)
    const gone = all.find(one => one.status === 'rejected')
    if (gone && gone.reason.code !== 'ENOENT') throw gone.reason
    // A letter that was marked or moved since it was listed has another path by now.
    return gone ? letters(folder) : all.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  }
  let n = 0
  await start()
  return {
    host: '127.0.0.1',
    port: tls,
    plainPort: plain,
    username: 'anna@example.org',
    password: 'correct-horse',
    certificate,
    async deliver(name, letter) {
      const file = `${1_700_000_000 + ++n}.${name}.test`
      await writeFile(join(maildir, 'tmp', file), letter)
      await chown(join(maildir, 'tmp', file), user.uid, user.gid)
      await rename(join(maildir, 'tmp', file), join(maildir, 'new', file))
    },
    letters,
    async countAnew() {
      const list = join(maildir, 'dovecot-uidlist')
      const text = await readFile(list, 'utf8')
      await writeFile(list, text.replace(/ V\d+ /, ' V1999999999 '))
      for (const name of await readdir(maildir)) if (name.startsWith('dovecot.index')) await rm(join(maildir, name))
    },
    start,
    stop,
    async close() {
      await stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

const fetchGreeting = async (port: number): Promise<boolean> => {
  const { connect } = await import('node:net')
  return new Promise(done => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
    socket.once('close', () => done(false))
  })
}
