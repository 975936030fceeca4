import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useState } from 'react'
import type { FileObject } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { type Box, Draw, withPlaces } from './draw.tsx'
import { FindPlaces } from './find-places.tsx'
import { useHistory } from './history.ts'
import { Outcome } from './outcome.tsx'
import { documentWords } from './words.ts'
import { runSteps, type Work } from './work.ts'

const KINDS = ['highlight', 'rect', 'text'] as const
const COLOURS = ['#FDE047', '#86EFAC', '#93C5FD', '#FCA5A5', '#111827']

interface MarkingProps {
  file: FileObject
  document: PDFDocumentProxy
  mode: 'redact' | 'annotate'
}

/** Areas to be blacked out, or marks to be left on the page. */
export function Marking({ file, document, mode }: MarkingProps) {
  const t = documentWords.use()
  const { now: boxes, set: setBoxes, undo, canUndo } = useHistory<Box[]>([])
  const [kind, setKind] = useState<(typeof KINDS)[number]>('highlight')
  const [color, setColor] = useState(COLOURS[0]!)
  const [text, setText] = useState('')
  const [work, setWork] = useState<Work>()
  const needsText = mode === 'annotate' && kind === 'text' && text.trim() === ''
  const start = () => {
    const areas = boxes.map(({ id: _id, ...box }) => box)
    const body =
      mode === 'redact'
        ? { boxes: areas.map(({ page, x0, y0, x1, y1 }) => ({ page, x0, y0, x1, y1 })) }
        : { annotations: areas }
    void runSteps(file.id, [{ op: mode, body }], setWork)
  }
  if (work) return <Outcome work={work} onBack={() => setWork(undefined)} />
  return (
    <div className="flex size-full flex-col">
      {mode === 'redact' && <FindPlaces file={file} onFound={places => setBoxes(withPlaces(boxes, places))} />}
      {mode === 'annotate' && (
        <div className="flex shrink-0 flex-wrap items-end gap-3 border-b border-line px-4 py-2">
          <Segmented
            label={t.kind}
            value={kind}
            choices={KINDS.map(value => ({ value, text: t.kinds[value] }))}
            onChange={setKind}
          />
          <div role="radiogroup" aria-label={t.colour} className="flex gap-1.5 pb-0.5">
            {COLOURS.map(each => (
              <button
                key={each}
                type="button"
                role="radio"
                aria-checked={color === each}
                aria-label={each}
                onClick={() => setColor(each)}
                style={{ background: each }}
                className="size-7 rounded-full border border-line-strong aria-checked:outline-2 aria-checked:outline-offset-2 aria-checked:outline-accent"
              />
            ))}
          </div>
          {kind === 'text' && (
            <div className="w-64">
              <TextField label={t.note} maxLength={500} value={text} onChange={event => setText(event.target.value)} />
            </div>
          )}
        </div>
      )}
      <div className="min-h-0 flex-1">
        <Draw
          document={document}
          boxes={boxes}
          look={{ type: mode === 'redact' ? 'redact' : kind, color, text: kind === 'text' ? text : '' }}
          onChange={setBoxes}
          onUndo={canUndo ? undo : undefined}
        />
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2.5">
        <p className="min-w-0 flex-1 text-sm text-ink-soft">
          {mode === 'redact' ? t.redactText : needsText ? t.needText : t.draw}
        </p>
        <Button
          look="primary"
          disabled={boxes.length === 0 || boxes.some(box => box.type === 'text' && box.text.trim() === '')}
          onClick={start}
        >
          {mode === 'redact' ? t.redact : t.annotate}
        </Button>
      </footer>
    </div>
  )
}
