import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isStopWord, wordsOf } from '../../../lib/words.ts'
import { actionOf } from './action.ts'
import { parseCommand } from './parse.ts'

/** A Sunday afternoon. */
const NOW = Date.UTC(2026, 10, 15, 14, 0)

interface Row {
  action: string
  fmt: string
  target: string
  text: string
}

const table = (name: string): Row[] =>
  readFileSync(join(import.meta.dirname, '../../../../test/fixtures', name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [action, fmt, target, text] = line.split('\t')
      return { action: action!, fmt: fmt!, target: target!, text: text! }
    })

const terms = (text: string) =>
  new Set(
    wordsOf(text)
      .filter(({ word }) => !isStopWord(word))
      .map(({ term }) => term),
  )

/** The words it should name are there, and hardly any other. */
function isNamed(target: string, found: string): boolean {
  const [wanted, got] = [terms(target), terms(found)]
  return [...wanted].every(term => got.has(term)) && got.size <= wanted.size + 3
}

function wrong(rows: Row[]): string[] {
  return rows.flatMap(({ action, fmt, target, text }) => {
    const command = parseCommand(text, NOW)
    const found = { action: actionOf(command.intent), fmt: command.fmt, target: command.target }
    const fits =
      found.action === action &&
      (action !== 'convert' || found.fmt === fmt) &&
      (target === '' || isNamed(target, found.target))
    return fits ? [] : [`${text} -> ${found.action} ${found.fmt} "${found.target}", not ${action} ${fmt} "${target}"`]
  })
}

describe('commands', () => {
  test('those that the grammar was written with', () => {
    expect(wrong(table('commands-seen.tsv'))).toEqual([])
  })

  test('those that were written before it and not looked at', () => {
    const rows = table('commands-unseen.tsv')
    const failed = wrong(rows)
    console.log(`${rows.length - failed.length} of ${rows.length} unseen commands`)
    if (process.env.SHOW_UNSEEN) console.log(failed.join('\n'))
    expect(failed.length).toBeLessThanOrEqual(0.1 * rows.length)
  })
})

test('a text that is too long for a command is a question, whatever it repeats', () => {
  const long = `найди ${', '.repeat(4000)}`
  expect(parseCommand(long, NOW)).toMatchObject({ intent: 'ask', target: long.trim(), when: undefined })
})
