/** The part of the package `az` that we use; it has no types of its own. */
declare module 'az' {
  export interface AzTag {
    [grammeme: string]: unknown
    POST: string
    GNdr?: unknown
    NMbr?: string
    CAse?: string
  }
  export interface AzParse {
    word: string
    tag: AzTag
    score: number
    parser: string
    normalize(): AzParse
    inflect(grammemes: string[] | number): AzParse | false
    /** How many forms the word has; each has a number. */
    formCnt: number
  }
  const Az: {
    Morph: ((
      word: string,
      options?: { typos?: number; stutter?: number; ignoreCase?: boolean; parsers?: string[] },
    ) => AzParse[]) & {
      init(folder: string, done: (error: Error | null) => void): void
    }
  }
  export default Az
}
