import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseEmbedder } from '../../server/adapters/embedder/choose.ts'
import { dot } from '../../server/features/search/vectors/codes.ts'
import { aPerson, type Person } from '../../test/support/client.ts'
import { aSandbox } from '../../test/support/sandbox.ts'
import { ROOT, startServer } from '../../test/support/server.ts'
import { vectorsFor } from '../answers/vectors.ts'
import { type Asked, lineOf, score, upload, vectorsMade } from './measure.ts'

/**
 * Questions in one language about texts in the other. The file is JSON:
 *
 *   { "sets": [{ "name": "English question, Russian text",
 *                "texts": { "r0.txt": "...", ... },
 *                "questions": [{ "text": "...", "right": "r0.txt", "own": "..." }, ...] }, ...] }
 *
 * `right` names the text that answers, `own` is the same question in the language of the texts and may be left out. Each set is a
 * library of its own; then all sets are one library of both languages. The names of the texts differ throughout.
 */
interface AcrossFile {
  sets: { name: string; texts: Record<string, string>; questions: { text: string; right: string; own?: string }[] }[]
}

const askedOf = (questions: { text: string; right: string }[]): Asked[] =>
  questions.map(({ text, right }) => ({ text, right: new Map([[right, 1]]) }))

/** The order that the encoder alone gives: each text whole, each compared, nothing left out. */
function byVectors(files: [string, string][], asked: Asked[], vectors: Map<string, Float32Array | null>): string {
  const orders = asked.map(({ text }) => {
    const question = vectors.get(text)
    const nearness = files.map(([name, content]) => {
      const vector = vectors.get(content)
      return { name, near: question && vector ? dot(question, vector) : -1 }
    })
    return nearness.sort((a, b) => b.near - a.near).map(({ name }) => name)
  })
  return lineOf(asked, orders)
}

async function vectorsOf(texts: string[], questions: string[]): Promise<Map<string, Float32Array | null>> {
  const embedder = await chooseEmbedder(await aSandbox(), '', join(ROOT, 'models'))
  const made = [...(await vectorsFor(embedder, texts, 'passage')), ...(await vectorsFor(embedder, questions, 'query'))]
  await embedder.close()
  return new Map([...texts, ...questions].map((text, n) => [text, made[n] ?? null]))
}

async function library(url: string, files: [string, string][]): Promise<Person> {
  const anna = await aPerson(url)
  await upload(anna, files)
  await vectorsMade(anna)
  return anna
}

export async function measureAcross(path: string): Promise<void> {
  if (!existsSync(path))
    return console.log(`skipped: there is no ${path} (bench/retrieval/across.ts says what it holds)`)
  const { sets } = JSON.parse(readFileSync(path, 'utf8')) as AcrossFile
  const all = sets.flatMap(({ texts }) => Object.entries(texts))
  const questions = sets.flatMap(set => set.questions.flatMap(({ text, own }) => (own ? [text, own] : [text])))
  const vectors = await vectorsOf(
    all.map(([, text]) => text),
    questions,
  )
  const server = await startServer()
  const report = async (anna: Person, files: [string, string][], name: string, asked: Asked[]) => {
    console.log(`${name}: ${files.length} texts, ${asked.length} questions`)
    console.log(`  words           ${await score(anna, asked, 'text')}`)
    console.log(`  vectors alone   ${byVectors(files, asked, vectors)}`)
    console.log(`  search          ${await score(anna, asked, 'hybrid')}`)
  }
  for (const { name, texts, questions } of sets) {
    const files = Object.entries(texts)
    await report(await library(server.url, files), files, name, askedOf(questions))
  }
  if (sets.length > 1) {
    const anna = await library(server.url, all)
    for (const { name, questions } of sets) {
      const own = questions.flatMap(({ own, right }) => (own ? [{ text: own, right }] : []))
      await report(anna, all, `both languages; ${name}`, askedOf(questions))
      if (own.length > 0) await report(anna, all, `both languages; the same asked in the text's own`, askedOf(own))
    }
  }
  await server.stop()
}
