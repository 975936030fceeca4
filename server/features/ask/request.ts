export interface AskRequest {
  query: string
  history: { role: string; content: string }[]
  session_id?: string | null
  object_ids?: string[] | null
  doc_type?: string | null
  model?: string | null
  top_k?: number | null
  use_memory: boolean
  web_search: boolean
  include_hidden: boolean
  /** A folder with all below it; of callers inside the service. */
  collection_id?: string
}
