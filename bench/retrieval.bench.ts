import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aPerson, type Json, type Person, until } from '../test/support/client.ts'
import { ROOT, startServer } from '../test/support/server.ts'

/**
 * How well search finds, through HTTP, with and without vectors. Each paragraph is a file of its own with a name that says
 * nothing. Questions and texts: ../shared/data. `npm run bench -- retrieval [questions per set] [paragraphs per set]`
 */

const DATA = join(ROOT, '../shared/data')
const QUESTIONS = Number(process.argv[2] ?? 300)
const PARAGRAPHS = Number(process.argv[3] ?? 400)

interface Asked {
  text: string
  /** Names of the files that answer, with what each is worth. */
  right: Map<string, number>
}

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
    vectors: false,
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

/** How much of the best possible order the first ten have. */
function ndcg(names: string[], right: Map<string, number>): number {
  const gain = (values: number[]) => values.slice(0, 10).reduce((sum, value, n) => sum + value / Math.log2(n + 2), 0)
  return gain(names.map(name => right.get(name) ?? 0)) / gain([...right.values()].sort((a, b) => b - a))
}

async function score(anna: Person, asked: Asked[], mode: string): Promise<string> {
  let [sum, first, used] = [0, 0, 0]
  for (const { text, right } of asked) {
    const { status, body } = await anna.get(`/v1/search?limit=10&mode=${mode}&q=${encodeURIComponent(text)}`)
    if (status !== 200) throw new Error(`search answered ${status}`)
    const names = body.items.map((item: Json) => item.object.filename)
    sum += ndcg(names, right)
    if (right.has(names[0])) first++
    if (body.mode === mode) used++
  }
  const share = (value: number) => (value / asked.length).toFixed(4)
  return `nDCG@10 ${share(sum)}, first ${share(first)}${mode === 'text' ? '' : `, with vectors ${share(used)}`}`
}

/** Words of the texts in another form than the text has: what is asked is the stem's other endings. */
async function inflected(): Promise<void> {
  const forms: [string, string][] = [
    ['договор', 'договорами'],
    ['квартира', 'квартирах'],
    ['письмо', 'письмами'],
    ['рубль', 'рублями'],
    ['город', 'городов'],
    ['книга', 'книгою'],
    ['улица', 'улицам'],
    ['врач', 'врачей'],
    ['машина', 'машиной'],
    ['учитель', 'учителями'],
    ['заключить', 'заключили'],
    ['платить', 'платила'],
    ['новый', 'новыми'],
    ['красивая', 'красивых'],
    ['больница', 'больницей'],
    ['решение', 'решениям'],
    ['налог', 'налогов'],
    ['счёт', 'счетами'],
    ['отчёт', 'отчётности'],
    ['ёлка', 'елками'],
    ['студент', 'студенткам'],
    ['завод', 'заводской'],
    ['река', 'реками'],
    ['гора', 'горах'],
    ['школа', 'школами'],
    ['работник', 'работниками'],
    ['встреча', 'встречей'],
    ['телефон', 'телефонами'],
    ['адрес', 'адресам'],
    ['подпись', 'подписями'],
    ['доверенность', 'доверенностью'],
    ['печать', 'печатями'],
    ['справка', 'справками'],
    ['паспорт', 'паспортом'],
    ['билет', 'билетов'],
    ['поезд', 'поездами'],
    ['самолёт', 'самолетами'],
    ['гостиница', 'гостиницам'],
    ['аренда', 'арендой'],
    ['ремонт', 'ремонтом'],
    ['покупатель', 'покупателями'],
    ['продавец', 'продавцами'],
    ['сделка', 'сделками'],
    ['товар', 'товарами'],
    ['склад', 'складах'],
    ['поставка', 'поставками'],
    ['оплата', 'оплатой'],
    ['скидка', 'скидок'],
    ['цена', 'ценами'],
    ['кредит', 'кредитов'],
    ['банк', 'банками'],
    ['вклад', 'вкладам'],
    ['процент', 'процентами'],
    ['срок', 'сроками'],
    ['день', 'дней'],
    ['неделя', 'неделями'],
    ['месяц', 'месяцами'],
    ['год', 'годами'],
    ['человек', 'человеком'],
    ['ребёнок', 'ребенком'],
    ['мать', 'матерью'],
    ['дочь', 'дочерью'],
    ['брат', 'братья'],
    ['друг', 'друзьями'],
    ['сосед', 'соседями'],
    ['дом', 'домами'],
    ['окно', 'окон'],
    ['дверь', 'дверями'],
    ['стол', 'столами'],
    ['лес', 'лесах'],
    ['море', 'морями'],
    ['озеро', 'озёрами'],
    ['собака', 'собаками'],
    ['лошадь', 'лошадей'],
    ['имя', 'именами'],
    ['время', 'временем'],
    ['путь', 'путём'],
    ['закон', 'законами'],
    ['суд', 'судах'],
    ['право', 'правам'],
    ['обязанность', 'обязанностями'],
    ['ответственность', 'ответственностью'],
    ['подписать', 'подписанного'],
    ['утвердить', 'утверждённый'],
    ['получить', 'полученными'],
    ['отправить', 'отправленное'],
    ['купить', 'купленных'],
    ['построить', 'построенного'],
    ['изменить', 'изменениями'],
    ['читать', 'читающий'],
    ['писать', 'писавших'],
    ['идти', 'идущими'],
    ['большой', 'большими'],
    ['синий', 'синего'],
    ['быстрый', 'быстрее'],
    ['хороший', 'хорошими'],
    ['государственный', 'государственными'],
    ['московский', 'московских'],
    ['рабочий', 'рабочими'],
    ['первый', 'первого'],
    ['весна', 'весной'],
  ]
  const server = await startServer()
  const anna = await aPerson(server.url)
  const ids: string[] = []
  for (const [n, [word]] of forms.entries()) ids.push((await anna.upload(`w${n}.txt`, `Здесь сказано: ${word}.`)).id)
  for (const id of ids) await anna.read(id)
  let found = 0
  for (const [n, [, form]] of forms.entries()) {
    const { body } = await anna.get(`/v1/search?mode=text&q=${encodeURIComponent(form)}`)
    if (body.items.some((item: Json) => item.object.filename === `w${n}.txt`)) found++
    else console.log(`  not found: ${form}`)
  }
  console.log(`inflected Russian: ${found} of ${forms.length} found`)
  await server.stop()
}

async function measure(task: Task): Promise<void> {
  const server = await startServer(task.vectors ? {} : { env: { MODELS_DIR: '' } })
  const anna = await aPerson(server.url)
  for (const [name, text] of task.files) await anna.upload(name, text)
  await until(async () => (await anna.get('/v1/processing')).body.pending === 0, 'the texts', 3600)
  const asked = spread(task.asked, QUESTIONS)
  console.log(`${task.name}: ${task.files.length} files, ${asked.length} questions`)
  console.log(`  words    ${await score(anna, asked, 'text')}`)
  if (task.vectors) {
    const began = performance.now()
    await until(async () => (await anna.get('/v1/search/vectors')).body.waiting === 0, 'the vectors', 7200)
    console.log(`  vectors made within ${Math.round((performance.now() - began) / 1000)} s more`)
    console.log(`  hybrid   ${await score(anna, asked, 'hybrid')}`)
    console.log(`  meaning  ${await score(anna, asked, 'semantic')}`)
  }
  await server.stop()
}

if (!existsSync(DATA)) console.log(`skipped: there is no ${DATA}`)
else {
  await inflected()
  for (const task of tasks()) await measure(task)
}
