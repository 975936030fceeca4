import stemmers from 'snowball-stemmers'
import { remembered } from '../../lib/remembered.ts'

const russian = stemmers.newStemmer('russian')
const english = stemmers.newStemmer('english')

/** All forms of a word as one: stemmed by its script, in lower case, ё as е. */
export const stemOf = remembered((word: string): string => {
  const plain = word.toLowerCase().replaceAll('ё', 'е').replaceAll('’', "'")
  return /[а-я]/.test(plain) ? russian.stem(plain) : /[a-z]/.test(plain) ? english.stem(plain) : plain
})
