import { cyrillicIn, lettersIn } from './tokens.ts'

/** Which language a text is in, as an ISO 639-1 code; empty when there is too little to tell. */

const SAMPLE = 4000
/** Letters of other Cyrillic alphabets than the Russian one. */
const NOT_RUSSIAN = /[іїєґўјљњћђџѓќәғқңөұүһӣӯҷҳ]/giu

export async function languageOf(text: string): Promise<string> {
  const sample = text.slice(0, SAMPLE)
  const letters = lettersIn(sample)
  if (letters < 3) return ''
  const cyrillic = cyrillicIn(sample)
  if (cyrillic * 2 >= letters) {
    const foreign = sample.match(NOT_RUSSIAN)?.length ?? 0
    // Bulgarian has no letter of its own, but never ы or э.
    const russian = foreign === 0 && (cyrillic < 60 || /[ыэё]/i.test(sample))
    return russian ? 'ru' : (await detected(sample)) || 'ru'
  }
  const latin = sample.replaceAll(/[^a-z]+/gi, '').length
  if (latin === letters && looksEnglish(sample)) return 'en'
  return (await detected(sample)) || (latin * 2 > letters ? 'en' : '')
}

/** Common short words that no other language has together; it spares most texts the detector. */
function looksEnglish(sample: string): boolean {
  const words = sample.toLowerCase().match(/[a-z]+/g) ?? []
  const hits = words.filter(word => ENGLISH.has(word)).length
  return words.length < 4 ? hits > 0 : hits / words.length > 0.12
}

const ENGLISH = new Set(
  'the of and to in is that for it with as was on are be this by from or an not have which'.split(' '),
)

interface Detector {
  detect(text: string): { language: string; isReliable(): boolean }
}

let detector: Promise<Detector> | undefined

async function detected(sample: string): Promise<string> {
  detector ??= import('eld/small').then(module => module.eld as Detector)
  return (await detector).detect(sample).language
}
