import { expect, test } from 'vitest'
import { TOOLSETS } from './all.ts'

const tools = TOOLSETS.flatMap(toolset => toolset.tools)

test('every tool that acts says what it touches, so that its risk can be judged', () => {
  const acting = tools.filter(tool => tool.act)
  expect(acting.length).toBeGreaterThan(10)
  expect(acting.filter(tool => !tool.touches).map(({ name }) => name)).toEqual([])
  expect(tools.filter(tool => tool.risk === 'read' && tool.act).map(({ name }) => name)).toEqual([])
})
