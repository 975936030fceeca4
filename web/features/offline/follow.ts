import { whenChanged } from '../../api/call.ts'
import { forgetFiles, lookAgain } from './kept.ts'
import { followTree, treeChanged } from './tree.ts'
import { setReader } from './whose.ts'

const ONE = /^\/v1\/objects\/([0-9a-f-]{36})/
const WIDE = /^\/v1\/(collections|themes|agent|changes)/
let owner = ''
let later: ReturnType<typeof setTimeout> | undefined

/** After a change that may reach many files, and when somebody comes back to the page. */
export function lookAgainSoon(): void {
  clearTimeout(later)
  later = setTimeout(() => void lookAgain(owner), 500)
}

/** Whatever this page changes is no longer what was kept. */
export function followChanges(user: string): void {
  owner = user
  setReader(user)
  followTree(user)
  whenChanged((path, body) => {
    const [, id] = ONE.exec(path) ?? []
    const { object_ids: ids } = (body ?? {}) as { object_ids?: string[] }
    const files = id ? [id] : path.startsWith('/v1/objects/bulk') ? ids : undefined
    if (files) {
      void forgetFiles(files)
      treeChanged(files)
    } else if (WIDE.test(path)) {
      treeChanged()
      lookAgainSoon()
    }
  })
}
