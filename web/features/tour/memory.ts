import { get, put } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Settings } from '../../api/shapes.ts'
import { tourStep } from './state.ts'

/** What is remembered of the tour, with the settings: whether it was left, and which files are samples. */
interface Remembered {
  tour?: 'left'
  samples?: string[]
}

const read = (settings: Settings | undefined): Remembered => (settings?.ui ?? {}) as Remembered

export const samplesOf = (settings: Settings | undefined): string[] => read(settings).samples ?? []

/** `ui` is replaced whole: what others keep in it is read first. */
export async function remember(change: Remembered): Promise<void> {
  const { ui } = await get('/v1/settings')
  client.setQueryData(['settings'], await put('/v1/settings', { ui: { ...ui, ...change } }))
}

/** On an empty account it begins by itself, unless it was left before. */
export async function offerTour(): Promise<void> {
  const settings = await client.fetchQuery({ queryKey: ['settings'], queryFn: () => get('/v1/settings') })
  if (read(settings).tour !== 'left') tourStep.set(now => now ?? 0)
}

export async function leaveTour(): Promise<void> {
  tourStep.set(undefined)
  await remember({ tour: 'left' })
}
