import { calledBy, type Heading } from './headings.ts'

export interface TypeSource {
  text: string
  kind: string
  filename: string
  lines: Heading[]
}

const CODE =
  /\.(ts|tsx|js|jsx|mjs|cjs|py|java|kt|c|h|cc|cpp|hpp|cs|go|rs|rb|php|swift|scala|sh|bash|ps1|sql|css|scss|lua|r|pl|hs|vue|svelte|json|ya?ml|toml|xml|ini|dockerfile|makefile)$/i

const BY_KIND: Record<string, string> = {
  audio: 'recording',
  video: 'recording',
  spreadsheet: 'spreadsheet',
  presentation: 'presentation',
  email: 'letter',
}

/** What kind of paper it is: what it calls itself, then what its bytes are, then what its words sound like. */
export function docTypeOf({ text, kind, filename, lines }: TypeSource): string {
  if (kind === 'audio' || kind === 'video') return 'recording'
  if (kind === 'text' && CODE.test(filename)) return 'code'
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (kind === 'image' && letters < 40) return 'photo'
  if (kind === 'presentation') return 'presentation'
  const called = calledBy(lines)
  if (called) return called.type
  return BY_KIND[kind] ?? 'other'
}
