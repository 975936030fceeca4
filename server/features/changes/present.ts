import type { StoredChange } from './queries.ts'

export const presentChange = ({ subject_id, ...change }: StoredChange) => ({
  ...change,
  object_id: change.subject === 'object' ? subject_id : null,
  collection_id: change.subject === 'collection' ? subject_id : null,
})
