export const isTyping = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null

/** Letters by their place, so that they work in every layout. */
export const keyOf = ({ code, key }: Pick<KeyboardEvent, 'code' | 'key'>): string =>
  /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
