import { decodeText } from './encodings.ts'

/** What the words of Rich Text Format mean. */

export const CODE_PAGES: Record<number, string> = {
  204: 'windows-1251',
  238: 'windows-1250',
  161: 'windows-1253',
  162: 'windows-1254',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  77: 'macintosh',
}

/** Groups that are not part of the text. */
export const ASIDE = new Set(
  (
    'fonttbl colortbl stylesheet info pict object fldinst themedata datastore xmlnstbl listtable listoverridetable rsidtbl ' +
    'generator latentstyles revtbl filetbl datafield objdata bkmkstart bkmkend mmathPr pgptbl nonshppict ' +
    'template private1 background protusertbl userprops wgrffmtfilter atnid atnauthor atndate atntime atnicn atnref'
  ).split(' '),
)

/** Groups that hang on a word or on every page: they follow at the end, as in other formats. */
export const NOTES = new Set(
  'footnote annotation header headerl headerr headerf footer footerl footerr footerf'.split(' '),
)

/** In a note, which is gathered as a text of its own. */
export const BREAKS = new Map([
  ['par', '\n'],
  ['line', '\n'],
  ['tab', ' '],
  ['cell', ' '],
  ['row', '\n'],
])

export const SIGNS: Record<string, string> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  '~': '\u00a0',
  _: '-',
}

/** Fonts of old programs say their alphabet by the end of their name. */
const FONT_NAMES: [RegExp, string][] = [
  [/ cyr;?$/i, 'windows-1251'],
  [/ ce;?$/i, 'windows-1250'],
  [/ greek;?$/i, 'windows-1253'],
  [/ tur;?$/i, 'windows-1254'],
  [/ \(hebrew\);?$/i, 'windows-1255'],
  [/ \(arabic\);?$/i, 'windows-1256'],
  [/ baltic;?$/i, 'windows-1257'],
]

export const pageOfFont = (name: string): string | undefined => FONT_NAMES.find(([ending]) => ending.test(name))?.[1]

/** Letters outside of ASCII, as they are and as they should be written. */
const FOREIGN = /\\'[89a-f][0-9a-f]|[\u0080-\u00ff]/i
const ENOUGH = 4096

/** The code page of a document that does not say it, by its letters. */
export function guessPage(source: string): string | undefined {
  if (/\\ansicpg[1-9]/.test(source.slice(0, 4096)) && !/\\deflang1049/.test(source.slice(0, 4096))) return undefined
  // Letters by their number in Unicode need no page; what stands behind them is for readers of old.
  if (/\\u-?\d{3}/.test(source)) return undefined
  const first = source.search(FOREIGN)
  if (first < 0) return undefined
  // With the letters around them: one between Latin ones is a Latin one.
  const sample = source
    .slice(Math.max(0, first - 100), first + ENOUGH)
    .replace(/\\'([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  // It is a format of Windows: of the pages without a name Russian is the one that is met.
  return decodeText(Buffer.from(sample, 'latin1')).encoding === 'windows-1251' ? 'windows-1251' : undefined
}

export function codePage(number: number): string {
  const label =
    number === 10_007
      ? 'x-mac-cyrillic'
      : number === 20_866
        ? 'koi8-r'
        : number === 866
          ? 'ibm866'
          : number === 65_001
            ? 'utf-8'
            : `windows-${number}`
  try {
    return new TextDecoder({ '932': 'shift_jis', '936': 'gbk', '949': 'euc-kr', '950': 'big5' }[number] ?? label)
      .encoding
  } catch {
    return 'windows-1252'
  }
}
