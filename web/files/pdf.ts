import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { addressOf } from '../lib/base.ts'

GlobalWorkerOptions.workerSrc = workerUrl

const ASSETS = {
  cMapUrl: addressOf('/pdfjs/cmaps/'),
  cMapPacked: true,
  standardFontDataUrl: addressOf('/pdfjs/standard_fonts/'),
  wasmUrl: addressOf('/pdfjs/wasm/'),
  iccUrl: addressOf('/pdfjs/iccs/'),
}

/** Read in ranges, so that page 1 of a huge file comes at once. */
export function usePdf(source: string, onFail?: () => void) {
  const [document, setDocument] = useState<PDFDocumentProxy>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again is a reason to load
  useEffect(() => {
    setError(undefined)
    setDocument(undefined)
    const task = getDocument({
      url: addressOf(source),
      ...ASSETS,
      isEvalSupported: false,
      rangeChunkSize: 256 * 1024,
      disableAutoFetch: true,
    })
    task.promise.then(setDocument, caught => task.destroyed || (onFail ? onFail() : setError(caught)))
    return () => void task.destroy()
  }, [source, tries])
  return { document, error, retry: () => setTries(tries + 1) }
}
