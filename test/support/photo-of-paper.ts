import sharp from 'sharp'

/** A sheet on a table, photographed at a slant: drawn by solving for the eight numbers of the projection. */

type Place = [x: number, y: number]

export interface Shot {
  /** Where the corners of the sheet are on the photo, from the top left, clockwise; as shares of it. */
  corners: [Place, Place, Place, Place]
  width: number
  height: number
  /** The colour of the table at a place. */
  table: (x: number, y: number) => [number, number, number]
  /** How bright the light is at a place, 1 is full. */
  light?: (x: number, y: number) => number
}

export async function photoOf(
  svg: string,
  shot: Shot,
): Promise<{ data: Uint8ClampedArray; jpeg: () => Promise<Buffer> }> {
  const { data: sheet, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, corners } = shot
  const back = projection(
    corners.map(([x, y]) => [x * width, y * height]),
    [
      [0, 0],
      [info.width, 0],
      [info.width, info.height],
      [0, info.height],
    ],
  )
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = back(x, y)
      const isSheet = u >= 0 && v >= 0 && u < info.width && v < info.height
      const from = (Math.floor(v) * info.width + Math.floor(u)) * 3
      const colour = isSheet ? [sheet[from]!, sheet[from + 1]!, sheet[from + 2]!] : shot.table(x, y)
      const light = shot.light?.(x / width, y / height) ?? 1
      for (let channel = 0; channel < 3; channel++) data[(y * width + x) * 4 + channel] = colour[channel]! * light
      data[(y * width + x) * 4 + 3] = 255
    }
  const raw = { width, height, channels: 4 } as const
  return { data, jpeg: () => sharp(Buffer.from(data), { raw }).flatten().jpeg({ quality: 90 }).toBuffer() }
}

/** The projection that takes four places to four others, by elimination. */
function projection(from: number[][], to: number[][]): (x: number, y: number) => Place {
  const rows = from.flatMap(([x, y], at) => {
    const [u, v] = to[at]!
    return [
      [x!, y!, 1, 0, 0, 0, -u! * x!, -u! * y!, u!],
      [0, 0, 0, x!, y!, 1, -v! * x!, -v! * y!, v!],
    ]
  })
  for (let column = 0; column < 8; column++) {
    const pivot = rows.slice(column).sort((a, b) => Math.abs(b[column]!) - Math.abs(a[column]!))[0]!
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(column, 0, pivot)
    for (const row of rows) {
      if (row === pivot) continue
      const times = row[column]! / pivot[column]!
      for (let each = 0; each < 9; each++) row[each]! -= times * pivot[each]!
    }
  }
  const [a, b, c, d, e, f, g, h] = rows.map((row, at) => row[8]! / row[at]!)
  return (x, y) => {
    const w = g! * x + h! * y + 1
    return [(a! * x + b! * y + c!) / w, (d! * x + e! * y + f!) / w]
  }
}

export const aReceipt = (lines: string[], { width = 900, height = 1273, paper = '#fbfbf7' } = {}): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>${lines
    .map((line, at) => `<text x="80" y="${140 + at * 90}" font-family="Liberation Sans" font-size="52">${line}</text>`)
    .join('')}</svg>`
