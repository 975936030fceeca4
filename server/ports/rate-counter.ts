/** Counts hits in fixed windows. */
export interface RateCounter {
  /** Counts one hit and answers how many the key has had in the window that contains now. */
  hit(key: string, windowSeconds: number): Promise<number>
  close(): Promise<void>
}
