import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useState } from 'react'
import type { FileObject } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Switch, TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { AsVersion, stepAs } from './as-version.tsx'
import { Draw, type DrawnBox, withPlaces } from './draw.tsx'
import { FindPlaces } from './find-places.tsx'
import { useHistory } from './history.ts'
import { base64Of, type Signature, SignaturePad } from './signature-pad.tsx'
import { documentWords } from './words.ts'
import { type DocumentWork, runStep } from './work.ts'

const KINDS = ['highlight', 'rect', 'text', 'picture'] as const
const KEPT = ['comments', 'form', 'attachments'] as const
/** About as large as people sign, in parts of the page. */
const SIGNED: [number, number] = [0.3, 0.07]
const COLOURS = ['#FDE047', '#86EFAC', '#93C5FD', '#FCA5A5', '#111827']

interface MarkingProps {
  file: FileObject
  document: PDFDocumentProxy
  mode: 'redact' | 'annotate'
  onWork: (work: DocumentWork | undefined) => void
}

/** Areas to be blacked out, or marks to be left on the page. */
export function Marking({ file, document, mode, onWork }: MarkingProps) {
  const t = documentWords.use()
  const { now: boxes, set: setBoxes, undo, canUndo } = useHistory<DrawnBox[]>([])
  const [kind, setKind] = useState<(typeof KINDS)[number]>('highlight')
  const [color, setColor] = useState(COLOURS[0]!)
  const [text, setText] = useState('')
  const [signature, setSignature] = useState<Signature>()
  const [keep, setKeep] = useState<readonly string[]>([])
  const [asVersion, setAsVersion] = useState(false)
  const needsText = mode === 'annotate' && kind === 'text' && text.trim() === ''
  const needsPicture =
    mode === 'annotate' && !signature && (kind === 'picture' || boxes.some(box => box.type === 'picture'))
  const isSigned = boxes.some(({ type }) => type === 'picture')
  const start = () => {
    const areas = boxes.map(({ id: _id, ...box }) => box)
    const body =
      mode === 'redact'
        ? { boxes: areas.map(({ page, x0, y0, x1, y1 }) => ({ page, x0, y0, x1, y1 })), keep }
        : { annotations: areas, ...(isSigned && signature ? { picture: base64Of(signature) } : {}) }
    void runStep(file.id, stepAs({ op: mode, body }, asVersion), onWork)
  }
  return (
    <div className="flex size-full flex-col overflow-y-auto">
      {mode === 'redact' && <KeepAside keep={keep} onChange={setKeep} />}
      {mode === 'redact' && <FindPlaces file={file} onFound={places => setBoxes(withPlaces(boxes, places))} />}
      {mode === 'annotate' && (
        <MarkTools
          {...{ kind, color, text, signature }}
          onKind={setKind}
          onColor={setColor}
          onText={setText}
          onSignature={setSignature}
        />
      )}
      {/* On a phone the page scrolls along with its tools: else nothing of it would be seen between them. */}
      <div className="flex-1 max-md:min-h-[60dvh] max-md:shrink-0 md:min-h-0">
        <Draw
          document={document}
          boxes={boxes}
          look={{ type: mode === 'redact' ? 'redact' : kind, color, text: kind === 'text' ? text : '' }}
          picture={signature}
          size={kind === 'picture' && mode === 'annotate' ? SIGNED : undefined}
          onChange={setBoxes}
          onUndo={canUndo ? undo : undefined}
        />
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2.5">
        <p className="min-w-0 flex-1 text-sm text-ink-soft">
          {mode === 'redact' ? t.redactText : needsText ? t.needText : needsPicture ? t.needPicture : t.draw}
        </p>
        <AsVersion file={file} on={asVersion} onChange={setAsVersion} />
        <Button
          look="primary"
          disabled={
            boxes.length === 0 || needsPicture || boxes.some(box => box.type === 'text' && box.text.trim() === '')
          }
          onClick={start}
        >
          {mode === 'redact' ? t.redact : t.annotate}
        </Button>
      </footer>
    </div>
  )
}

/** What a redaction would remove, since it might tell of what was under the areas. */
function KeepAside({ keep, onChange }: { keep: readonly string[]; onChange: (keep: readonly string[]) => void }) {
  const t = documentWords.use()
  return (
    <div
      role="group"
      aria-label={t.keepAside}
      className="flex shrink-0 flex-wrap gap-x-6 border-b border-line px-4 py-1"
    >
      {KEPT.map(what => (
        <Switch
          key={what}
          label={t.keeps[what]}
          checked={keep.includes(what)}
          onChange={on => onChange(on ? [...keep, what] : keep.filter(each => each !== what))}
        />
      ))}
    </div>
  )
}

type Kind = (typeof KINDS)[number]

interface ToolsProps {
  kind: Kind
  color: string
  text: string
  signature: Signature | undefined
  onKind: (kind: Kind) => void
  onColor: (color: string) => void
  onText: (text: string) => void
  onSignature: (signature: Signature | undefined) => void
}

function MarkTools({ kind, color, text, signature, onKind, onColor, onText, onSignature }: ToolsProps) {
  const t = documentWords.use()
  return (
    <div className="flex shrink-0 flex-wrap items-end gap-3 border-b border-line px-4 py-2">
      <Segmented
        label={t.kind}
        value={kind}
        choices={KINDS.map(value => ({ value, text: t.kinds[value] }))}
        onChange={onKind}
      />
      {kind === 'picture' ? (
        <SignaturePad signature={signature} onChange={onSignature} />
      ) : (
        <div role="radiogroup" aria-label={t.colour} className="flex gap-1.5 pb-0.5">
          {COLOURS.map(each => (
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={color === each}
              aria-label={each}
              onClick={() => onColor(each)}
              style={{ background: each }}
              className="size-7 rounded-full border border-line-strong aria-checked:outline-2 aria-checked:outline-offset-2 aria-checked:outline-accent"
            />
          ))}
        </div>
      )}
      {kind === 'text' && (
        <div className="w-64">
          <TextField label={t.note} maxLength={500} value={text} onChange={event => onText(event.target.value)} />
        </div>
      )}
    </div>
  )
}
