import { access, constants, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import type { Check } from '../../ports/checks.ts'

/** Which programs and data of this machine the reader can use. */

const PROGRAMS = [
  'pdftotext',
  'pdftoppm',
  'pdfinfo',
  'pdfimages',
  'pdfdetach',
  'qpdf',
  'tesseract',
  'ffprobe',
  'ffmpeg',
  'soffice',
  'heif-convert',
  'heif-dec',
  'bsdtar',
] as const
const TESSDATA = [
  '/usr/share/tesseract-ocr/5/tessdata',
  '/usr/share/tesseract-ocr/4.00/tessdata',
  '/usr/share/tessdata',
]

export type Tools = Partial<Record<(typeof PROGRAMS)[number], string>> & { ocr: Ocr }

export interface Ocr {
  engine: 'tesseract' | 'tesseract.js' | 'none'
  /** As tesseract takes them: `rus+eng`. */
  languages: string
  /** The folder of the native program's data, and whether it can tell which way up a page is. */
  folder: string
  orientation: boolean
  /** Data files for tesseract.js. */
  files: { code: string; path: string }[]
}

export async function findTools(searchPath: string, modelsDir = ''): Promise<Tools> {
  const found: Partial<Record<(typeof PROGRAMS)[number], string>> = {}
  const folders = searchPath.split(delimiter).filter(Boolean)
  for (const program of PROGRAMS)
    for (const folder of folders) {
      const path = join(folder, program)
      if (!found[program] && (await exists(path, constants.X_OK))) found[program] = path
    }
  return { ...found, ocr: await findOcr(found.tesseract, modelsDir) }
}

async function findOcr(program: string | undefined, modelsDir: string): Promise<Ocr> {
  const places = [
    ...(modelsDir ? [join(modelsDir, 'tessdata'), modelsDir] : []),
    ...TESSDATA,
    ...(await otherFolders()),
  ]
  const folder = (await firstWith(places, 'rus.traineddata')) ?? (await firstWith(places, 'eng.traineddata')) ?? ''
  const has = (language: string) => exists(join(folder, `${language}.traineddata`))
  const native = (await Promise.all(['rus', 'eng'].map(async code => ((await has(code)) ? code : '')))).filter(Boolean)
  if (program && native.length > 0)
    return {
      engine: 'tesseract',
      languages: native.join('+'),
      folder,
      orientation: await has('osd'),
      files: [],
    }
  const files = await javascriptData(folder)
  const languages = files.map(({ code }) => code).join('+')
  return { engine: files.length > 0 ? 'tesseract.js' : 'none', languages, folder: '', orientation: false, files }
}

async function otherFolders(): Promise<string[]> {
  const versions = await readdir('/usr/share/tesseract-ocr').catch(() => [])
  return versions.map(version => join('/usr/share/tesseract-ocr', version, 'tessdata'))
}

async function firstWith(folders: string[], name: string): Promise<string | undefined> {
  for (const folder of folders) if (await exists(join(folder, name))) return folder
  return undefined
}

/** English comes with the product; Russian from the folder that holds it. */
async function javascriptData(folder: string): Promise<Ocr['files']> {
  const files: Ocr['files'] = []
  if (folder && (await exists(join(folder, 'rus.traineddata'))))
    files.push({ code: 'rus', path: join(folder, 'rus.traineddata') })
  try {
    const home = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
    const path = join(home, '4.0.0_best_int/eng.traineddata.gz')
    if (await exists(path)) files.push({ code: 'eng', path })
  } catch {
    // Not installed: without English then.
  }
  return files
}

const exists = (path: string, mode: number = constants.R_OK) =>
  access(path, mode).then(
    () => true,
    () => false,
  )

export const ocrCheck = ({ ocr }: Tools): Check => ({
  name: 'ocr-russian',
  async run() {
    if (ocr.engine === 'none')
      throw new Error('off: no OCR engine has its data. Install tesseract-ocr and tesseract-ocr-rus')
    if (!ocr.languages.includes('rus'))
      throw new Error(
        `off: ${ocr.engine} has no Russian data. Install tesseract-ocr-rus, or put rus.traineddata into MODELS_DIR/tessdata`,
      )
    return `${ocr.engine} reads ${ocr.languages}`
  },
})
