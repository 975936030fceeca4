/** What makes vectors of texts, so that they can be found by meaning. */
export interface EncoderModel {
  /** Kept with each vector: vectors of different models are never compared. */
  id: string
  dim: number
}

export type EmbedPurpose = 'query' | 'passage'

export interface Embedder {
  /** Throws EmbedderOff, with a sentence for the operator, where no encoder can run. Loads it for that purpose if none has yet. */
  model(purpose: EmbedPurpose): Promise<EncoderModel>
  /** Vectors of length 1, in the order of the texts; null for a text in a language that the encoder does not know. */
  embed(texts: string[], purpose: EmbedPurpose, options: { deadlineMs: number }): Promise<(Float32Array | null)[]>
  close(): Promise<void>
}

/** There is no encoder here, or it does not work: search is by words alone. */
export class EmbedderOff extends Error {
  override name = 'EmbedderOff'
}

/** It took too long this time. */
export class EmbedderLate extends Error {
  override name = 'EmbedderLate'
}
