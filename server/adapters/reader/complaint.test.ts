import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { complaint } from './complaint.ts'
import { WHY } from './failures.ts'

test('a file is damaged where a parser stumbles, not where the machine or the program lacks something', async () => {
  expect(complaint(new Error('unexpected end'))).toEqual({ failed: WHY.damaged })
  expect(complaint(Object.assign(new Error('bad data'), { code: 'Z_DATA_ERROR' }))).toEqual({ failed: WHY.damaged })
  expect(complaint(Object.assign(new Error('full'), { code: 'ENOSPC' }))).toMatchObject({ broken: 'full' })
  const gone = './part-of-an-earlier-version.js'
  const errors = [
    await import(/* @vite-ignore */ `file:///${gone}`).catch((error: unknown) => error),
    (() => {
      try {
        return createRequire(import.meta.url)(gone)
      } catch (error) {
        return error
      }
    })(),
  ]
  for (const error of errors) expect(complaint(error)).toHaveProperty('broken')
})
