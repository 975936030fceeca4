import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { aSandbox } from '../../../test/support/sandbox.ts'
import { childView } from './isolation.ts'
import { usageOf } from './usage.ts'

test('what a program in its room uses counts, not only the room', async () => {
  const { isolation } = await aSandbox()
  const script =
    "globalThis.held = Buffer.alloc(200 * 1024 * 1024, 1); console.log('ready'); setInterval(() => {}, 1000)"
  const command = [...isolation.wrap({ readable: childView(import.meta.filename) }), process.execPath, '-e', script]
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(child.stdout, 'data')
    const { resident, cpu } = await usageOf(child.pid)
    expect(resident).toBeGreaterThan(200)
    expect(resident).toBeLessThan(600)
    expect(cpu).toBeGreaterThan(0)
  } finally {
    child.kill('SIGKILL')
  }
})
