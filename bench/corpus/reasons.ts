import { spawnSync } from 'node:child_process'
import { WHY } from '../../server/adapters/reader/failures.ts'
import type { Foreign } from './files.ts'
import { saved } from './words.ts'

/** Whether the reason for which a file was not read is the true one: as it is stated here, or as other programs find it. */

type Reason =
  | 'password'
  | 'damaged'
  | 'too old'
  | 'not opened'
  | 'dynamic form'
  | 'rare picture'
  | 'preview only'
  | 'no words'
  | 'unknown sound'
  | 'unknown language'

const SAID: [Reason, { en: string }][] = [
  ['password', WHY.locked],
  ['password', WHY.sealed],
  ['damaged', WHY.damaged],
  ['too old', WHY.tooOld],
  ['dynamic form', WHY.dynamicForm],
  ['rare picture', WHY.rarePicture],
  ['preview only', WHY.onlyPreview],
  ['not opened', WHY.notOpened],
  ['no words', WHY.emptyScan],
  ['unknown sound', { en: 'The sound is damaged or in a format' }],
  ['unknown language', { en: 'Speech in a language that cannot be written down on this server (Japanese)' }],
]

/** Of files of the list that nobody can simply read; those that are not named here are read, unless another program knows better. */
const STATED: Record<string, Reason> = {
  'password.xls': 'password',
  'testEXCEL_protected_passtika.xls': 'password',
  'testEXCEL_protected_passtika_2.xlsx': 'password',
  'testODTEncrypted.odt': 'password',
  'testPPT_protected_passtika.ppt': 'password',
  'testPPT_protected_passtika.pptx': 'password',
  'testWORD_protected_passtika.doc': 'password',
  'full_encrypted.7z': 'password',
  'test-documents-enc.rar': 'password',
  'ppt_with_png_encrypted.ppt': 'password',
  // Sound that only its shop can play, and a recording of one second without a sample of it.
  'testMP4_drm.m4a': 'unknown sound',
  'testMP4_esdsFlags.m4a': 'unknown sound',
  'ja-JP_(We_Are_At_School).mp3': 'unknown language',
  // Five slides of which LibreOffice opens none, in a container without a fault.
  'pictures.ppt': 'not opened',
  'xfa_filled_imm1344e.pdf': 'dynamic form',
  'old-style-jpeg-compression.tif': 'rare picture',
}

const ZIPPED = /^(docx|xlsx|pptx|od[stpg]|epub|zip|vsdx|xps|pages|numbers|key)$/

/** What programs that have no part in the service find wrong with a file. */
function foundBy(file: Foreign): Reason | undefined {
  const path = saved(file.bytes, file.kind)
  const status = (program: string, ...args: string[]) => spawnSync(program, [...args, path]).status
  if (file.kind === 'pdf') {
    if (status('qpdf', '--requires-password') === 0) return 'password'
    if (status('qpdf', '--check') === 2) return 'damaged'
    const words = spawnSync('mutool', ['draw', '-q', '-F', 'txt', path], { maxBuffer: 1 << 28 }).stdout
    return /\p{L}/u.test(String(words)) ? undefined : 'no words'
  }
  if (file.bytes[0] === 0xd0 && Buffer.from(file.bytes).includes(Buffer.from('EncryptedPackage', 'utf16le')))
    return 'password'
  if (ZIPPED.test(file.kind)) {
    const { status: ended, stdout } = spawnSync('python3', ['-m', 'zipfile', '-t', path])
    return ended !== 0 || /corrupted/.test(String(stdout)) ? 'damaged' : undefined
  }
  return undefined
}

const nameOf = ({ path }: Foreign) => path.split('/').at(-1)!

/** What is wrong with the way in which a file was read or refused; nothing when it is as it should be. */
export function untruth({ file, error, text }: { file: Foreign; error: string; text: string }): string | undefined {
  const stated = STATED[nameOf(file)]
  const said = SAID.find(([, words]) => error.startsWith(words.en))?.[0]
  if (error === '' || (text.trim() !== '' && !stated)) return stated && `read, though it should say: ${stated}`
  const truly = stated ?? foundBy(file)
  if (said !== undefined && said === truly) return undefined
  return `${truly ? `should say: ${truly}` : 'nobody else finds anything wrong'}, says: ${error}`
}

/** Looked at one by one: why another program reads words that we do not. */
const FEWER: Record<string, string> = {
  'ArabicCIDTrueType.pdf':
    'mupdf gives Arabic letters from the left to the right; ours stand in the order in which they are read',
  'xfa_filled_imm1344e.pdf': 'the words are the request to wait of a form that was refused',
  'testPDF_angles.pdf': 'OUR FAULT: of lines that lean by a few degrees poppler breaks the words',
  'memo.docx': 'pandoc writes down where the pictures once lay',
  '45690.docm': 'pandoc writes down where the pictures once lay',
  'testRTFWord2010CzechCharacters.rtf': 'pandoc takes Czech letters for Western ones; ours are right',
  'PPTWithAttachments.pptm': 'feet of slides are left out on purpose',
  'testWORD_embedded_rtf.doc': 'antiword writes [pic] for a picture',
  'a1977-backus-p21.pdf':
    'an old scan whose hidden words stand letter by letter, where poppler sees gaps and mupdf does not',
}

export const whyFewer = ({ path }: Foreign): string => FEWER[path.split('/').at(-1)!] ?? 'not looked at'
