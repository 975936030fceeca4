/** `ru` or `en` by the letters that prevail, empty when there are too few to tell. */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, 20_000)
  const cyrillic = sample.match(/[а-яё]/gi)?.length ?? 0
  const latin = sample.match(/[a-z]/gi)?.length ?? 0
  if (cyrillic + latin < 3) return ''
  return cyrillic > latin ? 'ru' : 'en'
}
