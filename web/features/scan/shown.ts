import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ScanPage } from './pages.ts'
import { makeSheet } from './work.ts'

const SHOWN_SIDE = 1400
const SMALL_SIDE = 220

async function smallOf(photo: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(photo)
  const scale = Math.min(1, SHOWN_SIDE / Math.max(whole.width, whole.height))
  const size = { resizeWidth: Math.round(whole.width * scale), resizeHeight: Math.round(whole.height * scale) }
  const small = await createImageBitmap(whole, { ...size, resizeQuality: 'high' })
  whole.close()
  return small
}

/** The photo, no larger than a screen. */
export function usePhoto(photo: Blob): ImageBitmap | undefined {
  const [picture, setPicture] = useState<ImageBitmap>()
  useEffect(() => {
    let isGone = false
    const coming = smallOf(photo).catch(() => undefined)
    void coming.then(small => !isGone && setPicture(small))
    return () => {
      isGone = true
      void coming.then(small => small?.close())
    }
  }, [photo])
  return picture
}

/** Draws what becomes of a page, again after each change, but not while a corner is still moving. */
export function useResult({ photo, corners, clean, turns }: ScanPage): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    const timer = setTimeout(async () => {
      const made = await makeSheet({ photo, corners, clean, turns, most: SMALL_SIDE }).catch(() => undefined)
      const picture = made && (await createImageBitmap(made.jpeg))
      if (!picture) return
      if (!isGone && canvas.current) {
        canvas.current.width = picture.width
        canvas.current.height = picture.height
        canvas.current.getContext('2d')!.drawImage(picture, 0, 0)
      }
      picture.close()
    }, 150)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [photo, corners, clean, turns])
  return canvas
}
