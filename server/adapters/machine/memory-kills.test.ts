import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryKills } from './memory-kills.ts'

const MINUTE = 60_000

test.each([
  ['version 2', '0::/work/group\n', 'work/group/memory.events', 'low 0\noom 4\noom_kill '],
  [
    'version 1',
    '5:cpu,cpuacct:/x\n4:memory:/work\n',
    'memory/work/memory.oom_control',
    'oom_kill_disable 0\noom_kill ',
  ],
  ['version 1 in a container', '4:memory:/docker/abc\n', 'memory/memory.oom_control', 'under_oom 0\noom_kill '],
])(
  'kills of the last hour are told by control groups of %s, and older ones are not',
  async (_name, own, file, text) => {
    const folder = await mkdtemp(join(tmpdir(), 'dossier-groups-'))
    const groups = join(folder, 'groups')
    await mkdir(dirname(join(groups, file)), { recursive: true })
    await writeFile(join(folder, 'cgroup'), own)
    const has = (kills: number) => writeFile(join(groups, file), `${text}${kills}\n`)
    let at = 0
    await has(7)
    const ask = memoryKills({ process: folder, groups, now: () => at, everyMs: 1_000_000 })
    expect(await ask()).toBe(0)
    at += 10 * MINUTE
    await has(9)
    expect(await ask()).toBe(2)
    at += 55 * MINUTE
    await has(10)
    expect(await ask()).toBe(3)
    at += 10 * MINUTE
    expect(await ask()).toBe(1)
    at += 61 * MINUTE
    expect(await ask()).toBe(0)
  },
)

test('where nothing tells, there were none', async () => {
  expect(await memoryKills({ process: '/nowhere', groups: '/nowhere' })()).toBe(0)
})
