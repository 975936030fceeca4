import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ROOT } from '../../test/support/server.ts'

/** Public files that were made by other people's programs, by the repository on GitHub that has them. */

export interface Foreign {
  repository: string
  path: string
  name: string
  kind: string
  bytes: Uint8Array<ArrayBuffer>
}

type List = Record<string, string[]>

const KIND: Record<string, string> = { htm: 'html', docm: 'docx', dotx: 'docx', xlsm: 'xlsx', pptm: 'pptx', dot: 'doc' }

const extensionOf = (path: string) => extname(path).slice(1).toLowerCase()

/** A clone of each, bare or not, in a folder of the name owner+name. */
export function* foreignFiles(clones: string, only?: string): Generator<Foreign> {
  const list: List = JSON.parse(readFileSync(join(ROOT, 'bench/corpus/list.json'), 'utf8'))
  for (const [repository, paths] of Object.entries(list)) {
    const clone = join(clones, repository.replace('/', '+'))
    if (!existsSync(clone)) {
      console.log(`SKIPPED: ${paths.length} files of ${repository}: there is no clone in CORPUS_CLONES`)
      continue
    }
    for (const path of paths) {
      const extension = extensionOf(path)
      if (only && !only.split(',').includes(extension)) continue
      const bytes = execFileSync('git', ['-C', clone, 'show', `HEAD:${path}`], { maxBuffer: 1 << 28 })
      yield {
        repository,
        path,
        name: path.split('/').at(-1)!,
        kind: KIND[extension] ?? extension,
        bytes: Uint8Array.from(bytes),
      }
    }
  }
}
