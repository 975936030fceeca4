import { withoutEnd } from '../../../lib/trim.ts'
import { lowered } from './clean.ts'
import type { Command, Intent } from './command.ts'
import { parseCommand } from './parse.ts'

/** One sentence may ask for several things, one after the other. */
export interface Steps {
  commands: Command[]
  /** What follows a command and is plainly not a part of it, yet is no command that is known. */
  unclear?: string
}

/** What parts two requests. Behind the stronger words another one must follow; "and" may as well stand in a name. */
const JOINT =
  /(?<strong>[,;.]? (?:(?:и|а|and) )?(?:потом|затем|после этого|после чего|then|after that|afterwards) |; ?)|,? (?:и|а также|а еще|and|and also) |[.,] /gu

const MOST = 5
/** Each place to part it at is tried: of a longer text only whole is looked at. */
const LONGEST = 300
const MOST_JOINTS = 12

const NO_COMMAND = new Set<Intent>(['unknown', 'ask'])
/** Their words are the person's own and may go on with "and". */
const FREE = new Set<Intent>(['remind', 'schedule', 'reschedule', 'task', 'remember', 'web_search', 'ask', 'unknown'])
const ANEW = new Set<Intent>(['remind', 'schedule', 'task', 'remember', 'make_folder', 'make_theme', 'agenda', 'undo'])

/** "и отправить": goes on with what is to be remembered or done. */
const INFINITIVE = /^\p{L}+(?:ть|ти|чь)(?:ся)?(?!\p{L})/u
/** What it speaks of was named before. */
const BACK =
  /(?<!\p{L})(?:туда|там|в (?:нее|него|них|эту папку)|его|ее|их|ей|ему|it|them|there|inside|that folder|this folder|that file)(?!\p{L})/u

function isQuoted(text: string, at: number): boolean {
  const before = text.slice(0, at)
  const open = (before.match(/[«“]/g)?.length ?? 0) - (before.match(/[»”]/g)?.length ?? 0)
  return open > 0 || (before.match(/"/g)?.length ?? 0) % 2 === 1
}

const isCommand = ({ intent }: Command) => !NO_COMMAND.has(intent)

/** Whether a second request begins here: each part is one of its own. */
function begins(first: Command, second: Command, written: string): boolean {
  if (!isCommand(first) || !isCommand(second)) return false
  if (!FREE.has(first.intent)) return !(first.intent === second.intent && INFINITIVE.test(written))
  return ANEW.has(second.intent) && !INFINITIVE.test(written)
}

export function stepsOf(written: string, now: number): Steps {
  const commands: Command[] = []
  let rest = written.replace(/\s+/gu, ' ').trim()
  if (rest.length > LONGEST) return { commands: [parseCommand(written, now)] }
  while (commands.length < MOST - 1) {
    const found = nextStep(rest, now)
    if (!found) break
    commands.push(found.first)
    if (found.unclear) return { commands, unclear: found.unclear }
    rest = found.rest
  }
  return { commands: [...commands, parseCommand(rest, now)] }
}

function nextStep(text: string, now: number): { first: Command; rest: string; unclear?: string } | undefined {
  const lower = lowered(text)
  if (lower.length !== text.length) return undefined
  for (const joint of [...lower.matchAll(JOINT)].slice(0, MOST_JOINTS)) {
    if (joint.index === 0 || isQuoted(text, joint.index)) continue
    const [left, right] = [text.slice(0, joint.index), text.slice(joint.index + joint[0].length)]
    if (withoutEnd(right, /[\s.!?]/u) === '') continue
    const [first, second] = [parseCommand(left, now), parseCommand(right, now)]
    if (begins(first, second, lowered(right))) return { first, rest: right }
    if (!isCommand(first) || FREE.has(first.intent)) continue
    // "... and frobnicate them there" is neither a name nor anything that is known.
    if (joint.groups?.strong !== undefined || BACK.test(lowered(right)))
      return { first, rest: '', unclear: right.trim() }
  }
  return undefined
}
