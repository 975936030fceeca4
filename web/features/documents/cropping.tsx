import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useState } from 'react'
import type { FileObject } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/field.tsx'
import { AsVersion, stepAs } from './as-version.tsx'
import { Draw, type DrawnBox } from './draw.tsx'
import { useHistory } from './history.ts'
import { documentWords } from './words.ts'
import { type DocumentWork, runStep } from './work.ts'

interface CroppingProps {
  file: FileObject
  document: PDFDocumentProxy
  onWork: (work: DocumentWork | undefined) => void
}

/** Crops pages to a box that is drawn on one of them, all pages or only that one. */
export function Cropping({ file, document, onWork }: CroppingProps) {
  const t = documentWords.use()
  const { now: boxes, set: setBoxes, undo, canUndo } = useHistory<DrawnBox[]>([])
  const [onlyHere, setOnlyHere] = useState(false)
  const [asVersion, setAsVersion] = useState(false)
  const [box] = boxes
  const start = () => {
    if (!box) return
    const { x0, y0, x1, y1, page } = box
    const body = { box: { x0, y0, x1, y1 }, pages: onlyHere ? String(page) : '' }
    void runStep(file.id, stepAs({ op: 'crop', body }, asVersion), onWork)
  }
  return (
    <div className="flex size-full flex-col overflow-y-auto">
      <div className="flex-1 max-md:min-h-[60dvh] max-md:shrink-0 md:min-h-0">
        <Draw
          document={document}
          boxes={boxes}
          look={{ type: 'rect', color: '#2563EB', text: '' }}
          // There is only one box: a new one replaces the last.
          onChange={next => setBoxes(next.slice(-1))}
          onUndo={canUndo ? undo : undefined}
        />
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-2.5">
        <p className="min-w-0 flex-1 text-sm text-ink-soft max-sm:basis-full">{t.cropText}</p>
        {document.numPages > 1 && (
          <Switch label={box ? t.cropOnly(box.page) : t.cropOne} checked={onlyHere} onChange={setOnlyHere} />
        )}
        <AsVersion file={file} on={asVersion} onChange={setAsVersion} />
        <Button look="primary" disabled={!box} onClick={start}>
          {t.crop}
        </Button>
      </footer>
    </div>
  )
}
