import type { Tokens } from './tokens.ts'

/** Whisper's own grammar of times, and what may not be written at all; then the likeliest token, or a drawn one. */

/** Speech is expected to begin within the first second: the piece was cut there. */
const LATEST_BEGIN = 50

export interface ChosenToken {
  token: number
  logProb: number
}

export function chooseToken(
  logits: Float32Array,
  written: number[],
  tokens: Tokens,
  { temperature, random }: { temperature: number; random: () => number },
): ChosenToken {
  for (const token of tokens.suppressed) logits[token] = Number.NEGATIVE_INFINITY
  if (written.length === 0) for (const token of tokens.suppressedFirst) logits[token] = Number.NEGATIVE_INFINITY
  keepToGrammar(logits, written, tokens)
  preferTimes(logits, tokens)
  const total = logSum(logits, 0, logits.length)
  const token = temperature > 0 ? drawn(logits, temperature, random) : highest(logits)
  return { token, logProb: logits[token]! - total }
}

/** Times come in pairs, end and begin, and never go back. */
function keepToGrammar(logits: Float32Array, written: number[], { firstTime, end }: Tokens): void {
  const forbid = (from: number, to: number) => logits.fill(Number.NEGATIVE_INFINITY, from, to)
  if (written.length === 0) {
    forbid(0, firstTime)
    forbid(firstTime + LATEST_BEGIN + 1, logits.length)
    return
  }
  const isTime = (token: number | undefined) => token !== undefined && token >= firstTime
  const last = isTime(written.at(-1))
  const before = written.length < 2 || isTime(written.at(-2))
  if (last && before) forbid(firstTime, logits.length)
  else if (last) forbid(0, end)
  const latest = written.findLast(isTime)
  if (latest !== undefined) {
    // A time may be repeated only directly after itself, where one segment ends and the next begins.
    const least = last && !before ? latest : latest + 1
    forbid(firstTime, Math.min(least, logits.length))
  }
}

/** When a time is likelier than any one word, a time it is. */
function preferTimes(logits: Float32Array, { firstTime }: Tokens): void {
  const times = logSum(logits, firstTime, logits.length)
  let word = Number.NEGATIVE_INFINITY
  for (let i = 0; i < firstTime; i++) if (logits[i]! > word) word = logits[i]!
  if (times > word) logits.fill(Number.NEGATIVE_INFINITY, 0, firstTime)
}

export function logSum(values: Float32Array, from: number, to: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let i = from; i < to; i++) if (values[i]! > most) most = values[i]!
  if (most === Number.NEGATIVE_INFINITY) return most
  let sum = 0
  for (let i = from; i < to; i++) sum += Math.exp(values[i]! - most)
  return most + Math.log(sum)
}

function highest(values: Float32Array): number {
  let best = 0
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i
  return best
}

function drawn(logits: Float32Array, temperature: number, random: () => number): number {
  const most = logits[highest(logits)]!
  const weight = (value: number) => Math.exp((value - most) / temperature)
  let total = 0
  for (const value of logits) total += weight(value)
  let rest = random() * total
  for (let i = 0; i < logits.length; i++) {
    rest -= weight(logits[i]!)
    if (rest <= 0) return i
  }
  return highest(logits)
}
