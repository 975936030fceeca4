import { startServer } from '../test/support/server.ts'
import { ofOthers } from './corpus/foreign.ts'
import { madeFiles } from './corpus/made.ts'

/**
 * Documents of all kinds. `npm run bench -- corpus made`: every operation on awkward PDF files of our own. `corpus foreign [pdf,ppt]`:
 * public files that are named in bench/corpus/list.json; CORPUS_CLONES names a folder with a clone of each repository as owner+name.
 * Other programs of Debian read them, too: pandoc, mupdf-tools, antiword, python3-openpyxl.
 */

const [part = 'all', only] = process.argv.slice(2)
const clones = process.env.CORPUS_CLONES
const server = await startServer({ env: { RATE_LIMITS: 'off' } })
try {
  let sound = true
  if (part !== 'foreign') sound = await madeFiles(server.url)
  if (part !== 'made' && !clones) console.log('SKIPPED: CORPUS_CLONES names no folder, so no foreign file was read.')
  if (part !== 'made' && clones) sound = (await ofOthers(server.url, clones, only)) && sound
  process.exitCode = sound ? 0 : 1
} finally {
  await server.stop()
}
