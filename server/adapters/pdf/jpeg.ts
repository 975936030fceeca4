/** A JPEG picture as it may stand in a PDF file: its own bytes, without what the camera told beside them. */

export interface Jpeg {
  width: number
  height: number
  /** 1 grey, 3 colours, 4 inks. */
  colours: number
  /** Inks are written the other way round. */
  inverted: boolean
  data: Buffer
}

const START = 0xd8
const SCAN = 0xda
/** Frames of one scan or several; other ways of packing are not known to every reader. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Notes of the camera with the place and the hour, of programs and of people. The profile of colours (2) and Adobe's (14) stay. */
const isNote = (marker: number) =>
  marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xe2 && marker !== 0xee)

function frameOf(segment: Buffer): Pick<Jpeg, 'width' | 'height' | 'colours'> | undefined {
  if (segment.length < 10 || segment[4] !== 8) return undefined
  const frame = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7), colours: segment[9]! }
  return frame.width > 0 && frame.height > 0 && [1, 3, 4].includes(frame.colours) ? frame : undefined
}

/** Undefined when it is not as simple as that. */
export function plainJpeg(file: Buffer): Jpeg | undefined {
  if (file.length < 4 || file[0] !== 0xff || file[1] !== START) return undefined
  const kept: Buffer[] = [file.subarray(0, 2)]
  let frame: Pick<Jpeg, 'width' | 'height' | 'colours'> | undefined
  let inverted = false
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return undefined
    const marker = file[at + 1]!
    const length = file.readUInt16BE(at + 2)
    const segment = file.subarray(at, at + 2 + length)
    if (FRAMES.has(marker)) frame = frameOf(segment)
    if (marker === 0xee && segment.toString('latin1', 4, 9) === 'Adobe') inverted = true
    if (marker === SCAN) {
      if (!frame) return undefined
      return { ...frame, inverted, data: Buffer.concat([...kept, file.subarray(at)]) }
    }
    if (!isNote(marker)) kept.push(segment)
    at += 2 + length
  }
  return undefined
}
