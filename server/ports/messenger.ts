/** A messenger in which owners can be reached. */
export interface Messenger {
  /** False until one is configured. */
  isOn: boolean
  /** Whether this owner has connected it. */
  reaches(ownerId: string): Promise<boolean>
  send(ownerId: string, text: string): Promise<void>
}
