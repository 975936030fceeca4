import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../test/support/server.ts'

/**
 * How often the kind of a document is told right, on documents written by hand that nothing was trained on;
 * `npm run train -- doc-types` makes the classifier's weights.
 */

const FLOOR = 0.85
const adapter = join(ROOT, 'dist/server/adapters/describer')

const { docTypeOf } = await import(join(adapter, 'doc-types.js'))
const { headLines } = await import(join(adapter, 'headings.js'))

let [right, all] = [0, 0]
for (const language of ['ru', 'en']) {
  const documents = readFileSync(join(ROOT, `test/fixtures/doc-types-${language}.txt`), 'utf8')
    .split(/^=== /m)
    .filter(Boolean)
  let own = 0
  for (const document of documents) {
    const [type, ...lines] = document.trim().split('\n')
    const text = lines.join('\n')
    const said = docTypeOf({ text, kind: 'text', filename: 'scan.txt', lines: headLines(text) })
    if (said === type) own++
    else console.log(`${language} ${type} taken for ${said}: ${text.slice(0, 70).replaceAll('\n', ' ')}`)
  }
  console.log(`${language}: ${own} of ${documents.length}`)
  right += own
  all += documents.length
}
const share = right / all
console.log(`ratio right = ${share.toFixed(3)} of ${all} (at least ${FLOOR}): ${share < FLOOR ? 'MISSED' : 'ok'}`)
process.exit(share < FLOOR ? 1 : 0)
