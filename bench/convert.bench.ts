import { besideLibreOffice } from './convert/beside.ts'
import { warmAgainstCold } from './convert/warm.ts'

/**
 * `npm run bench -- convert warm`: a warm office against a cold one, and whether it grows. `convert docx`: PDF to DOCX by us beside
 * LibreOffice's own import of PDF. Both, where none is named.
 */

const [part = 'all'] = process.argv.slice(2)
let sound = true
if (part !== 'docx') sound = await warmAgainstCold()
if (part !== 'warm') sound = (await besideLibreOffice()) && sound
process.exitCode = sound ? 0 : 1
