/** Backups into BACKUP_DIR, each in a process of its own. */
export interface Backups {
  /** Throws with a sentence when it did not succeed. Ends early when the signal fires: the next one goes on. */
  run(kind: 'scheduled' | 'asked', options: { prove: boolean; signal: AbortSignal }): Promise<void>
  /** Removes the bytes that a backup kept from going, when it is over. Answers how many. */
  release(): Promise<number>
}
