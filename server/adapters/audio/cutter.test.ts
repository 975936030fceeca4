import { describe, expect, test } from 'vitest'
import type { CutPiece } from '../../ports/audio.ts'
import { CUT, Cutter, FRAME } from './cutter.ts'

const PER_SECOND = 16_000 / FRAME

/** Speech where `says` answers true, by the second; quiet is the sound of its breaths. */
function cut(seconds: number, says: (second: number) => boolean, loud: (second: number) => number = () => 1000) {
  const cutter = new Cutter()
  const pieces: CutPiece[] = []
  const keep = (piece: CutPiece | undefined) => piece && pieces.push(piece)
  for (let frame = 0; frame < seconds * PER_SECOND; frame++) {
    const second = frame / PER_SECOND
    const samples = new Int16Array(FRAME).fill(says(second) ? loud(second) : 5)
    keep(cutter.push(samples, says(second) ? 0.95 : 0.02))
  }
  keep(cutter.end())
  return pieces
}

describe('cutting a recording', () => {
  test('silence gives nothing, and holds nothing', () => {
    expect(cut(3600, () => false)).toEqual([])
  })

  test('a click is no speech', () => {
    expect(cut(10, second => second > 4 && second < 4.1)).toEqual([])
  })

  test('what was said is in exactly one piece, with breath around it', () => {
    const pieces = cut(60, second => (second > 5 && second < 9) || (second > 30 && second < 33))
    expect(pieces).toHaveLength(2)
    expect(pieces[0]!.start).toBeCloseTo(4.7, 0)
    expect(pieces[0]!.end).toBeGreaterThan(9)
    expect(pieces[1]!.start).toBeLessThan(30)
    expect(pieces[1]!.end).toBeLessThan(34)
  })

  test('a long talk is cut in its pauses, none longer than 28 s, and nothing is lost or doubled', () => {
    const says = (second: number) => second % 6 < 5.2
    const pieces = cut(300, says)
    let end = 0
    for (const piece of pieces) {
      expect(piece.end - piece.start).toBeLessThanOrEqual(28)
      expect(piece.start).toBeGreaterThanOrEqual(end)
      // Between two pieces nobody speaks.
      for (let second = end; second < piece.start; second += 0.05) expect(says(second)).toBe(false)
      end = piece.end
    }
    expect(end).toBeGreaterThan(299)
  })

  test('without any pause the quietest moment is taken', () => {
    const quiet = (second: number) => second % 28 > 22 && second % 28 < 22.3
    const pieces = cut(
      56,
      () => true,
      second => (quiet(second) ? 30 : 3000),
    )
    expect(pieces.length).toBeGreaterThanOrEqual(2)
    expect(quiet(pieces[0]!.end)).toBe(true)
    expect(pieces[1]!.start).toBe(pieces[0]!.end)
    expect(pieces.reduce((sum, piece) => sum + piece.samples.length, 0)).toBeGreaterThanOrEqual(55.9 * 16_000)
  })

  test('it never holds more than one piece', () => {
    const cutter = new Cutter()
    for (let frame = 0; frame < 2000; frame++) {
      const piece = cutter.push(new Int16Array(FRAME), 0.9)
      if (piece) expect(piece.samples.length / FRAME).toBeLessThanOrEqual(CUT.most)
    }
  })
})
