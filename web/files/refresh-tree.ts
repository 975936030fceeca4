import { client } from '../api/client.ts'

/** With more levels unfolded than this they are asked for less often: each takes a request, and those of a minute are limited. */
const FEW_LEVELS = 10
const LEVEL_MS = 400

let treeAt = 0
let treeLater: ReturnType<typeof setTimeout> | undefined

export function refreshTree(): void {
  const levels = client.getQueryCache().findAll({ queryKey: ['folders', 'in'], type: 'active' }).length
  const wait = levels > FEW_LEVELS ? treeAt + levels * LEVEL_MS - Date.now() : 0
  clearTimeout(treeLater)
  treeLater = wait > 0 ? setTimeout(refreshTree, wait) : undefined
  if (treeLater) return
  treeAt = Date.now()
  void client.invalidateQueries({ queryKey: ['folders'] })
  for (const key of ['themes', 'shared', 'given', 'pins']) void client.invalidateQueries({ queryKey: [key] })
}
