import { expect, test } from 'vitest'
import { TOOLSETS } from '../../profiles/index.ts'
import { TOOLS } from './all.ts'

test('every tool that acts says what it touches, so that its risk can be judged', () => {
  const acting = TOOLS.filter(tool => tool.act)
  expect(acting.length).toBeGreaterThan(10)
  expect(acting.filter(tool => !tool.touches).map(({ name }) => name)).toEqual([])
  expect(TOOLS.filter(tool => tool.risk === 'read' && tool.act).map(({ name }) => name)).toEqual([])
})

test('the sets name every tool once, in the order of the tools', () => {
  expect(TOOLSETS.flatMap(({ tools }) => tools)).toEqual(TOOLS.map(({ name }) => name))
})
