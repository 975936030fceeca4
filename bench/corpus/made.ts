import { aPerson } from '../../test/support/client.ts'
import { awkwardFiles } from '../../test/support/pdf-corpus.ts'
import { judge, makesSense, OPERATIONS } from '../../test/support/pdf-judge.ts'

/** Every operation that makes sense on every awkward file of our own, judged by qpdf --check, poppler and the pixels. */
export async function madeFiles(url: string): Promise<boolean> {
  let [judged, failed] = [0, 0]
  const anna = await aPerson(url)
  for (const file of await awkwardFiles()) {
    const { id } = await anna.upload(`${file.name}.pdf`, file.bytes)
    const complaints: string[] = []
    const began = performance.now()
    for (const op of OPERATIONS.filter(candidate => makesSense(candidate, file))) {
      judged++
      await judge(anna, url, id, file, op).catch(error => complaints.push(`${op}: ${error.message}`))
    }
    failed += complaints.length
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `${file.name} (${file.pages} pages): ${complaints.length === 0 ? 'all sound' : complaints.join('; ')} (${seconds} s)`,
    )
  }
  console.log(`${judged} results judged, ${failed} not sound`)
  return failed === 0
}
