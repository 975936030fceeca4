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
export const useWide = () => useMedia('(min-width: 1024px)')
