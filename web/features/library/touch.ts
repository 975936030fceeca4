import { type RefObject, useEffect, useRef, useState } from 'react'
import { trashFiles } from '../../files/change.ts'
import { type ListedPages, refreshListings, refreshTree } from '../../files/files.ts'
import { isOwn } from '../../files/given.ts'
import { setFavorite } from '../../files/own.ts'
import { selection } from '../../files/selection.ts'
import { touchWords } from './touch-words.ts'

/** A finger on the list: down from its top refreshes it, across a line stars the file or moves it to the trash. */

/** Before this many pixels it is not yet known what the finger wants. */
const SLACK = 12
const PULL = 72
/** Of the width of the line. */
const SWIPE = 0.35

interface Touched {
  x: number
  y: number
  line: HTMLElement | undefined
  file: ListedPages | undefined
  wants?: 'pull' | 'swipe' | 'nothing'
}

interface TouchList {
  scroller: RefObject<HTMLDivElement | null>
  fileOf: (id: string) => ListedPages | undefined
}

/** How far the list is pulled, from 0 to 1: let go at 1, it is refreshed. */
export function useTouches({ scroller, fileOf }: TouchList): number {
  const [pulled, setPulled] = useState(0)
  const ask = useRef(fileOf)
  ask.current = fileOf
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let touch: Touched | undefined
    const start = ({ touches: [finger, second] }: TouchEvent) => {
      if (second) return drop()
      if (!finger) return
      const line = (finger.target as Element).closest<HTMLElement>('[role=row][data-id]') ?? undefined
      touch = { x: finger.clientX, y: finger.clientY, line, file: line && ask.current(line.dataset.id!) }
    }
    /** What was begun is left as if nothing had been. */
    const drop = () => {
      if (touch?.wants === 'swipe') show(touch, 0)
      touch = undefined
      setPulled(0)
    }
    const move = (event: TouchEvent) => {
      const finger = event.touches[0]
      if (!touch || !finger) return
      const [across, down] = [finger.clientX - touch.x, finger.clientY - touch.y]
      touch.wants ??= wantedBy(touch, { across, down, top: element.scrollTop })
      if (touch.wants === 'pull') setPulled(Math.min(1, Math.max(0, down / (2 * PULL))))
      if (touch.wants === 'swipe') show(touch, across)
      // The browser would scroll, or go back a page.
      if (touch.wants === 'swipe' || (touch.wants === 'pull' && down > 0)) event.preventDefault()
    }
    const end = (event: TouchEvent) => {
      const finger = event.changedTouches[0]
      if (touch && finger && event.type === 'touchend') {
        if (touch.wants === 'pull' && finger.clientY - touch.y >= 2 * PULL) refresh()
        if (touch.wants === 'swipe') swiped(touch, finger.clientX - touch.x)
      }
      drop()
    }
    element.addEventListener('touchstart', start, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    for (const name of ['touchend', 'touchcancel'] as const) element.addEventListener(name, end)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      for (const name of ['touchend', 'touchcancel'] as const) element.removeEventListener(name, end)
    }
  }, [scroller])
  return pulled
}

interface Moved {
  across: number
  down: number
  top: number
}

function wantedBy({ file }: Touched, { across, down, top }: Moved): Touched['wants'] {
  if (Math.max(Math.abs(across), Math.abs(down)) < SLACK) return undefined
  if (Math.abs(across) > 1.5 * Math.abs(down)) return canSwipe(file) ? 'swipe' : 'nothing'
  return down > 0 && top <= 0 ? 'pull' : 'nothing'
}

/** While files are being chosen a finger chooses; what is somebody else's, or in the trash, has its menu. */
const canSwipe = (file: ListedPages | undefined): boolean =>
  file !== undefined && isOwn(file) && !file.deleted_at && selection.get().ids.size === 0

function refresh(): void {
  refreshListings()
  refreshTree()
}

/** The line follows the finger; what will be done stands beneath it. */
function show({ line, file }: Touched, across: number): void {
  const under = line?.parentElement
  if (!line || !under || !file) return
  line.style.transform = across === 0 ? '' : `translateX(${across}px)`
  line.style.background = across === 0 ? '' : 'var(--color-ground)'
  if (across === 0) {
    delete under.dataset.swipe
    return
  }
  const t = touchWords.now()
  under.dataset.swipe = across < 0 ? 'left' : 'right'
  under.dataset.swipeText = across < 0 ? t.trash : file.is_favorite ? t.unfavorite : t.favorite
}

function swiped({ line, file }: Touched, across: number): void {
  if (!file || Math.abs(across) < SWIPE * (line?.clientWidth ?? Number.POSITIVE_INFINITY)) return
  if (across < 0) void trashFiles([file.id])
  else void setFavorite([file], !file.is_favorite)
}
