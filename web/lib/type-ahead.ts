/** What is typed between asking for a page with a field and the moment that its field is there. */
let typed: string | null = null
/** A page that does not come gives the keys back. */
const PATIENCE_MS = 10_000
let patience: ReturnType<typeof setTimeout> | undefined

const collect = (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') return void takeTypeAhead()
  const next = event.key === 'Backspace' ? typed!.slice(0, -1) : event.key.length === 1 ? typed + event.key : null
  if (next === null) return
  typed = next
  event.preventDefault()
  event.stopPropagation()
}

/** Keys go to no shortcut from here on, until the field takes them. */
export function startTypeAhead(): void {
  if (typed !== null) return
  typed = ''
  window.addEventListener('keydown', collect, { capture: true })
  patience = setTimeout(takeTypeAhead, PATIENCE_MS)
}

export function takeTypeAhead(): string {
  const taken = typed ?? ''
  typed = null
  clearTimeout(patience)
  window.removeEventListener('keydown', collect, { capture: true })
  return taken
}
