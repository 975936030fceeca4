import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { addressOf } from '../lib/base.ts'

/** As large as half of the app: a screen is drawn without it, and it comes with the first pages. */
async function loadReader() {
  const { GlobalWorkerOptions, getDocument } = await import('pdfjs-dist')
  GlobalWorkerOptions.workerSrc = workerUrl
  return getDocument
}

const ASSETS = {
  cMapUrl: addressOf('/pdfjs/cmaps/'),
  cMapPacked: true,
  standardFontDataUrl: addressOf('/pdfjs/standard_fonts/'),
  wasmUrl: addressOf('/pdfjs/wasm/'),
  iccUrl: addressOf('/pdfjs/iccs/'),
}

/** Read in ranges, so that page 1 of a huge file comes at once. */
export function usePdf(source: string, { version, onFail }: { version?: number; onFail?: () => void } = {}) {
  const [document, setDocument] = useState<PDFDocumentProxy>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again and a newer version are reasons to load
  useEffect(() => {
    setError(undefined)
    setDocument(undefined)
    let task: PDFDocumentLoadingTask | undefined
    let left = false
    const open = async () => {
      const getDocument = await loadReader()
      if (left) return
      task = getDocument({
        url: addressOf(source),
        ...ASSETS,
        isEvalSupported: false,
        rangeChunkSize: 256 * 1024,
        disableAutoFetch: true,
      })
      setDocument(await task.promise)
    }
    open().catch(caught => left || (onFail ? onFail() : setError(caught)))
    return () => {
      left = true
      void task?.destroy()
    }
  }, [source, version, tries])
  return { document, error, retry: () => setTries(tries + 1) }
}
