import { withoutEnd } from '../../../lib/trim.ts'
import { findWhen, withoutWhen } from '../../../lib/when/find.ts'
import { type CleanedCommand, clean, languageIn } from './clean.ts'
import type { Command, Intent } from './command.ts'
import { findFormat, formatNamed } from './formats.ts'
import type { GrammarRule } from './rule.ts'
import { BARE_CONVERT, CONVERT_VERB, LATE_RULES, MADE_FROM, QUESTION, RULES, SURE_CONVERT } from './rules.ts'

/** A longer text is no command. The time of the rules grows with the square of it: 50 ms of processor at this length. */
const LONGEST = 1000

/** What a sentence asks for. `now` is clock time where the person is. */
export function parseCommand(written: string, now: number): Command {
  const empty: Command = {
    intent: 'unknown',
    lang: languageIn(written),
    target: '',
    targets: [],
    to: '',
    there: false,
    fmt: '',
    op: '',
    pages: '',
    angle: null,
    password: '',
    assignee: '',
    when: undefined,
  }
  if (written.length > LONGEST) return { ...empty, intent: 'ask', target: written.trim() }
  const cleaned = clean(written)
  const stripped = { text: withoutEnd(cleaned.text, /[?!.…]/), lower: withoutEnd(cleaned.lower, /[?!.…]/) }
  return (
    byRules(RULES, stripped, empty, now) ??
    conversion(stripped, empty) ??
    byRules(LATE_RULES, stripped, empty, now) ??
    question(stripped, empty, now, /\?\s*$/u.test(cleaned.text))
  )
}

function byRules(
  rules: GrammarRule[],
  { text, lower }: CleanedCommand,
  empty: Command,
  now: number,
): Command | undefined {
  for (const rule of rules) {
    const match = rule.pattern.exec(lower)
    if (!match) continue
    const cut = (name: string) => {
      const range = match.indices?.groups?.[name]
      return range ? text.slice(range[0], range[1]).trim() : ''
    }
    const when = findWhen(text, now, 'forward')
    if (rule.dated && !when) continue
    const named = [cut('target'), cut('rest')].filter(Boolean).join(' ')
    const target = named || (rule.intent === 'agenda' ? text : '')
    return finished(
      rule.intent,
      {
        ...empty,
        intent: rule.intent,
        op: rule.op ?? '',
        there: rule.there ?? false,
        target,
        to: unquoted(cut('to')),
        pages: cut('pages').replace(/\s+/gu, '').replaceAll(/[–—]/gu, '-'),
        angle: match.groups?.angle ? Number(match.groups.angle) : null,
        password: cut('password'),
        assignee: cut('assignee') || cut('assignee2'),
        when,
      },
      now,
    )
  }
  return undefined
}

const DATED = new Set<Intent>(['remind', 'schedule', 'reschedule', 'cancel_event', 'task', 'agenda'])
const LEADING =
  /^(?:мне |нам |меня |to |about |for |that |про |о том,? |об? |чтобы |что |надо |нужно |the |a |an |my )+/iu

/** What led to the time and now leads nowhere: "pay the rent on the 1st of ...". */
const DANGLING = /(?:\s+(?:of|on|at|by|в|во|на|к|до|по))+\s*$/iu

/** The time is taken out of the words that say what; of names of files it stays a part. */
function finished(intent: Intent, command: Command, now: number): Command {
  if (intent === 'merge') return { ...command, targets: listOf(command.target), target: tidy(command.target) }
  if (!DATED.has(intent)) return { ...command, target: tidy(command.target), when: undefined }
  const when = intent === 'agenda' ? command.when : (findWhen(command.target, now) ?? command.when)
  const inTarget = findWhen(command.target, now)
  const bare = inTarget ? withoutWhen(command.target, inTarget).replace(DANGLING, '') : command.target
  const words = intent === 'cancel_event' ? bare : bare.replace(LEADING, '')
  return { ...command, when, target: tidy(words.trim() || bare || command.target) }
}

const unquoted = (text: string) => text.replace(/^["«“„']\s*(.*?)\s*["»”“']$/u, '$1').trim()

const tidy = (text: string) =>
  unquoted(
    text
      .replace(/\s+/gu, ' ')
      .replace(/^[\s,:;—–-]+|[\s,:;—–-]+$/gu, '')
      .trim(),
  )

/** "договор, приложение 1 и приложение 2" */
export function listOf(text: string): string[] {
  const quoted = [...text.matchAll(/["«“]([^"»”]+)["»”]/gu)].map(([, name]) => name!.trim())
  if (quoted.length > 1) return quoted
  return text
    .split(/\s*[,;]\s*(?:и |and )?|\s+(?:и|and|с|with|плюс|plus)\s+/iu)
    .map(part => part.replace(/^(?:the|и|and|my)\s+/iu, '').trim())
    .filter(Boolean)
}

const FILLERS =
  /(?<![\p{L}\p{N}])(?:файл[а-я]*(?=\s|$)|документ(?=\s|$)|the file|the document|формат[еа]?|пожалуйста|please|me|мне|звук из|sound from|audio from|из|of|from|a|an)(?![\p{L}\p{N}])/giu

function conversion({ text, lower }: CleanedCommand, empty: Command): Command | undefined {
  const bare = MADE_FROM.exec(lower) ?? BARE_CONVERT.exec(lower)
  const phrase = findFormat(lower)
  const verb = CONVERT_VERB.exec(lower)
  if (phrase && verb && !overlaps(verb, phrase)) {
    const cuts: [number, number][] = [
      [verb.index, verb.index + verb[0].length],
      [phrase.start, phrase.end],
    ]
    return { ...empty, intent: 'convert', fmt: phrase.fmt, target: targetWithout(text, cuts) }
  }
  if (bare && !QUESTION.test(lower)) {
    const [start, end] = bare.indices!.groups!.target!
    const fmt = formatNamed(bare.groups!.fmt!)
    if (fmt) return { ...empty, intent: 'convert', fmt, target: tidy(text.slice(start, end)) }
  }
  const sure = SURE_CONVERT.exec(lower)
  if (!sure) return undefined
  return { ...empty, intent: 'convert', target: targetWithout(text, [[sure.index, sure.index + sure[0].length]]) }
}

const overlaps = (verb: RegExpExecArray, phrase: { start: number; end: number }) =>
  verb.index < phrase.end && phrase.start < verb.index + verb[0].length

function targetWithout(text: string, cuts: [number, number][]): string {
  let left = text
  for (const [start, end] of cuts.sort((a, b) => b[0] - a[0])) left = `${left.slice(0, start)} ${left.slice(end)}`
  left = left.replace(/\s+/gu, ' ').replace(/^[\s,:;—–-]+|[\s,:;—–-]+$/gu, '')
  // Words that only join the sentence go from its two ends; inside a name they stay.
  for (let before = ''; before !== left; ) {
    before = left
    left = left
      .replace(new RegExp(`^(?:${FILLERS.source}|i|my(?= \\S+$)|the(?= \\S+$))\\s+`, 'giu'), '')
      .replace(new RegExp(`\\s+(?:${FILLERS.source})$`, 'giu'), '')
  }
  return tidy(left)
}

function question({ text, lower }: CleanedCommand, empty: Command, now: number, asked: boolean): Command {
  const words = lower.split(/\s+/u).length
  if ((QUESTION.test(lower) && words > 1) || (asked && words > 1))
    return { ...empty, intent: 'ask', target: tidy(text), when: findWhen(text, now, 'back') }
  return { ...empty, target: tidy(text) }
}
