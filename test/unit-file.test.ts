import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/server.ts'

const systemd = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })

test.skipIf(systemd('--version').status !== 0)('the unit leaves the service little to reach', () => {
  const { stdout } = systemd('security', '--offline=yes', '--no-pager', join(ROOT, 'packaging/dossier.service'))
  const [, exposure] = /Overall exposure level for dossier\.service: ([\d.]+)/.exec(stdout) ?? []
  expect(Number(exposure)).toBeLessThan(3)
})
