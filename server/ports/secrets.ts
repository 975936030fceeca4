/** Encrypts what must be kept but not read by whoever finds the database. */
export interface Secrets {
  /** The names of the keys: the one that seals, then those that can only open. */
  keyIds: string[]
  seal(plain: string): string
  /** A secret for one purpose, the same in every process and after every start. */
  derive(purpose: string): Buffer
  open(sealed: string): string
}
