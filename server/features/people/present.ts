import type { SharedFolder } from './grants.ts'

export const presentShared = ({ given, role, folder }: SharedFolder) => ({
  collection_id: folder.id,
  name: folder.name,
  icon: folder.icon,
  role,
  owner: { id: given.owner_id, email: given.owner_email, name: given.owner_name },
  object_count: folder.object_count,
  has_folders: folder.has_folders,
  given_at: given.created_at,
})
