/** Values between commas, semicolons or tabs, in quotes or not. */

const SIGNS = [',', ';', '\t', '|']

/** The sign that divides the first lines most evenly. */
function signOf(text: string): string {
  const lines = text.split('\n', 20).filter(line => line.trim() !== '')
  const score = (sign: string) => Math.min(...lines.map(line => line.split(sign).length - 1))
  return SIGNS.reduce((best, sign) => (score(sign) > score(best) ? sign : best), ',')
}

export function readTable(text: string): string[][] {
  const body = text.replace(/^\ufeff/, '')
  const sign = signOf(body)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  for (let at = 0; at < body.length; at++) {
    const char = body[at]!
    if (quoted) {
      if (char !== '"') cell += char
      else if (body[at + 1] === '"') cell += body[at++]
      else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === sign) endCell()
    else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
