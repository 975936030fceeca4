import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseEmbedder } from '../server/adapters/embedder/choose.ts'
import { isolatedJudge } from '../server/adapters/judge/isolated.ts'
import { compose } from '../server/features/ask/model/compose.ts'
import { verifierOf } from '../server/features/ask/model/verify.ts'
import { isCyrillic } from '../server/features/ask/question.ts'
import { aSandbox } from '../test/support/sandbox.ts'
import { ROOT } from '../test/support/server.ts'
import { answersOf, type Half, readLibrary } from './verify/claims.ts'
import { figuresOf, type Outcome, outcomesOf } from './verify/score.ts'

/**
 * What a model wrote, held against the files: true claims and changed ones, in the language of the file and in the other, with
 * right and wrong numbers of passages. `npm run bench -- verify [tuned | fresh | kept | all] [rules] [list]`
 */

const [which = 'all', ...flags] = process.argv.slice(2)
const halves: Half[] = which === 'all' ? ['tuned', 'fresh', 'kept'] : [which as Half]
const models = join(ROOT, 'models')
const sandbox = await aSandbox()
const helpers = flags.includes('rules')
  ? {}
  : { judge: isolatedJudge(sandbox, models), embedder: await chooseEmbedder(sandbox, '', models) }

/** Processor seconds of this process and all below it so far. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  const facts = new Map<number, { parent: number; ticks: number }>()
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      facts.set(Number(pid), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) })
    } catch {
      // It has just ended.
    }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === process.pid || isBelow(facts.get(pid)?.parent))
  const below = [...facts.values()].filter(({ parent }) => isBelow(parent))
  return (user + system) / 1e6 + below.reduce((sum, { ticks }) => sum + ticks, 0) / 100
}

const LIMITS = { false: [0.03, 0.08], lost: [0.1, 0.2], seconds: 1.5 }
let missed = false
const held = (value: number, most: number) => {
  if (value > most) missed = true
  return `${value.toFixed(3)} (at most ${most}${value > most ? ': MISSED' : ''})`
}

async function run(half: Half): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const answers = answersOf(readLibrary(half))
  // Loading the models and the dictionary is not what an answer takes.
  await verifierOf(answers[0]!.passages, helpers).verify(answers[0]!.claims[0]!.text)
  const before = spent()
  for (const answer of answers) {
    const language = isCyrillic(answer.written) ? 'ru' : 'en'
    const { passages, written } = answer
    const composed = await compose(written, { passages, pages: 0, language, verifier: verifierOf(passages, helpers) })
    outcomes.push(...outcomesOf(answer, composed))
  }
  console.log(`${half}: ${held((spent() - before) / answers.length, LIMITS.seconds)} s of processor for an answer`)
  return outcomes
}

for (const half of halves) {
  const outcomes = await run(half)
  for (const across of [false, true]) {
    const own = outcomes.filter(({ claim }) => claim.across === across)
    const { falsePassed, trueLost, wrongFile, counts } = figuresOf(own)
    console.log(
      `${half}, ${across ? 'the other language' : 'one language'}: of ${counts.false} false passed ${held(falsePassed, LIMITS.false[Number(across)]!)}, of ${counts.true} true lost ${held(trueLost, LIMITS.lost[Number(across)]!)}, wrong file ${held(wrongFile, 0)}`,
    )
    const kinds = [...new Set(own.map(({ claim }) => claim.kind))].filter(kind => kind !== 'true')
    const passed = kinds.map(kind => {
      const some = own.filter(({ claim }) => claim.kind === kind)
      return `${kind} ${some.filter(one => one.passed).length}/${some.length}`
    })
    console.log(`  passed: ${passed.join(', ')}`)
  }
  if (flags.includes('list'))
    for (const { claim, passed, cited, why } of outcomes)
      if (passed !== (claim.kind === 'true') || (passed && cited !== claim.file))
        console.log(`  ${claim.across ? 'x' : ' '} ${claim.kind}: ${claim.text} -> ${passed ? `cited ${cited}` : why}`)
}
await helpers.judge?.close()
await helpers.embedder?.close()
process.exitCode = missed ? 1 : 0
