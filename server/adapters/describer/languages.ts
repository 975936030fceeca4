/** Which language a text is in, as an ISO 639-1 code; empty when there is too little to tell. */

const SAMPLE = 4000
/** Letters of other Cyrillic alphabets than the Russian one. */
const NOT_RUSSIAN = /[іїєґўјљњћђџѓќәғқңөұүһӣӯҷҳ]/giu

export async function languageOf(text: string): Promise<string> {
  const sample = text.slice(0, SAMPLE)
  const letters = countBut(/\P{L}+/gu, sample)
  if (letters < 3) return ''
  const cyrillic = countBut(/\P{Script=Cyrillic}+/gu, sample)
  if (cyrillic * 2 >= letters) {
    const foreign = sample.match(NOT_RUSSIAN)?.length ?? 0
    // Bulgarian has no letter of its own, but never ы or э.
    const russian = foreign === 0 && (cyrillic < 60 || /[ыэё]/i.test(sample))
    return russian ? 'ru' : (await detected(sample)) || 'ru'
  }
  const latin = countBut(/[^a-z]+/gi, sample)
  if (latin === letters && looksEnglish(sample)) return 'en'
  return (await detected(sample)) || (latin * 2 > letters ? 'en' : '')
}

/** How many characters are left without these; a list of them all would cost several times as much. */
const countBut = (others: RegExp, text: string) => text.replaceAll(others, '').length

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
