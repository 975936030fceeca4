import { aPerson, type Json } from '../test/support/client.ts'
import { ABSENT, faultOf, LIBRARY, nonsense, queriesFor } from '../test/support/library.ts'
import { startServer } from '../test/support/server.ts'
import { upload, vectorsMade } from './retrieval/measure.ts'

/**
 * Whether what search shows has a reason: 60 words and questions that the library does not know find nothing, or only what is
 * said to be similar; and over 300 queries no snippet is a bare heading, a bracket, a single letter or has signs of Markdown.
 */

const server = await startServer()
const anna = await aPerson(server.url)
await upload(anna, LIBRARY)
await vectorsMade(anna)
const texts = new Map(LIBRARY)

async function look(q: string) {
  const { status, body } = await anna.get(`/v1/search?q=${encodeURIComponent(q)}`)
  if (status !== 200) throw new Error(`search answered ${status}`)
  return body
}

let [nothing, similar] = [0, 0]
const unfounded: string[] = []
for (const q of ABSENT) {
  const { items } = await look(q)
  const claimed = items.filter((item: Json) => item.reason === 'words')
  if (items.length === 0) nothing++
  else if (claimed.length === 0) similar++
  else
    unfounded.push(
      `${q}: ${claimed.map((item: Json) => `${item.object.filename} (${item.snippet.slice(0, 60)})`).join(', ')}`,
    )
  if (claimed.length === 0 && items.length > 0)
    console.log(`  similar: ${q} -> ${items.map((item: Json) => item.object.filename).join(', ')}`)
}
console.log(
  `${ABSENT.length} absent: ${nothing} find nothing, ${similar} say "similar", ${unfounded.length} without a reason`,
)
for (const line of unfounded) console.log(`  ${line}`)

const made = nonsense(200)
let founded = 0
for (const q of made) {
  const { items } = await look(q)
  if (items.length === 0) continue
  founded++
  console.log(`  ${q} -> ${items.map((item: Json) => `${item.object.filename} (${item.reason})`).join(', ')}`)
}
console.log(`${made.length} made-up words: ${made.length - founded} find nothing`)

const queries = queriesFor(LIBRARY, 300)
const faults: string[] = []
let [shown, lost] = [0, 0]
for (const q of queries) {
  const { items } = await look(q)
  if (items.length === 0) lost++
  for (const { object, snippet } of items) {
    shown++
    const fault = faultOf(snippet, object.filename, texts.get(object.filename) ?? '')
    if (fault) faults.push(`${fault}: ${q} -> ${object.filename}: ${JSON.stringify(snippet)}`)
  }
}
console.log(`${queries.length} queries: ${shown} snippets, ${faults.length} at fault; ${lost} found nothing`)
for (const fault of faults.slice(0, 60)) console.log(`  ${fault}`)
await server.stop()
if (unfounded.length + faults.length > 0) process.exitCode = 1
