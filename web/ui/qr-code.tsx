import { useMemo } from 'react'
import { encode } from 'uqr'

/** Dark on light in either look: cameras want it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'L' })
    const cells = code.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: code.size, path: cells.join('') }
  }, [text])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="size-44 bg-white text-black">
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
