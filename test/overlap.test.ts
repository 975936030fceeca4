import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ClassicalListener } from '../server/adapters/diarizer/classical.ts'
import { markedWhere } from './support/diarization-errors.ts'
import { canSpeak, conversation, MAN, MEETING, Studio, WOMAN } from './support/speech.ts'

async function turnsIn(path: string) {
  const listener = new ClassicalListener()
  const bytes = readFileSync(path)
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, (bytes.length - 44) >> 1)
  const end = samples.length / 16_000
  await listener.add({ samples, start: 0, end, speech: [[0, end]] })
  return (await listener.finish({ speakers: 2 })).turns
}

test.skipIf(!canSpeak)('where two speak at once it is not claimed to know who; where one speaks it is', async () => {
  const studio = new Studio()
  // After every second line the other falls in a second and a half early.
  const talk = conversation(studio, { man: MAN, woman: WOMAN }, MEETING, line => (line % 2 === 0 ? -1.5 : 0.5))
  const turns = await turnsIn(talk.path)
  expect(markedWhere(talk.said, turns, 2)).toBeGreaterThan(0.3)
  expect(markedWhere(talk.said, turns, 1)).toBeLessThan(0.15)
  studio.close()
})
