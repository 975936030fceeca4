/** Letters of a token, at the least: Russian text has between two and four in the usual models, English more. */
const LETTERS = 2

/** How many tokens a text takes at most; nobody outside the model knows it to the token. */
export const tokensAtMost = (letters: number): number => Math.ceil(letters / LETTERS)

/** Recordings whose length is not known yet: 64 kbit/s, which speech is usually kept at. */
const SOUND_BYTES_PER_SECOND = 8000

export const secondsOfSound = (bytes: number): number => Math.ceil(bytes / SOUND_BYTES_PER_SECOND)
