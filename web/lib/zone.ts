/** Where this browser says it is; nothing where it does not know. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
