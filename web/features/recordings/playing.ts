import { type RefObject, useEffect, useMemo } from 'react'
import { type Store, store } from '../../lib/store.ts'

/** What plays, outside of React: the second changes many times a second, and only what shows it is drawn anew. */
export interface Playing {
  second: Store<number>
  running: Store<boolean>
  /** As the browser sees it; 0 until it does. */
  length: Store<number>
  seek: (second: number) => void
  toggle: () => void
}

export function usePlaying(media: RefObject<HTMLMediaElement | null>): Playing {
  const playing = useMemo(() => {
    const second = store(0)
    return {
      second,
      running: store(false),
      length: store(0),
      seek(to: number) {
        second.set(Math.max(0, to))
        if (media.current) media.current.currentTime = Math.max(0, to)
      },
      toggle() {
        const element = media.current
        // Refused when the file cannot be played: the element says so itself.
        if (element?.paused) void element.play().catch(() => {})
        else element?.pause()
      },
    }
  }, [media])
  useEffect(() => {
    const element = media.current
    if (!element) return
    let frame = 0
    const setSecond = () => playing.second.set(element.currentTime)
    const follow = () => {
      setSecond()
      frame = requestAnimationFrame(follow)
    }
    const measure = () => {
      if (Number.isFinite(element.duration)) playing.length.set(element.duration)
    }
    const listeners: [string, () => void][] = [
      ['seeked', setSecond],
      ['timeupdate', setSecond],
      ['durationchange', measure],
      [
        'loadedmetadata',
        () => {
          measure()
          // What was asked for before it could be done.
          if (playing.second.get() > 0) element.currentTime = playing.second.get()
        },
      ],
      [
        'play',
        () => {
          playing.running.set(true)
          cancelAnimationFrame(frame)
          follow()
        },
      ],
      [
        'pause',
        () => {
          playing.running.set(false)
          cancelAnimationFrame(frame)
          setSecond()
        },
      ],
    ]
    for (const [name, listener] of listeners) element.addEventListener(name, listener)
    // It may have been faster than we.
    if (element.readyState > 0) measure()
    return () => {
      cancelAnimationFrame(frame)
      for (const [name, listener] of listeners) element.removeEventListener(name, listener)
    }
  }, [media, playing])
  return playing
}
