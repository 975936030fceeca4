/** What a link leads to. */
export interface Card {
  kind: 'folder' | 'file'
  name: string
  can_upload: boolean
  expires_at: string | null
  object_id: string | null
}
