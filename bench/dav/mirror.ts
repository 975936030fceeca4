import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aPerson } from '../../test/support/client.ts'
import { startServer } from '../../test/support/server.ts'
import { aProgramOf } from '../../test/support/webdav.ts'

const IN_FOLDER = 100

function run(args: string[]): Promise<{ status: number | null; text: string }> {
  const child = spawn('rclone', ['--config', '/dev/null', ...args])
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk))
  return new Promise(done => child.once('close', status => done({ status, text })))
}

/** Many files by rclone, there and back: every one is there with its hash, and a second time nothing is sent. */
export async function mirror(files: number): Promise<void> {
  if (spawnSync('which', ['rclone']).status !== 0) return console.log('SKIPPED: rclone is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'dossier-mirror-'))
  const [here, back] = [join(folder, 'here'), join(folder, 'back')]
  for (let n = 0; n < files; n++) {
    const place = join(here, `Папка ${Math.floor(n / IN_FOLDER)}`)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, `№ ${n} #%&.bin`), Buffer.from([0, 255, 0, 254, ...Buffer.from(String(n))]))
  }
  const server = await startServer({ env: { CHECK_REPLIES: 'off' } })
  const judge = (what: string, isRight: boolean, text: string) => {
    console.log(`rclone, ${files} files, ${what}: ${isRight ? 'ok' : `MISSED\n${text.slice(-2000)}`}`)
    if (!isRight) process.exitCode = 1
  }
  try {
    const { person, secret } = await aProgramOf(await aPerson(server.url), server.url)
    const obscured = (await run(['obscure', secret])).text.trim().split('\n').at(-1)
    const remote = `:webdav,url='${server.url}/dav/files',vendor=nextcloud,user='${person.email}',pass='${obscured}':`
    const sent = await run(['sync', here, remote])
    judge('sent', sent.status === 0, sent.text)
    const hashes = await run(['check', here, remote])
    judge('hashes equal', hashes.text.includes(`${files} matching files`), hashes.text)
    const again = await run(['sync', '-v', here, remote])
    judge('sent again: nothing is transferred', /Transferred:\s+0 B/.test(again.text), again.text)
    const fetched = await run(['sync', remote, back])
    judge('fetched', fetched.status === 0, fetched.text)
    const { stdout } = spawnSync('diff', ['-r', here, back])
    judge('the same on both sides', stdout.toString() === '', stdout.toString())
    const nothing = await run(['sync', '-v', remote, back])
    judge('fetched again: nothing is transferred', /Transferred:\s+0 B/.test(nothing.text), nothing.text)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
