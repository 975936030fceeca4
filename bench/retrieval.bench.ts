import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aPerson } from '../test/support/client.ts'
import { ROOT, startServer } from '../test/support/server.ts'
import { measureAcross } from './retrieval/across.ts'
import { measureShort } from './retrieval/brief.ts'
import { FORMS, HARD } from './retrieval/forms.ts'
import { type Asked, score, upload, vectorsMade } from './retrieval/measure.ts'

/**
 * How well search finds, through HTTP, with and without vectors. Each paragraph is a file of its own with a name that says
 * nothing. Questions and texts: ../shared/data. `npm run bench -- retrieval [questions per set] [paragraphs per set]`, and
 * `npm run bench -- retrieval across FILE` for questions in one language about texts in the other (`retrieval/across.ts`);
 * `npm run bench -- retrieval forms` for words in other forms alone;
 * `npm run bench -- retrieval short` for a few words in one language about texts in the other (`retrieval/short.ts`).
 */

const DATA = join(ROOT, '../shared/data')
const QUESTIONS = Number(process.argv[2] ?? 300)
const PARAGRAPHS = Number(process.argv[3] ?? 400)

interface Task {
  name: string
  files: [string, string][]
  asked: Asked[]
  /** With vectors it must not be worse than this much below words alone. */
  vectors: boolean
}

interface Squad {
  data: { paragraphs: { context: string; qas: { question: string }[] }[] }[]
}

const spread = <T>(list: T[], most: number) => {
  const step = Math.max(1, Math.floor(list.length / most))
  return list.filter((_, n) => n % step === 0).slice(0, most)
}

function questions(file: string, prefix: string): { files: [string, string][]; asked: Asked[] } {
  const { data } = JSON.parse(readFileSync(join(DATA, file), 'utf8')) as Squad
  const paragraphs = spread(
    data.flatMap(article => article.paragraphs),
    PARAGRAPHS,
  )
  return {
    files: paragraphs.map(({ context }, n) => [`${prefix}${n}.txt`, context]),
    asked: paragraphs.flatMap(({ qas }, n) =>
      qas.map(({ question }) => ({ text: question, right: new Map([[`${prefix}${n}.txt`, 1]]) })),
    ),
  }
}

const news = (): [string, string][] =>
  readdirSync(join(DATA, 'factrueval-dev'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.txt'))
    .map((name, n) => [`f${n}.txt`, readFileSync(join(DATA, 'factrueval-dev', name), 'utf8')])

function cranfield(): Task {
  const parts = (file: string) =>
    readFileSync(join(DATA, 'cranfield', file), 'utf8')
      .replaceAll('\r', '')
      .split(/^\.I /m)
      .slice(1)
      .map(part => (part.split(/^\.W\n/m)[1] ?? '').replaceAll(/\s+/g, ' ').trim())
  const right = new Map<number, Map<string, number>>()
  for (const line of readFileSync(join(DATA, 'cranfield/cranqrel'), 'utf8').split('\n')) {
    const [question = 0, document = 0, degree = 0] = line.trim().split(/\s+/).map(Number)
    if (degree < 1 || degree > 4) continue
    const known = right.get(question) ?? new Map()
    right.set(question, known.set(`c${document}.txt`, 1))
  }
  const asked = parts('cran.qry').map((text, n) => ({ text, right: right.get(n + 1) ?? new Map() }))
  return {
    name: 'cranfield (abstracts)',
    files: parts('cran.all.1400').map((text, n) => [`c${n + 1}.txt`, text || '-']),
    asked: asked.filter(({ text, right }) => text && right.size > 0),
    vectors: true,
  }
}

function tasks(): Task[] {
  const russian = questions('xquad-ru-quarter.json', 'r')
  const english = questions('squad1.1-dev-minus-xquad.json', 'p')
  const german = questions('xquad.de.json', 'd')
  return [
    {
      name: 'xquad-ru-quarter + news + German',
      files: [...russian.files, ...news(), ...german.files.slice(0, 60)],
      asked: russian.asked,
      vectors: true,
    },
    { name: 'squad', ...english, vectors: true },
    { name: 'xquad-de (a language nobody tuned for)', ...german, vectors: false },
    cranfield(),
  ]
}

async function inflected(name: string, pairs: [string, string][]): Promise<void> {
  const server = await startServer()
  const anna = await aPerson(server.url)
  const ids: string[] = []
  for (const [n, [word]] of pairs.entries()) ids.push((await anna.upload(`w${n}.txt`, `Здесь сказано: ${word}.`)).id)
  for (const id of ids) await anna.read(id)
  let found = 0
  for (const [n, [, form]] of pairs.entries()) {
    const { body } = await anna.get(`/v1/search?mode=text&q=${encodeURIComponent(form)}`)
    if (body.items.some(item => item.object.filename === `w${n}.txt`)) found++
    else console.log(`  not found: ${form}`)
  }
  console.log(`inflected Russian, ${name}: ${found} of ${pairs.length} found`)
  await server.stop()
}

async function measureForms(): Promise<void> {
  await inflected('endings', FORMS)
  await inflected('other stems', HARD)
}

async function measure(task: Task): Promise<void> {
  const server = await startServer(task.vectors ? {} : { env: { MODELS_DIR: '' } })
  const anna = await aPerson(server.url)
  await upload(anna, task.files)
  const asked = spread(task.asked, QUESTIONS)
  console.log(`${task.name}: ${task.files.length} files, ${asked.length} questions`)
  console.log(`  words    ${await score(anna, asked, 'text')}`)
  if (task.vectors) {
    const began = performance.now()
    await vectorsMade(anna)
    console.log(`  vectors made within ${Math.round((performance.now() - began) / 1000)} s more`)
    console.log(`  hybrid   ${await score(anna, asked, 'hybrid')}`)
    console.log(`  meaning  ${await score(anna, asked, 'semantic')}`)
  }
  await server.stop()
}

const only = process.argv[2]
if (only === 'across') await measureAcross(process.argv[3] ?? '')
else if (only === 'short') await measureShort()
else if (only === 'forms') await measureForms()
else if (!existsSync(DATA)) console.log(`skipped: there is no ${DATA}`)
else {
  await measureForms()
  for (const task of tasks()) await measure(task)
}
