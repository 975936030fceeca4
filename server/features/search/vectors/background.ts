import type { Needs } from '../../../context.ts'
import type { EncoderModel } from '../../../ports/embedder.ts'
import { dot, meanOf } from './codes.ts'
import type { Encoder } from './encoder.ts'
import { nearness } from './nearest.ts'
import { findBackground, saveBackground } from './queries.ts'

/** What this model makes of texts that have nothing to do with each other: against it a similarity means something. */
export interface Background {
  mean: Float32Array
  vectors: Float32Array[]
}

const kept = new Map<string, Background>()
const PATIENCE_MS = 60_000

/** Made once for each model, and kept in the database beside its name. */
export async function backgroundOf(
  context: Needs<'db'>,
  encoder: Encoder,
  { make }: { make: boolean },
): Promise<Background | undefined> {
  const found = kept.get(encoder.model.id) ?? (await load(context, encoder.model))
  if (found || !make) return found
  const made = await encoder.embed(SENTENCES, 'passage', PATIENCE_MS)
  const vectors = made.filter(vector => vector !== null)
  await saveBackground(context.db, encoder.model, Buffer.concat(vectors.map(bytesOf)))
  return load(context, encoder.model)
}

const bytesOf = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

async function load(context: Needs<'db'>, model: EncoderModel): Promise<Background | undefined> {
  const found = await findBackground(context.db, model.id)
  if (!found || found.dim !== model.dim) return undefined
  const all = new Float32Array(Uint8Array.from(found.background).buffer)
  const vectors = Array.from({ length: all.length / found.dim }, (_, n) =>
    all.slice(n * found.dim, (n + 1) * found.dim),
  )
  const background = { mean: meanOf(vectors), vectors }
  kept.set(model.id, background)
  return background
}

/** How many standard deviations above chance a similarity is, for this very question: some questions are near to everything. */
export function zScoreOf(background: Background, question: Float32Array): (similarity: number) => number {
  return againstChance(background.vectors.map(vector => dot(vector, question)))
}

/** The same of a text whose nearness to everything is taken into account. */
export function nearnessScoreOf(background: Background, question: Float32Array): (near: Nearness) => number {
  const nearnessScore = againstChance(
    background.vectors.map(vector =>
      nearness({ similarity: dot(vector, question), common: dot(vector, background.mean) }),
    ),
  )
  return near => nearnessScore(nearness(near))
}

type Nearness = Parameters<typeof nearness>[0]

function againstChance(chance: number[]): (value: number) => number {
  const mean = chance.reduce((sum, value) => sum + value, 0) / chance.length
  const spread = Math.sqrt(chance.reduce((sum, value) => sum + (value - mean) ** 2, 0) / chance.length) || 0.01
  return value => (value - mean) / spread
}

export const SENTENCES = [
  'Река разлилась весной и затопила луга на левом берегу.',
  'Для супа понадобятся картофель, морковь, лук и немного зелени.',
  'Квартальный отчёт показал рост выручки на семь процентов.',
  'Музей открыт ежедневно, кроме понедельника, с десяти до шести.',
  'Скорость света в вакууме не зависит от движения источника.',
  'Пациенту назначили курс антибиотиков и постельный режим.',
  'Арендатор обязан вносить плату не позднее пятого числа каждого месяца.',
  'Команда проиграла финальный матч в дополнительное время.',
  'Чтобы обновить программу, перезапустите компьютер и войдите снова.',
  'Композитор написал оперу за три года до своей смерти.',
  'Вулкан проснулся ночью, и жителей деревни вывезли на побережье.',
  'Поезд отправляется со второго пути в девять сорок.',
  'Суд отклонил жалобу за пропуском срока.',
  'Пчёлы передают друг другу направление к цветам танцем.',
  'Император подписал указ об освобождении крестьян.',
  'Бабушка связала внуку тёплый шарф из синей шерсти.',
  'Новый мост соединил остров с материком.',
  'Учитель попросил детей открыть тетради и записать задачу.',
  'Цены на нефть снизились после заседания стран-экспортёров.',
  'Алгоритм сортирует массив за время, близкое к линейному.',
  'Население города выросло вдвое за двадцать лет.',
  'Философ считал, что счастье не зависит от обстоятельств.',
  'Гарантия не распространяется на повреждения водой.',
  'Актриса получила премию за роль второго плана.',
  'The river flooded the meadows on its left bank in spring.',
  'Add the chopped onions and let the soup simmer for an hour.',
  'Quarterly revenue grew by seven percent over the previous year.',
  'The museum is open daily except on Mondays.',
  'Enzymes lower the activation energy of chemical reactions.',
  'The patient was given antibiotics and told to rest.',
  'The tenant shall pay the rent on the fifth day of each month.',
  'The home team lost the final in extra time.',
  'Restart the computer to finish installing the update.',
  'She wrote her first novel while working as a nurse.',
  'The volcano erupted at night and the village was evacuated.',
  'The train to the airport leaves every twenty minutes.',
  'The court dismissed the appeal as out of time.',
  'Bees tell each other the way to the flowers by dancing.',
  'Parliament passed the act after a long debate.',
  'My grandmother knitted a warm scarf of blue wool.',
  'The new bridge connects the island with the mainland.',
  'The teacher asked the pupils to open their books.',
  'Oil prices fell after the exporters had met.',
  'The algorithm sorts an array in nearly linear time.',
  'The population of the city doubled within twenty years.',
  'Soldiers crossed the mountains in the middle of winter.',
  'The warranty does not cover damage by water.',
  'The actress won an award for a supporting role.',
]
