import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Config, ConfigError } from './config.ts'

/** What things cost, and who may spend how much. Both tables come from files that the configuration names, or are these. */

export const METERS = [
  'llm_chat',
  'llm_embed',
  'ocr',
  'transcription',
  'diarization',
  'conversion',
  'web_search',
] as const

export type Meter = (typeof METERS)[number]

/** How much of something was used; each meter counts what it is about. */
export interface Units {
  prompt_tokens?: number
  completion_tokens?: number
  audio_seconds?: number
  /** Pages, files or searches. */
  units?: number
}

const roubles = z.number().min(0)

const price = z.object({
  /** Roubles for a thousand tokens of the question, and of the answer. */
  prompt_1k: roubles.default(0),
  completion_1k: roubles.default(0),
  audio_second: roubles.default(0),
  unit: roubles.default(0),
})

const priceTable = z.object({
  version: z.string().min(1),
  prices: z.partialRecord(z.enum(METERS), price),
})

export type PriceTable = z.output<typeof priceTable>

/** A public service of a middling model; whoever runs their own sets their own. */
const DEFAULT_PRICES: PriceTable = priceTable.parse({
  version: 'default-1',
  prices: {
    llm_chat: { prompt_1k: 0.05, completion_1k: 0.15 },
    llm_embed: { prompt_1k: 0.005 },
    transcription: { audio_second: 0.01 },
    web_search: { unit: 0.3 },
  },
})

const tariff = z.object({
  /** Null is without a limit. */
  monthly_rub: roubles.nullable(),
  storage_bytes: z.int().min(0).nullable(),
})

const tariffTable = z
  .object({ default: z.string(), tariffs: z.record(z.string(), tariff) })
  .refine(table => table.default in table.tariffs, 'the default tariff is not among the tariffs')

export type TariffTable = z.output<typeof tariffTable>
export type Tariff = z.output<typeof tariff> & { name: string }

/** On one's own machine nothing is limited until the administrator sets a tariff table. */
const DEFAULT_TARIFFS: TariffTable = {
  default: 'unlimited',
  tariffs: {
    unlimited: { monthly_rub: null, storage_bytes: null },
    free: { monthly_rub: 100, storage_bytes: 5 * 1024 ** 3 },
    standard: { monthly_rub: 1000, storage_bytes: 100 * 1024 ** 3 },
  },
}

export function tariffOf(table: TariffTable, name: string): Tariff {
  const known = name in table.tariffs ? name : table.default
  return { name: known, ...table.tariffs[known]! }
}

const MICRO = 1_000_000

/** Rounded up once, at the end, so that no use is for nothing and none is paid twice. */
export function costOf(table: PriceTable, meter: Meter, used: Units): number {
  const found = table.prices[meter]
  if (!found) return 0
  const rub =
    (found.prompt_1k * (used.prompt_tokens ?? 0)) / 1000 +
    (found.completion_1k * (used.completion_tokens ?? 0)) / 1000 +
    found.audio_second * (used.audio_seconds ?? 0) +
    found.unit * (used.units ?? 0)
  // The product of two decimals may lie a hair above a whole number.
  return Math.ceil(Number((rub * MICRO).toFixed(3)))
}

export const inRoubles = (micro: number): number => micro / MICRO
export const inMicro = (rub: number): number => Math.round(rub * MICRO)

/** How many tokens of a completion so much money buys; a completion that costs nothing has no end. */
export function tokensFor(table: PriceTable, meter: Meter, micro: number): number {
  const rub = table.prices[meter]?.completion_1k ?? 0
  return rub === 0 ? Number.POSITIVE_INFINITY : Math.floor(micro / (rub * 1000))
}

export interface Tables {
  prices: PriceTable
  /** Of engines on this machine: nothing, unless somebody has configured prices. */
  localPrices: PriceTable
  tariffs: TariffTable
}

export async function readTables(config: Config): Promise<Tables> {
  const prices = await fromFile(config.PRICES_FILE, priceTable, DEFAULT_PRICES)
  return {
    prices,
    localPrices: config.PRICES_FILE ? prices : { version: prices.version, prices: {} },
    tariffs: await fromFile(config.TARIFFS_FILE, tariffTable, DEFAULT_TARIFFS),
  }
}

async function fromFile<T>(path: string, shape: z.ZodType<T>, fallback: T): Promise<T> {
  if (!path) return fallback
  try {
    return shape.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new ConfigError(`${path} cannot be used: ${why}`)
  }
}
