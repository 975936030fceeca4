import { inTransaction, type Needs } from '../../context.ts'
import { cosine } from '../../lib/cosine.ts'
import type { Diarized } from '../../ports/diarizer.ts'
import { labelOf } from './join.ts'
import { knownVoices, lockProfile, type NamedSpeaker, resealVoice, sealedVoices, setVoice } from './queries.ts'

/** Voices leave this file only as names: what they are like is opened here, compared here, and sealed here. */

type Sealed = Needs<'db' | 'secrets'>

const open = (context: Needs<'secrets'>, sealed: string): Float32Array => {
  const bytes = Buffer.from(context.secrets.open(sealed), 'base64')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

const seal = (context: Needs<'secrets'>, voice: Float32Array): string =>
  context.secrets.seal(Buffer.from(voice.buffer, voice.byteOffset, voice.byteLength).toString('base64'))

const likeness = (a: Float32Array, b: Float32Array): number => (a.length === b.length ? cosine(a, b) : -1)

/** Names for the voices that are somebody's with a profile: the surest first, nobody twice. */
export async function recognised(
  context: Sealed & Needs<'diarizer'>,
  ownerId: string,
  { voices }: Diarized,
): Promise<Record<string, NamedSpeaker>> {
  const engine = await context.diarizer.engine()
  const { threshold } = engine
  if (threshold === null || voices.length === 0) return {}
  const known = await knownVoices(context.db, ownerId, engine.id)
  const pairs = known
    .flatMap(profile => {
      const own = open(context, profile.voice)
      return voices.map((voice, speaker) => ({ profile, speaker, near: likeness(own, voice) }))
    })
    .filter(({ near }) => near >= threshold)
    .sort((a, b) => b.near - a.near)
  const named: Record<string, NamedSpeaker> = {}
  const taken = new Set<string>()
  for (const { profile, speaker } of pairs) {
    if (taken.has(profile.id) || named[labelOf(speaker)]) continue
    taken.add(profile.id)
    named[labelOf(speaker)] = { name: profile.name, profile_id: profile.id }
  }
  return named
}

/** The middle of all recordings of the person; another engine begins anew. */
export async function learn(
  context: Sealed & Needs<'signals' | 'diarizer'>,
  ownerId: string,
  profileId: string,
  voice: Float32Array,
): Promise<void> {
  const { id: engine, threshold } = await context.diarizer.engine()
  // An engine that cannot recognise anybody gives nothing worth keeping.
  if (threshold === null || voice.every(value => value === 0)) return
  await inTransaction(context, async tx => {
    const profile = await lockProfile(tx.db, ownerId, profileId)
    if (!profile) return
    const before = profile.voice !== null && profile.engine === engine ? open(tx, profile.voice) : undefined
    const samples = before ? profile.samples : 0
    const mixed = before ? voice.map((value, i) => (value + before[i]! * samples) / (samples + 1)) : voice
    await setVoice(tx.db, ownerId, profileId, { engine, voice: seal(tx, mixed), samples: samples + 1 })
  })
}

/** Everything sealed anew with the current key; in the caller's transaction. */
export async function resealVoices({ db, secrets }: Sealed): Promise<number> {
  const all = await sealedVoices(db)
  for (const { owner_id, id, voice } of all) await resealVoice(db, owner_id, id, secrets.seal(secrets.open(voice)))
  return all.length
}
