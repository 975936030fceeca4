import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useEffect } from 'react'

/** Draws a page into the canvas, as wide as `widthFor` says, once `wanted`. */
export function useDrawnPage(
  canvas: RefObject<HTMLCanvasElement | null>,
  { document, page, wanted = true }: { document: PDFDocumentProxy; page: number; wanted?: boolean },
  widthFor: (natural: { width: number; height: number }) => number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: how wide is a question to the moment of drawing
  useEffect(() => {
    if (!wanted) return
    let stop = () => {}
    let gone = false
    void document.getPage(page).then(found => {
      if (gone || !canvas.current) return
      const natural = found.getViewport({ scale: 1 })
      const width = widthFor(natural)
      const density = Math.min(2, window.devicePixelRatio || 1)
      const viewport = found.getViewport({ scale: (width / natural.width) * density })
      canvas.current.width = Math.floor(viewport.width)
      canvas.current.height = Math.floor(viewport.height)
      canvas.current.style.width = `${width}px`
      const task = found.render({ canvas: canvas.current, viewport })
      stop = () => task.cancel()
      void task.promise.catch(() => {})
    })
    return () => {
      gone = true
      stop()
    }
  }, [wanted, document, page])
}
