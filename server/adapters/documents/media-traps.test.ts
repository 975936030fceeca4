import { execFileSync } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aSandbox, withoutBubblewrap } from '../../../test/support/sandbox.ts'
import { sampled } from '../../../test/support/whole.ts'
import { programsIn } from '../programs/programs.ts'
import { mediaTools } from './media.ts'

/** Play lists that are called a film or a song, and name what their sender may not see. */

const segments = (address: string) =>
  `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXTINF:1.0,\n${address}\n#EXT-X-ENDLIST\n`
const keyed = (address: string, part: string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI="${address}"\n#EXTINF:1.0,\n${part}\n#EXT-X-ENDLIST\n`
const joined = (address: string) => `ffconcat version 1.0\nfile '${address}'\n`

const silent = ['-hide_banner', '-loglevel', 'quiet', '-nostdin', '-y']

const WAYS: [string, () => Promise<string | undefined>][] = [
  ['bubblewrap', async () => process.env.PATH],
  ['namespaces', withoutBubblewrap],
]

test.each(sampled(WAYS.slice(0, 1), WAYS))(
  'set apart by %s, ffmpeg opens nothing that a play list names',
  { timeout: 120_000 },
  async (way, searchPath) => {
    const sandbox = await aSandbox(await searchPath())
    expect(sandbox.isolation.way).toBe(way)
    const media = mediaTools(programsIn(process.env.PATH ?? '', sandbox))
    const hits: string[] = []
    const server = createServer((request, response) => {
      hits.push(request.url ?? '')
      response.end('of this machine alone')
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const secrets = await sandbox.newFolder()
    // Something that ffmpeg would gladly open, so that a refusal says something.
    const song = join(secrets, 'song.mp3')
    execFileSync('ffmpeg', [...silent, '-f', 'lavfi', '-i', 'sine=duration=1', song])
    const key = join(secrets, 'secret.key')
    await writeFile(key, Buffer.alloc(16, 7))
    const folder = await sandbox.newFolder()
    await copyFile(song, join(folder, 'beside.mp3'))
    try {
      const traps = [
        ...[
          song,
          `file://${song}`,
          'beside.mp3',
          '/etc/passwd',
          'file:///etc/passwd',
          key,
          `${local}/song.mp3`,
        ].flatMap(address => [segments(address), joined(address)]),
        keyed(`file://${key}`, 'beside.mp3'),
        keyed(`${local}/key`, `${local}/part.ts`),
        joined(`concat:${song}|/etc/passwd`),
        joined(`subfile,,start,0,end,0,,:${song}`),
      ]
      // By itself ffmpeg does follow such a list.
      const bait = join(folder, 'bait.mp3')
      await writeFile(bait, joined('beside.mp3'))
      execFileSync('ffmpeg', [...silent, '-i', bait, join(secrets, 'followed.wav')])
      expect((await readFile(join(secrets, 'followed.wav'))).length).toBeGreaterThan(10_000)
      const refused = { name: 'DocumentRefused', code: 'damaged' }
      for (const [n, trap] of traps.entries()) {
        const path = join(folder, n % 2 === 0 ? 'trap.mp4' : 'trap.mp3')
        await writeFile(path, trap)
        const work = await sandbox.newFolder()
        await expect.soft(media.convert(path, 'wav', join(work, 'a.wav')), trap).rejects.toMatchObject(refused)
        if (n >= 2) continue
        await expect.soft(media.peaks(path, join(work, 'a.json')), trap).rejects.toMatchObject(refused)
        await expect.soft(media.frame(path, 64, join(work, 'a.jpg')), trap).rejects.toMatchObject(refused)
      }
      expect(hits).toEqual([])
    } finally {
      server.close()
    }
  },
)
