import { type Person, until } from '../../test/support/client.ts'

export interface Asked {
  text: string
  /** Names of the files that answer, with what each is worth. */
  right: Map<string, number>
}

/** How much of the best possible order the first ten have. */
export function ndcg(names: string[], right: Map<string, number>): number {
  const gain = (values: number[]) => values.slice(0, 10).reduce((sum, value, n) => sum + value / Math.log2(n + 2), 0)
  return gain(names.map(name => right.get(name) ?? 0)) / gain([...right.values()].sort((a, b) => b - a))
}

export type Mode = 'text' | 'hybrid' | 'semantic'

export interface Answer {
  names: string[]
  /** Whether vectors took part. */
  meant: boolean
}

export async function found(anna: Person, text: string, mode: Mode): Promise<Answer> {
  const { status, body } = await anna.get(`/v1/search?limit=10&mode=${mode}&q=${encodeURIComponent(text)}`)
  if (status !== 200) throw new Error(`search answered ${status}`)
  return { names: body.items.map(item => item.object.filename), meant: body.mode !== 'text' }
}

export const share = (value: number, of: number) => (value / of).toFixed(4)

export function lineOf(asked: Asked[], orders: string[][]): string {
  const sum = asked.reduce((total, { right }, n) => total + ndcg(orders[n]!, right), 0)
  const first = asked.filter(({ right }, n) => right.has(orders[n]![0] ?? '')).length
  return `nDCG@10 ${share(sum, asked.length)}, first ${share(first, asked.length)}`
}

export async function score(anna: Person, asked: Asked[], mode: Mode): Promise<string> {
  const answers: Answer[] = []
  for (const { text } of asked) answers.push(await found(anna, text, mode))
  const used = answers.filter(({ meant }) => meant).length
  const line = lineOf(
    asked,
    answers.map(({ names }) => names),
  )
  return mode === 'text' ? line : `${line}, with vectors ${share(used, asked.length)}`
}

export async function upload(anna: Person, files: [string, string][]): Promise<void> {
  for (const [name, text] of files) await anna.upload(name, text)
  await until(async () => (await anna.get('/v1/processing')).body.pending === 0, 'the texts', 3600)
}

export const vectorsMade = (anna: Person) =>
  until(async () => (await anna.get('/v1/search/vectors')).body.waiting === 0, 'the vectors', 7200)
