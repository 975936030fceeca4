import { Eraser, ImageUp } from 'lucide-react'
import { type ChangeEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { documentWords } from './words.ts'

/** Twice as fine as it is shown, so that a thin line stays smooth on paper. */
const PAD = { width: 640, height: 200 }
const LONGEST = 1200
const INK = '#1e3a8a'

/** The ink, as it will stand on the page. */
export type Signature = HTMLCanvasElement

/** What is asked of the service: a PNG, the bytes alone. */
export function base64Of(signature: Signature): string {
  const address = signature.toDataURL('image/png')
  return address.slice(address.indexOf(',') + 1)
}

interface PadProps {
  signature: Signature | undefined
  onChange: (signature: Signature | undefined) => void
}

/** One signs by finger, pen or mouse, or takes a picture of a signature. */
export function SignaturePad({ signature, onChange }: PadProps) {
  const t = documentWords.use()
  const canvas = useRef<HTMLCanvasElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  const drawing = useRef(false)
  const draws = () => canvas.current!.getContext('2d')!
  useEffect(() => {
    const { width, height } = PAD
    if (!signature) canvas.current!.getContext('2d')!.clearRect(0, 0, width, height)
  }, [signature])
  const at = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = canvas.current!.getBoundingClientRect()
    return [((clientX - left) / width) * PAD.width, ((clientY - top) / height) * PAD.height] as const
  }
  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = true
    const pen = draws()
    pen.lineWidth = 5
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.strokeStyle = INK
    pen.beginPath()
    pen.moveTo(...at(event))
  }
  const pull = (event: PointerEvent) => {
    if (!drawing.current) return
    draws().lineTo(...at(event))
    draws().stroke()
  }
  const end = () => {
    if (!drawing.current) return
    drawing.current = false
    setFault('')
    onChange(inkOf(canvas.current!))
  }
  const chosen = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picture] = target.files ?? []
    target.value = ''
    if (!picture) return
    try {
      const bitmap = await createImageBitmap(picture)
      setFault('')
      onChange(cutOut(bitmap, bitmap))
      const { width, height } = PAD
      const scale = Math.min(width / bitmap.width, height / bitmap.height)
      const [w, h] = [bitmap.width * scale, bitmap.height * scale]
      draws().clearRect(0, 0, width, height)
      draws().drawImage(bitmap, (width - w) / 2, (height - h) / 2, w, h)
    } catch {
      setFault(t.notPicture)
    }
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="flex flex-col gap-1">
        <span className="text-sm text-ink-soft">{t.signHere}</span>
        <canvas
          ref={canvas}
          {...PAD}
          role="img"
          aria-label={signature ? t.signatureReady : t.signHere}
          onPointerDown={begin}
          onPointerMove={pull}
          onPointerUp={end}
          onPointerCancel={end}
          className="h-25 w-80 max-w-full cursor-crosshair touch-none rounded border border-line-strong bg-[white]"
        />
      </div>
      <Button icon={ImageUp} onClick={() => file.current?.click()}>
        {t.takePicture}
      </Button>
      <Button icon={Eraser} disabled={!signature} onClick={() => onChange(undefined)}>
        {t.clearSignature}
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg"
        aria-label={t.takePicture}
        hidden
        onChange={event => void chosen(event)}
      />
      {fault && (
        <p role="alert" className="basis-full text-sm text-wrong">
          {fault}
        </p>
      )}
    </div>
  )
}

interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** Only the part that has ink on it, so that it fills the place it is given. */
function inkOf(canvas: HTMLCanvasElement): Signature | undefined {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
  let [x0, y0, x1, y1] = [width, height, -1, -1]
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] === 0) continue
    const pixel = (at - 3) / 4
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    ;[x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)]
  }
  return x1 < x0 ? undefined : cutOut(canvas, { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 })
}

function cutOut(
  source: CanvasImageSource,
  { x = 0, y = 0, width, height }: Partial<Part> & Pick<Part, 'width' | 'height'>,
) {
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  const made = document.createElement('canvas')
  made.width = Math.max(1, Math.round(width * scale))
  made.height = Math.max(1, Math.round(height * scale))
  made.getContext('2d')!.drawImage(source, x, y, width, height, 0, 0, made.width, made.height)
  return made
}
