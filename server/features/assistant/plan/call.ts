export interface PlannedCall {
  name: string
  input: unknown
}

/** What is to be said, and what is to be done. */
export interface Plan {
  text: string
  calls: PlannedCall[]
  /** It is a question back: nothing goes on before it is answered. */
  asks?: boolean
  /** Things of others that the text or the calls rest on. */
  given?: string[]
}
