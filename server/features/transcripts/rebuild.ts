import type { Needs } from '../../context.ts'
import { computation } from '../../ports/compute.ts'
import type { corrected } from './correct.ts'

const correcting = computation<typeof corrected>(import.meta.url, './correct.ts', 'corrected', 30_000)

/** The transcript with what was put right, and how many letters it has. */
export const rebuiltTranscript = (context: Needs<'compute'>, ownerId: string, input: Parameters<typeof corrected>[0]) =>
  context.compute.run(correcting, input, ownerId)
