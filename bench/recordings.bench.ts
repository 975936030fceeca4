import { readdirSync, readFileSync } from 'node:fs'
import { isolatedAudioDecoder } from '../server/adapters/audio/isolated.ts'
import { isolatedDiarizer } from '../server/adapters/diarizer/isolated.ts'
import { programsIn } from '../server/adapters/programs/programs.ts'
import { localTranscriber } from '../server/adapters/transcriber/local.ts'
import type { SpeakerTurn } from '../server/ports/diarizer.ts'
import { diarizationErrors, markedWhere, type SpokenTurn } from '../test/support/diarization-errors.ts'
import { aSandbox } from '../test/support/sandbox.ts'
import { conversation, plainWords, Studio, sample, type Voice, wordErrors } from '../test/support/speech.ts'

/**
 * What recordings cost and how well they are understood. `npm run bench -- recordings [what] [minutes]`, what being `speed`,
 * `words`, `speakers`, `silence` or `all`. The machine may be busy, so processor seconds are told beside the clock's.
 */

const [what = 'all', minutes = '60'] = process.argv.slice(2)
const studio = new Studio()
const sandbox = await aSandbox()
const decoder = isolatedAudioDecoder(sandbox, programsIn(process.env.PATH ?? '', sandbox))
const transcribers = localTranscriber(sandbox, '')
const diarizer = isolatedDiarizer(sandbox, '')

/** Processor seconds of all children that have ended. */
const childSeconds = () => {
  const fields = readFileSync('/proc/self/stat', 'utf8').replace(/.*\) /, '').split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** The most memory that any process below this one has had, by what it runs, in megabytes. */
function watchMemory() {
  const most = new Map<string, number>()
  const look = () => {
    const parents = new Map<number, number>()
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
      try {
        parents.set(Number(pid), Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]))
      } catch {}
    for (const pid of parents.keys()) {
      let above = parents.get(pid)
      while (above && above !== process.pid) above = parents.get(above)
      if (!above) continue
      try {
        const high = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        const name = /adapters\/(\w+)\/child/.exec(command)?.[1] ?? command.split('\0')[0]!.split('/').at(-1)!
        most.set(name, Math.max(most.get(name) ?? 0, high))
      } catch {}
    }
  }
  const timer = setInterval(look, 200)
  return () => {
    clearInterval(timer)
    return [...most].map(([name, mb]) => `${name} ${mb.toFixed(0)} MB`).join(', ')
  }
}

async function measured(name: string, seconds: number, work: () => Promise<unknown>): Promise<number> {
  const memory = watchMemory()
  const [began, before] = [performance.now(), childSeconds()]
  await work()
  await new Promise(resolve => setTimeout(resolve, 300))
  const [clock, processor] = [(performance.now() - began) / 1000, childSeconds() - before]
  const share = (value: number) => (value / seconds).toFixed(3)
  console.log(
    `${name}: ${seconds.toFixed(0)} s of sound, clock ${clock.toFixed(1)} s (${share(clock)} of real time), processor ${processor.toFixed(1)} s (${share(processor)}); most memory: ${memory()}`,
  )
  return processor / seconds
}

async function transcript(path: string): Promise<{ text: string; seconds: number }> {
  const transcriber = await transcribers.begin()
  let text = ''
  try {
    const decoded = await decoder.decode(path, {}, async piece => {
      for (const word of (await transcriber.write(piece)).words) text += word.text
      text += ' '
      return true
    })
    return { text, seconds: decoded.seconds }
  } finally {
    await transcriber.end()
  }
}

async function speakersOf(path: string, speakers: number | undefined): Promise<SpeakerTurn[]> {
  const listener = await diarizer.begin()
  try {
    await decoder.decode(path, {}, async piece => {
      await listener.add(piece)
      return true
    })
    return (await listener.finish({ speakers })).turns
  } finally {
    await listener.end()
  }
}

const VOICES: Record<string, Voice> = {
  a: { voice: 'en-us+m1', pitch: 35, speed: 150 },
  b: { voice: 'en-us+f2', pitch: 65, speed: 160 },
  c: { voice: 'en-gb+m7', pitch: 30, speed: 165 },
  d: { voice: 'en-us+f5', pitch: 80, speed: 145 },
}
const LINES = [
  'I think we should sign the contract this week.',
  'No, the delivery terms are not clear to me yet.',
  'The payment is due in thirty days, as we agreed before.',
  'Could you send me the numbers again, please?',
  'All right, let us move on to the next question then.',
  'The warehouse in the north is full, and we need more space.',
  'Who is going to talk to the supplier about the delay?',
  'I will do it tomorrow morning, before the meeting begins.',
  'We had the same problem in the last quarter, and nobody solved it.',
  'Fine. Then we meet again on Monday, at the same time.',
]

/** A conversation in which nobody speaks twice in a row; the seed says who and what. */
function meeting(count: number, turns: number, seed: number, pauseAfter?: (line: number) => number) {
  let state = seed
  const draw = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const names = Object.keys(VOICES).slice(0, count)
  const lines: [string, string][] = []
  for (let at = 0; at < turns; at++) {
    const others = names.filter(name => name !== lines.at(-1)?.[0])
    lines.push([others[draw(others.length)]!, LINES[draw(LINES.length)]!])
  }
  return conversation(studio, VOICES, lines, pauseAfter)
}

async function speed(): Promise<void> {
  const once = meeting(2, 30, 3).path
  const rates: number[] = []
  for (const length of [Number(minutes) / 2, Number(minutes)]) {
    const seconds = length * 60
    const file = studio.make(['-stream_loop', '-1', '-i', once, '-t', String(seconds), '-b:a', '64k'], 'mp3')
    await measured(`decoded and cut, ${length} min`, seconds, () => decoder.decode(file, {}, async () => true))
    await measured(`speakers, ${length} min`, seconds, () => speakersOf(file, 2))
    if (what !== 'speed-without-words')
      rates.push(await measured(`written down, ${length} min`, seconds, () => transcript(file)))
  }
  if (rates.length === 2)
    console.log(`  twice the length costs ${(2 * rates[1]!) / rates[0]!} times as much (2 is linear)`)
}

async function words(): Promise<void> {
  const spokenEnglish = LINES.join(' ')
  const spokenRussian =
    'Добрый день, коллеги. Сегодня мы обсудим договор поставки и сроки оплаты. Срок оплаты составляет тридцать дней с момента поставки товара.'
  const call = sample('diarization/pyannote-sample.stm')
  const saidInCall = call
    ? readFileSync(call, 'utf8')
        .trim()
        .split('\n')
        .map(line => line.split(/\s+/).slice(5).join(' '))
        .join(' ')
    : ''
  const cases: [string, string | undefined, string][] = [
    [
      'English, a telephone call of two people (pyannote sample)',
      sample('diarization/pyannote-sample.wav'),
      saidInCall,
    ],
    ['English, four words (speech/en-short)', sample('speech/en-short.wav'), 'neural networks are good'],
    ['Russian, four words (speech/ru-short)', sample('speech/ru-short.wav'), 'нейронные сети это хорошо'],
    ['English, espeak-ng', studio.speak(spokenEnglish, VOICES.a!), spokenEnglish],
    ['Russian, espeak-ng', studio.speak(spokenRussian, { voice: 'ru', speed: 140 }), spokenRussian],
    ['Russian, espeak-ng, slowly', studio.speak(spokenRussian, { voice: 'ru', speed: 115 }), spokenRussian],
  ]
  for (const [name, path, said] of cases) {
    if (!path) {
      console.log(`${name}: not here, skipped`)
      continue
    }
    const { text } = await transcript(path)
    const [right, written] = [plainWords(said), plainWords(text)]
    const wrong = wordErrors(right, written)
    console.log(`${name}: ${wrong} of ${right.length} words wrong (${((100 * wrong) / right.length).toFixed(1)} %)`)
  }
}

interface Case {
  name: string
  path: string
  said: SpokenTurn[]
}

function* cases(): Generator<Case> {
  const real = sample('diarization/pyannote-sample.wav')
  if (real) {
    const lines = readFileSync(sample('diarization/pyannote-sample.rttm')!, 'utf8').trim().split('\n')
    const said = lines.map(line => {
      const fields = line.split(/\s+/)
      return { start: Number(fields[3]), end: Number(fields[3]) + Number(fields[4]), speaker: fields[7]! }
    })
    yield { name: 'a telephone call, 2 people', path: real, said }
  }
  for (const count of [2, 3, 4])
    for (const seed of [101, 102])
      yield { name: `${count} espeak-ng voices (${seed})`, ...meeting(count, 14, seed * count) }
}

async function speakers(): Promise<void> {
  for (const { name, path, said } of cases()) {
    const count = new Set(said.map(({ speaker }) => speaker)).size
    for (const given of [count, undefined]) {
      const turns = await speakersOf(path, given)
      const { rate, confusion, total } = diarizationErrors(said, turns, { collar: 0.25, skipOverlap: true })
      const sure = turns.filter(turn => !turn.uncertain)
      const known = diarizationErrors(said, sure, { collar: 0.25, skipOverlap: true })
      const percent = (value: number) => `${(100 * value).toFixed(1)} %`
      console.log(
        `${name}, number ${given === undefined ? 'estimated' : 'given'}: found ${new Set(turns.map(({ speaker }) => speaker)).size}, error rate ${percent(rate)} (wrong speaker ${percent(confusion / total)}); of what it is sure of, ${percent(known.confusion / Math.max(1e-9, known.total - known.missed))} is wrong, ${percent(1 - known.missed / known.total)} is covered`,
      )
    }
  }
}

/** How much of the time in which two speak at once is marked as not known, and of the time in which one does. */
async function overlap(): Promise<void> {
  const { path, said } = meeting(2, 14, 105, line => (line % 3 === 0 ? -1.5 : 0.5))
  const turns = await speakersOf(path, 2)
  const share = (speaking: number) => `${(100 * markedWhere(said, turns, speaking)).toFixed(0)} %`
  console.log(`2 espeak-ng voices over each other: uncertain where both speak ${share(2)}, where one does ${share(1)}`)
}

async function silence(): Promise<void> {
  const hours = 10
  const file = studio.make(['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', String(hours * 3600)], 'flac')
  await measured(`${hours} hours of silence`, hours * 3600, () => transcript(file))
}

try {
  if (what === 'words' || what === 'all') await words()
  if (what === 'speakers' || what === 'all') {
    await speakers()
    await overlap()
  }
  if (what === 'silence' || what === 'all') await silence()
  if (what.startsWith('speed') || what === 'all') await speed()
} finally {
  await decoder.close()
  await transcribers.close()
  await diarizer.close()
  studio.close()
}
