import stemmers from 'snowball-stemmers'

const russian = stemmers.newStemmer('russian')
const english = stemmers.newStemmer('english')

const CACHED = 60_000
const cache = new Map<string, string>()

/** All forms of a word as one: stemmed by its script, in lower case, ё as е. */
export function stemOf(word: string): string {
  const known = cache.get(word)
  if (known !== undefined) return known
  if (cache.size >= CACHED) cache.clear()
  const plain = word.toLowerCase().replaceAll('ё', 'е').replaceAll('’', "'")
  const stem = /[а-я]/.test(plain) ? russian.stem(plain) : /[a-z]/.test(plain) ? english.stem(plain) : plain
  cache.set(word, stem)
  return stem
}
