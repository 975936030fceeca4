export type Language = 'ru' | 'en'

/** One sentence in both languages of the product. */
export interface Words {
  en: string
  ru: string
}

/** The first of ru and en that an Accept-Language header prefers. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';')
      const q = rest.map(r => r.trim()).find(r => r.startsWith('q='))
      return { tag: tag.slice(0, 2), q: q ? Number(q.slice(2)) : 1 }
    })
    .filter(({ tag, q }) => (tag === 'ru' || tag === 'en') && q > 0)
    .sort((a, b) => b.q - a.q)
  return wanted[0]?.tag === 'ru' ? 'ru' : 'en'
}
