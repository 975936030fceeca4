import type { Words } from '../../lib/language.ts'

/** Why a person has to look at what became of a recording. */

const clock = (seconds: number): string => {
  const whole = Math.floor(seconds)
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

const named = (codes: string[], language: 'en' | 'ru') => {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return codes.map(code => names.of(code) ?? code).join(', ')
}

export const foreignSpeech = (codes: string[]): Words => ({
  en: `Speech in a language that cannot be written down on this server (${named(codes, 'en')}) was left out. Connect a transcription model that knows it, or put one into MODELS_DIR.`,
  ru: `Речь на языке, который на этом сервере не распознаётся (${named(codes, 'ru')}), пропущена. Подключите модель, которая его знает, или положите её в MODELS_DIR.`,
})

export const calledOff = (seconds: number): Words => ({
  en: `The transcription was cancelled at ${clock(seconds)}; the text ends there.`,
  ru: `Расшифровка отменена на ${clock(seconds)}; текст на этом заканчивается.`,
})

export const brokenOff = (seconds: number, promised: number): Words => ({
  en: `The recording should last ${clock(promised)} but breaks off at ${clock(seconds)}. Upload a whole copy.`,
  ru: `Запись должна длиться ${clock(promised)}, но обрывается на ${clock(seconds)}. Загрузите целую копию.`,
})

export const tooLong = (seconds: number): Words => ({
  en: `The recording is very long: only the first ${clock(seconds)} were written down.`,
  ru: `Запись очень длинная: расшифрованы только первые ${clock(seconds)}.`,
})

export const noEngine: Words = {
  en: 'Speech cannot be written down on this server: it has no transcription engine.',
  ru: 'На этом сервере речь не расшифровывается: нет движка распознавания.',
}

export const unclearSpeech: Words = {
  en: 'Something like speech is heard, but no words could be made out. Listen to it yourself, or connect a better transcription model.',
  ru: 'Слышно что-то похожее на речь, но слов разобрать не удалось. Послушайте запись сами или подключите модель получше.',
}
