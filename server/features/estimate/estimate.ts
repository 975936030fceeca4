import type { Actor, Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import { secondsOfSound, tokensAtMost } from '../../lib/token-count.ts'
import { costOf, inRoubles, type Meter, type PriceTable, type Units } from '../../tables.ts'
import { type Estimated, objectsToEstimate } from './queries.ts'

/** What a question brings along besides the files: instructions, itself, what was said before. */
const AROUND_TOKENS = 4000
/** The longest answer, and the wording of the question before it. */
const ANSWER_TOKENS = 1100
/** An answer in the wrong language is asked for once more. */
const TRIES = 2

const seconds = ({ kind, size, seconds: known }: Estimated) =>
  kind === 'audio' || kind === 'video' ? Math.round(known ?? secondsOfSound(size)) : 0

const NEEDS: Record<Meter, (object: Estimated) => Units> = {
  llm_chat: ({ characters }) => ({ prompt_tokens: TRIES * tokensAtMost(characters) }),
  // Chunks overlap, and each is given its heading.
  llm_embed: ({ characters }) => ({ prompt_tokens: TRIES * tokensAtMost(characters) + 100 }),
  ocr: ({ pages }) => ({ units: Math.max(1, pages) }),
  transcription: object => ({ audio_seconds: seconds(object) }),
  diarization: object => ({ audio_seconds: seconds(object) }),
  conversion: () => ({ units: 1 }),
  web_search: () => ({ units: 1 }),
}

/** What is paid once, however many files there are. */
const ONCE: Partial<Record<Meter, Units>> = {
  llm_chat: { prompt_tokens: TRIES * AROUND_TOKENS, completion_tokens: TRIES * ANSWER_TOKENS },
}

const add = (a: Units, b: Units): Units => ({
  prompt_tokens: (a.prompt_tokens ?? 0) + (b.prompt_tokens ?? 0),
  completion_tokens: (a.completion_tokens ?? 0) + (b.completion_tokens ?? 0),
  audio_seconds: (a.audio_seconds ?? 0) + (b.audio_seconds ?? 0),
  units: (a.units ?? 0) + (b.units ?? 0),
})

type Estimating = Needs<'db' | 'tables' | 'config'>

/** These are done on this machine, unless an endpoint does them. */
function pricesFor({ tables, config }: Estimating, meter: Meter): PriceTable {
  if (meter === 'llm_chat' || meter === 'web_search') return tables.prices
  if (meter === 'llm_embed') return config.EMBEDDING_MODEL ? tables.prices : tables.localPrices
  if (meter === 'transcription') return config.TRANSCRIPTION_MODEL ? tables.prices : tables.localPrices
  return tables.localPrices
}

/** Equal to the charge where it is known before how much there is; for models the most that it can be. */
export async function estimate(context: Estimating, actor: Actor, request: { operation: Meter; object_ids: string[] }) {
  const ids = [...new Set(request.object_ids)]
  const objects = await objectsToEstimate(context.db, actor, ids)
  if (objects.length < ids.length) throw notFound('object')
  const units = objects.map(NEEDS[request.operation]).reduce(add, ONCE[request.operation] ?? {})
  const prices = pricesFor(context, request.operation)
  return { cost_rub: inRoubles(costOf(prices, request.operation, units)), units: add(units, {}) }
}
