import { expect, test } from 'vitest'
import { TOOLSETS } from '../../profiles/index.ts'
import { TOOLS } from './all.ts'

test('every tool that acts says what it touches, so that its risk can be judged', () => {
  const acting = TOOLS.filter(tool => tool.act)
  expect(acting.length).toBeGreaterThan(10)
  expect(acting.filter(tool => !tool.touches).map(({ name }) => name)).toEqual([])
  expect(TOOLS.filter(tool => tool.risk === 'read' && tool.act).map(({ name }) => name)).toEqual([])
})

test('the sets name every tool once, in the order of the tools; what was done is undone in every set', () => {
  const named = TOOLSETS.flatMap(({ tools }) => tools)
  expect([...new Set(named)].sort()).toEqual(TOOLS.map(({ name }) => name).sort())
  const once = (names: string[]) => names.filter(name => name !== 'undo')
  expect(once(named)).toEqual(once(TOOLS.map(({ name }) => name)))
})
