import { codePointCounter } from '../../lib/code-points.ts'
import { findWhen, withoutWhen } from '../../lib/when/find.ts'
import { isInfinitive, verbs } from './words.ts'

/** Tasks that a text gives out: who does what, until when, and the sentence that says so. */

export interface FoundTask {
  title: string
  assignee: string
  /** Clock time; null when no day is named. */
  due: number | null
  /** The sentence, as a range of code points. */
  start: number
  end: number
  snippet: string
  /** Seconds into the recording, where the text has marks of time. */
  seconds: number | null
}

interface Sentence {
  text: string
  /** UTF-16. */
  start: number
  speaker: string
  seconds: number | null
}

const TIME_MARK = /^\s*[[(]?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,]\d+)?[\])]?\s*[-–—]?\s*/u
const SPEAKER = /^\s*(?:[-*•]\s*)?(\p{Lu}[\p{L}.-]+(?:\s\p{Lu}[\p{L}.-]*){0,2})\s*:\s+/u
const LABELS =
  /^(?:todo|задач[аи]|action(?: items?)?|next steps?|поручени[ея]|решени[ея]|срок|due|дата|тема|повестка|итоги?|протокол|assignee|ответственный|note|important|важно)$/iu

/** Lines, then sentences; each knows who speaks and when. */
function* sentencesOf(text: string): Generator<Sentence> {
  let at = 0
  let seconds: number | null = null
  for (const line of text.split('\n')) {
    let rest = line
    let start = at
    const mark = TIME_MARK.exec(rest)
    if (mark) {
      seconds = Number(mark[1] ?? 0) * 3600 + Number(mark[2]) * 60 + Number(mark[3])
      start += mark[0].length
      rest = rest.slice(mark[0].length)
    }
    const said = SPEAKER.exec(rest)
    const speaker = said && !LABELS.test(said[1]!) ? said[1]! : ''
    if (speaker) {
      start += said![0].length
      rest = rest.slice(said![0].length)
    }
    for (const part of rest.matchAll(/[^.!?;]+(?:\.(?=\p{L}|\d)[^.!?;]+)*[.!?;]*/gu)) {
      const lead = part[0].length - part[0].trimStart().length
      const sentence = part[0].trim()
      if (sentence.length > 5) yield { text: sentence, start: start + part.index + lead, speaker, seconds }
    }
    at += line.length + 1
  }
}

interface Action {
  title: string
  assignee: string
}

const NAME = '\\p{Lu}\\p{Ll}+(?:\\s\\p{Lu}(?:\\p{Ll}+|\\.))?'
const plain = (word: string) =>
  word
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}-]/gu, '')
const NOT_NAMES =
  /^(?:мы|он|она|они|кто|все|это|также|потом|затем|и|а|но|если|когда|we|he|she|they|it|this|that|everyone|there|then|and|but|if|when|who|the|meeting|today|tomorrow)$/iu

/** "Ивану" is Иван, "Марии" is Мария: near enough for a name to be found again. */
export function nominative(name: string): string {
  return name
    .split(' ')
    .map(part =>
      part
        .replace(/([кг])е$/u, '$1а')
        .replace(/ии$/u, 'ия')
        .replace(/([бвдзлмнпрстфхцчшщж])у$/u, '$1')
        .replace(/([аеиоуыэюя])ю$/u, '$1й')
        .replace(/([бвдзлмнпрст])ю$/u, '$1ь')
        .replace(/([бвдзлмнпрстжшчщ])е$/u, '$1а'),
    )
    .join(' ')
}

/** "Иван подготовит отчёт", "Ивану подготовить отчёт", "нужно подготовить отчёт". */
function russian(text: string, speaker: string): Action | undefined {
  const will = new RegExp(
    `^(${NAME})[,\\s]+(?:тогда |завтра |сегодня |обязательно |сам |сама )?(\\p{L}+)\\s+(.+)$`,
    'u',
  ).exec(text)
  if (will && !NOT_NAMES.test(will[1]!)) {
    const verb = verbs().find(({ third }) => third.test(plain(will[2]!)))
    if (verb) return { title: `${verb.infinitive} ${will[3]}`, assignee: will[1]! }
  }
  const given = new RegExp(
    `^(?:[Пп]оручить |[Пп]оручаем |[Пп]рошу |[Пп]росим |[Пп]усть )?(${NAME})\\s*[:,—–-]?\\s+(?:нужно |надо |необходимо |следует |должен |должна |предстоит )?(\\p{L}+)\\s+(.+)$`,
    'u',
  ).exec(text)
  if (given && /^\p{Lu}/u.test(given[1]!) && !NOT_NAMES.test(given[1]!)) {
    const word = plain(given[2]!)
    if (isInfinitive(word)) return { title: `${word} ${given[3]}`, assignee: nominative(given[1]!) }
    const verb = /^пусть /iu.test(text) ? verbs().find(({ third }) => third.test(word)) : undefined
    if (verb) return { title: `${verb.infinitive} ${given[3]}`, assignee: given[1]! }
  }
  const mine =
    /^(?:да,? |хорошо,? |ок,? |окей,? |тогда )*(?:я )?(?:тогда |сам |сама |завтра |сегодня )?(\p{L}+)\s+(.+)$/iu.exec(
      text,
    )
  if (mine && speaker) {
    const verb = verbs().find(({ first }) => first.test(plain(mine[1]!)))
    if (verb) return { title: `${verb.infinitive} ${mine[2]}`, assignee: speaker }
  }
  const needed =
    /^(?:.{0,40}?\s)?(?:нужно|надо|необходимо|следует|требуется|договорились|решили)(?: будет)?[:,]?\s+(\p{L}+)\s+(.+)$/iu.exec(
      text,
    )
  if (needed && isInfinitive(plain(needed[1]!))) return { title: `${plain(needed[1]!)} ${needed[2]}`, assignee: '' }
  return undefined
}

function english(text: string, speaker: string): Action | undefined {
  const will = new RegExp(
    `^(${NAME})(?:,)?\\s+(?:will|to|should|must|shall|needs to|has to|is going to|is to|agreed to|promised to|volunteered to)\\s+(?:also |then |please )?(\\p{Ll}.+)$`,
    'u',
  ).exec(text)
  if (will && !NOT_NAMES.test(will[1]!) && !/^(?:be|have been)\b/u.test(will[2]!))
    return { title: will[2]!, assignee: will[1]! }
  const mine =
    /^(?:ok(?:ay)?,? |sure,? |yes,? |then |and )*i(?:'ll| will| am going to|'m going to)\s+(\p{Ll}.+)$/iu.exec(text)
  if (mine && speaker && !/^be\b/u.test(mine[1]!)) return { title: mine[1]!, assignee: speaker }
  const asked = new RegExp(
    `^(${NAME}),\\s+(?:please|could you|can you|would you)\\s+(?:please )?(\\p{Ll}.+)$`,
    'u',
  ).exec(text)
  if (asked) return { title: asked[2]!, assignee: asked[1]! }
  const needed = /^(?:we|somebody|someone)\s+(?:need|needs|have|has)\s+to\s+(\p{Ll}.+)$/iu.exec(text)
  return needed ? { title: needed[1]!, assignee: '' } : undefined
}

/** "TODO: ...", "- [ ] ...", "Задача: ... (Анна, до пятницы)". */
function labelled(text: string): Action | undefined {
  const found = /^(?:[-*•]\s*)?(?:\[\s?\]|todo:?|action(?: item)?:|ai:|задача:|поручение:)\s+(.+)$/iu.exec(text)
  if (!found) return undefined
  const body = found[1]!
  const inner = russian(body, '') ?? english(body, '')
  if (inner) return inner
  const owner =
    new RegExp(`[(\\[]\\s*(?:отв\\.?:?|ответственный:?|owner:?|assignee:?)?\\s*(${NAME})\\s*(?:[,)\\]])`, 'u').exec(
      body,
    ) ?? new RegExp(`(?:ответственн(?:ый|ая)|owner|assignee)\\s*[:—–-]\\s*(${NAME})`, 'u').exec(body)
  const title = body
    .replace(/\s*[([][^)\]]*[)\]]\s*/gu, ' ')
    .replace(/[,;]?\s*(?:ответственн\p{L}+|owner|assignee)\s*[:—–-].*$/iu, '')
  return { title, assignee: owner?.[1] ?? '' }
}

const END_OF_DAY = 24 * 3_600_000 - 60_000

function dueOf(text: string, base: number): number | null {
  const when = findWhen(text, base)
  if (!when || (!when.hasDate && !when.hasTime)) return null
  if (when.hasTime) return when.start
  return when.isStretch ? when.end - 60_000 : when.start + END_OF_DAY
}

function tidied(title: string, base: number): string {
  const bare = title.replace(/[.!?;]+$/u, '')
  const when = findWhen(bare, base)
  const left = (when ? withoutWhen(bare, when) : bare).replace(/\s*[,—–-]?\s*(?:срок|due|deadline)\s*[:—–-]?\s*$/iu, '')
  const text = left
    .replace(/\s+/gu, ' ')
    .replace(/[\s,;:—–-]+$/u, '')
    .trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const MOST = 200
/** What is longer is no sentence in which somebody promises something. */
const LONGEST = 1000

/** `base` is the clock time at which the words were said. */
export function extractTasks(text: string, base: number): FoundTask[] {
  const found: FoundTask[] = []
  const pointsTo = codePointCounter(text)
  for (const sentence of sentencesOf(text)) {
    if (sentence.text.length > LONGEST) continue
    const body = sentence.text.replace(/^(?:[-*•]|\d{1,2}[.)])\s+/u, '')
    const action = labelled(sentence.text) ?? russian(body, sentence.speaker) ?? english(body, sentence.speaker)
    if (!action) continue
    const title = tidied(action.title, base)
    if (title.split(/\s+/u).length < 2 || title.length > 300) continue
    const start = pointsTo(sentence.start)
    found.push({
      title,
      assignee: action.assignee.trim(),
      due: dueOf(sentence.text, base),
      start,
      end: start + [...sentence.text].length,
      snippet: sentence.text,
      seconds: sentence.seconds,
    })
    if (found.length === MOST) break
  }
  return found
}
