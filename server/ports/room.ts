/** What is left of the disk. */
export interface Room {
  /** Throws when nothing that takes room may be begun: what is left is kept for signing in, reading and removing. */
  assert(): Promise<void>
}

/** Told as a full disk is: the reserve is no room. */
export class ReserveReached extends Error {
  override name = 'ReserveReached'
  readonly code = 'ENOSPC'
}
