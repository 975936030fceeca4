import type { StoredObject } from '../objects/index.ts'
import type { ShownLink } from './links.ts'
import type { ListedShare, Share } from './queries.ts'

const cardOf = (share: Share) => ({
  id: share.id,
  has_password: share.password_hash !== null,
  can_upload: share.can_upload,
  expires_at: share.expires_at,
  created_at: share.created_at,
})

export const kindOfShare = (share: Share) => (share.collection_id ? ('folder' as const) : ('file' as const))

export const presentNewShare = (share: Share & { token: string }, origin: string) => ({
  ...cardOf(share),
  token: share.token,
  url: `${origin}/share/${share.token}`,
})

export const presentShare = (share: ListedShare) => ({
  ...cardOf(share),
  kind: kindOfShare(share),
  name: share.name,
  collection_id: share.collection_id,
  object_id: share.object_id,
})

export const presentShown = ({ share, token, diary }: ShownLink, origin: string) => ({
  ...presentShare(share),
  url: token === null ? null : `${origin}/share/${token}`,
  diary,
})

/** Of a shared file only what the one outside needs. */
export const presentPublic = (object: StoredObject) => ({
  id: object.id,
  created_at: object.created_at,
  display_name: object.filename,
  filename: object.filename,
  kind: object.kind,
  mime: object.mime,
  status: object.status,
  doc_type: String(object.enrichment?.doc_type ?? 'other'),
  size: object.size,
  text_view: object.text_view,
})
