import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Describer } from '../server/ports/describer.ts'
import { until } from './support/client.ts'
import { aSandbox } from './support/sandbox.ts'
import { ROOT } from './support/server.ts'

/** Our own child processes that describe, as the kernel lists them. */
const children = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
        return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('describer/child')
      } catch {
        return false
      }
    })

let describer: Describer

/** The built one: its child is a program of its own. */
const aDescriber = async (): Promise<Describer> => {
  describer = (await import(join(ROOT, 'dist/server/adapters/describer/isolated.js'))).isolatedDescriber(
    await aSandbox(),
  )
  return describer
}
afterEach(() => describer.close())

const source = (text: string) => ({
  text,
  filename: 'a.txt',
  kind: 'text',
  mime: 'text/plain',
  title: '',
  headings: [],
})

test('there is no child until there is something to describe, and one for all', async () => {
  const { describe } = await aDescriber()
  expect(children()).toEqual([])
  const all = await Promise.all(['Договор № 1', 'Invoice 7', ''].map(text => describe(source(text))))
  expect(all.map(({ doc_type }) => doc_type)).toEqual(['contract', 'invoice', 'other'])
  expect(children()).toHaveLength(1)
  await describer.close()
  await until(async () => children().length === 0, 'the child to end')
})

test('a child that is ended from outside does not blame the text; the others are described', async () => {
  const { describe } = await aDescriber()
  const long = describe(source('Иванов Иван Иванович живёт в Казани. '.repeat(4000))).catch((error: Error) => error)
  const next = describe(source('Договор № 2'))
  const [child] = await until(async () => (children().length > 0 ? children() : undefined), 'the child')
  process.kill(child!, 'SIGTERM')
  expect(await long).toMatchObject({ name: 'ChildEnded', message: expect.stringContaining('SIGTERM') })
  expect((await next).doc_type).toBe('contract')
})

test('texts made to be slow are described within their time', async () => {
  const { describe } = await aDescriber()
  for (const piece of ['И. Иванов ', 'Иван Петров ', '12.03.2024 ', 'a@', 'ООО «А» ']) {
    const { entities } = await describe(source(piece.repeat(40_000 / piece.length)))
    for (const list of Object.values(entities)) expect(list.length).toBeLessThanOrEqual(100)
  }
})
