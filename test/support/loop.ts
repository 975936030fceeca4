import { call, type Person } from './client.ts'

/** How the main thread fares while something else happens. */

export async function longestTurn(base: string): Promise<{ wall: number; cpu: number }> {
  const { text } = await call('GET', '/metrics', {}, base)
  const value = (clock: string) =>
    Number(new RegExp(`^dossier_event_loop_longest_turn_seconds\\{clock="${clock}"\\} (\\S+)$`, 'm').exec(text)?.[1])
  return { wall: value('wall'), cpu: value('cpu') }
}

interface Waits {
  all: number[]
  p99: number
  most: number
}

const waitsOf = (all: number[]): Waits => ({
  all,
  p99: all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0,
  most: Math.max(0, ...all),
})

const EVERY_MS = 25

/** Asks for /health and for somebody's list all the time while the work goes on. */
export async function watching(base: string, person: Person, work: () => Promise<unknown>) {
  const [health, list]: [number[], number[]] = [[], []]
  let done = false
  const timed = async (into: number[], ask: () => Promise<{ status: number }>) => {
    while (!done) {
      const began = performance.now()
      const { status } = await ask()
      if (status !== 200) throw new Error(`answered ${status}`)
      into.push(performance.now() - began)
      await new Promise(resolve => setTimeout(resolve, EVERY_MS))
    }
  }
  const looks = [timed(health, () => call('GET', '/health', {}, base)), timed(list, () => person.get('/v1/objects'))]
  try {
    await work()
  } finally {
    done = true
    await Promise.all(looks)
  }
  return { health: waitsOf(health), list: waitsOf(list) }
}

/** A link to a folder that takes uploads. */
export async function sharePlace(person: Person): Promise<string> {
  const { id } = await person.folder('open')
  const { body } = await person.post(`/v1/collections/${id}/shares`, { can_upload: true })
  return body.token
}
