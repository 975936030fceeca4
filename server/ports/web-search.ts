export interface WebPage {
  url: string
  title: string
  snippet: string
}

/** A search engine that whoever runs the service has named. */
export interface WebSearch {
  /** False when none is named: then nobody should ask. */
  on: boolean
  /** Pages that its answer lists, none of them fetched. Throws WebSearchFailed. */
  search(query: string, options: { limit: number; deadlineMs: number; signal?: AbortSignal }): Promise<WebPage[]>
}

export class WebSearchFailed extends Error {
  override name = 'WebSearchFailed'
}
