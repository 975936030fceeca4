/** Slow hashes for what people choose themselves: passwords, PINs, link passwords. */
export interface Passwords {
  hash(plain: string): Promise<string>
  /** Against no hash at all it takes just as long and answers false. */
  verify(hash: string | undefined, plain: string): Promise<boolean>
}
