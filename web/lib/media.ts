import { useSyncExternalStore } from 'react'

export function useMedia(condition: string): boolean {
  return useSyncExternalStore(
    changed => {
      const media = matchMedia(condition)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(condition).matches,
  )
}

export const useNarrow = () => useMedia('(max-width: 767px)')
/** Fingers: nothing can be dropped, and there is no key to press. */
export const useCoarse = () => useMedia('(pointer: coarse)')
export const useWide = () => useMedia('(min-width: 1024px)')
