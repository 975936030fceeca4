import { type Mention, mention } from './mention.ts'

export interface Names {
  people: Mention[]
  organisations: Mention[]
  places: Mention[]
}

const FORMS = 'ООО|ОАО|ЗАО|ПАО|НАО|АО|АНО|НКО|ФГУП|ФГБУ|ФГБОУ|ГБУ|ГУП|МУП|МБУ|ТОО|ОДО|ИП|ТСЖ|СНТ|КФХ|ЧОП'
const WITH_FORM = new RegExp(
  `(?<![\\p{L}\\p{N}])(${FORMS})\\s+(?:[«"“„]([^»"”\\n]{2,80})[»"”]|(\\p{Lu}[\\p{L}\\d-]+(?:\\s+\\p{Lu}[\\p{L}\\d-]+){0,2}))`,
  'gu',
)
const FOREIGN =
  /(?<![\p{L}\p{N}])((?:[\p{Lu}\d][\p{L}\d&'’.-]*(?:\s|,\s)(?:&\s|and\s|of\s)?){1,5})(Inc|Ltd|LLC|LLP|GmbH|Corp|Corporation|Limited|PLC|Plc|AG|S\.A\.|B\.V\.|Oy|AB)(?![\p{L}\p{N}])\.?/gu

/** What a legal form stands before or behind is an organisation for certain. */
function organisationsByForm(text: string): Mention[] {
  const found: Mention[] = []
  for (const match of text.matchAll(WITH_FORM)) {
    const [all, form, quoted, plain] = match
    const normal = quoted ? `${form} «${quoted}»` : `${form} ${plain}`
    found.push(mention(text, match.index, match.index + all.length, { normal, form }))
  }
  for (const match of text.matchAll(FOREIGN))
    found.push(mention(text, match.index, match.index + match[0].length, { form: match[2] }))
  return found
}

export function namesIn(text: string): Names {
  return { people: [], organisations: organisationsByForm(text), places: [] }
}
