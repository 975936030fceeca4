/**
 * Long tests of kills, attacks, speech and corpora run as a sample in `npm test` and whole in `npm run bench -- whole`.
 */
export const whole = process.env.WHOLE === 'on'

export const sampled = <T>(sample: T, all: T): T => (whole ? all : sample)
