export interface Wanted {
  name: string
  input: unknown
}

/** What is to be said, and what is to be done. */
export interface Plan {
  text: string
  calls: Wanted[]
}
