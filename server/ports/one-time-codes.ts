/** Codes of an authenticator app: six digits that change every half minute (RFC 6238). */
export interface OneTimeCodes {
  newSecret(): string
  /** What an app takes as a QR code. */
  otpauthUrl(secret: string, account: string): string
  /** The time step that a code belongs to: the present one or a neighbour, for clocks that differ; undefined for any other code. */
  stepOf(secret: string, code: string): number | undefined
}
