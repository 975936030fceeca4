import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ClassicalListener } from '../server/adapters/diarizer/classical.ts'
import { canSpeak, conversation, MAN, MEETING, type Said, Studio, WOMAN } from './support/speech.ts'

const STEP = 0.02

/** The share of the time in which so many speak that is marked as not known. */
async function markedWhere(path: string, said: Said[], speaking: number): Promise<number> {
  const listener = new ClassicalListener()
  const bytes = readFileSync(path)
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, (bytes.length - 44) >> 1)
  const end = samples.length / 16_000
  await listener.hear({ samples, start: 0, end, speech: [[0, end]] })
  const { turns } = await listener.finish({ speakers: 2 })
  let [all, marked] = [0, 0]
  for (let at = 0; at < said.at(-1)!.end; at += STEP) {
    const turn = turns.find(({ start, end }) => start <= at && end > at)
    if (!turn || said.filter(({ start, end }) => start <= at && end > at).length !== speaking) continue
    all++
    if (turn.uncertain) marked++
  }
  return marked / all
}

test.skipIf(!canSpeak)('where two speak at once it is not claimed to know who; where one speaks it is', async () => {
  const studio = new Studio()
  // After every second line the other falls in a second and a half early.
  const talk = conversation(studio, { man: MAN, woman: WOMAN }, MEETING, line => (line % 2 === 0 ? -1.5 : 0.5))
  expect(await markedWhere(talk.path, talk.said, 2)).toBeGreaterThan(0.3)
  expect(await markedWhere(talk.path, talk.said, 1)).toBeLessThan(0.15)
  studio.close()
})
