/** Each speaker has a colour and a number; beyond six the colours come again and the numbers do not. */
const VOICES = [
  { text: 'text-voice-1', fill: 'fill-voice-1', border: 'border-voice-1' },
  { text: 'text-voice-2', fill: 'fill-voice-2', border: 'border-voice-2' },
  { text: 'text-voice-3', fill: 'fill-voice-3', border: 'border-voice-3' },
  { text: 'text-voice-4', fill: 'fill-voice-4', border: 'border-voice-4' },
  { text: 'text-voice-5', fill: 'fill-voice-5', border: 'border-voice-5' },
  { text: 'text-voice-6', fill: 'fill-voice-6', border: 'border-voice-6' },
]

export const voiceOf = (at: number) => VOICES[Math.max(0, at) % VOICES.length]!
