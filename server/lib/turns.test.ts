import { expect, test } from 'vitest'
import { turns } from './turns.ts'

const busy = () => new Error('busy')

/** Work that ends when it is told to. */
function works() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => async () => {
    begun.push(name)
    await new Promise<void>(resolve => ends.push(resolve))
    return name
  }
  const endOne = async () => {
    ends.shift()!()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { begun, work, endOne }
}

test("another's single piece stands before the many of one owner, whatever was there first", async () => {
  const run = turns({ limit: 2, each: 100, all: 200 }, busy)
  const { begun, work, endOne } = works()
  const all = Array.from({ length: 50 }, (_, n) => run('anna', work(`anna ${n}`)))
  all.push(run('boris', work('boris')), run('clara', work('clara 0')), run('clara', work('clara 1')))
  expect(begun).toEqual(['anna 0', 'anna 1'])
  await endOne()
  await endOne()
  expect(begun.slice(2)).toEqual(['boris', 'clara 0'])
  await endOne()
  await endOne()
  expect(begun.slice(4)).toEqual(['anna 2', 'clara 1'])
  while (begun.length < 53) await endOne()
  await endOne()
  await endOne()
  expect(await Promise.all(all)).toHaveLength(53)
  expect(begun.filter(name => name.startsWith('anna'))).toEqual(Array.from({ length: 50 }, (_, n) => `anna ${n}`))
})

test('an owner has a share of the line, and what is over it is refused; others still find room', async () => {
  const run = turns({ limit: 1, each: 2, all: 3 }, busy)
  const { begun, work, endOne } = works()
  const waiting = [1, 2, 3].map(n => run('anna', work(`anna ${n}`)))
  await expect(run('anna', work('anna 4'))).rejects.toThrow('busy')
  waiting.push(run('boris', work('boris')))
  await expect(run('clara', work('clara'))).rejects.toThrow('busy')
  for (let n = 0; n < 4; n++) await endOne()
  expect(await Promise.all(waiting)).toHaveLength(4)
  expect(begun).toEqual(['anna 1', 'boris', 'anna 2', 'anna 3'])
})

test('what fails makes room, too', async () => {
  const run = turns({ limit: 1, each: 1, all: 1 }, busy)
  await expect(run('anna', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await run('anna', async () => 'well')).toBe('well')
})

test('a place is kept free of an owner who has others under way', async () => {
  const run = turns({ limit: 3, spare: 1, each: 10, all: 20 }, busy)
  const { begun, work, endOne } = works()
  const all = [1, 2, 3, 4].map(n => run('anna', work(`anna ${n}`)))
  expect(begun).toEqual(['anna 1', 'anna 2'])
  all.push(run('boris', work('boris 1')), run('boris', work('boris 2')))
  expect(begun.slice(2)).toEqual(['boris 1'])
  for (let n = 0; n < 6; n++) await endOne()
  expect(await Promise.all(all)).toHaveLength(6)
})
