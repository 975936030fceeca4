import { type Mention, mention, Taken } from './mention.ts'
import { formsOf } from './morphology.ts'
import { follows, hasLemma, isName, type Token, wordSet } from './sequence.ts'

/** Russian names of organisations: by legal form, by what they are called, by their letters. */

const FORMS =
  'ООО|ОАО|ЗАО|ПАО|НАО|АО|АНО|НКО|ФГУП|ФГБУ|ФГБОУ|ГБУ|ГУП|МУП|МБУ|ТОО|ОДО|ИП|ТСЖ|СНТ|КФХ|ЧОП|АКБ|КБ|НПО|НИИ|ФГАУ|ГКУ|МУ'
const LONG_FORMS: [RegExp, string][] = [
  [/Обществ\p{Ll}+ с ограниченной ответственностью/giu, 'ООО'],
  [/Публичн\p{Ll}+ акционерн\p{Ll}+ обществ\p{Ll}+/giu, 'ПАО'],
  [/(?<!Публичн\p{Ll}{1,3} )Акционерн\p{Ll}+ обществ\p{Ll}+/giu, 'АО'],
  [/Индивидуальн\p{Ll}+ предпринимател\p{Ll}+/giu, 'ИП'],
]
const QUOTED = '[«"“„]([^»"”«\\n]{2,80})[»"”]'
const WITH_FORM = new RegExp(
  `(?<![\\p{L}\\p{N}])(${FORMS})\\s+(?:${QUOTED}|(\\p{Lu}[\\p{L}\\d-]+(?:\\s+\\p{Lu}[\\p{L}\\d-]+){0,2}))`,
  'gu',
)
const FOREIGN =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\d&'’.-]* (?:& |and )?){0,4}\p{Lu}[\p{L}\d&'’.-]*,? (Inc|Ltd|LLC|LLP|GmbH|Corp|Corporation|Limited|PLC|Plc|AG|S\.A\.|B\.V\.|Oy|AB)(?![\p{L}\p{N}])\.?/gu

/** What a legal form stands before or behind is an organisation for certain. */
export function organisationsByForm(text: string): Mention[] {
  const found: Mention[] = []
  for (const match of text.matchAll(WITH_FORM)) {
    const [all, form, quoted, plain] = match
    const normal = quoted ? `${form} «${quoted}»` : `${form} ${plain}`
    found.push(mention(text, match.index, match.index + all.length, { normal, form }))
  }
  for (const [long, form] of LONG_FORMS)
    for (const match of text.matchAll(long)) {
      const rest = new RegExp(`^\\s+(?:${QUOTED}|((?:\\p{Lu}\\p{Ll}+\\s?){2,3}))`, 'u').exec(
        text.slice(match.index + match[0].length, match.index + match[0].length + 120),
      )
      if (!rest) continue
      const name = rest[1] ? `«${rest[1]}»` : rest[2]!.trim()
      const end = match.index + match[0].length + rest[0].trimEnd().length
      found.push(mention(text, match.index, end, { normal: `${form} ${name}`, form }))
    }
  for (const match of text.matchAll(
    /(?<![\p{L}\p{N}@./-])\p{Lu}[\p{L}\d-]{2,}\.(?:ру|рф|ru|com|net|org)(?![\p{L}\p{N}@/])/gu,
  ))
    found.push(mention(text, match.index, match.index + match[0].length))
  for (const match of text.matchAll(FOREIGN))
    found.push(mention(text, match.index, match.index + match[0].length, { normal: match[0].trim(), form: match[1] }))
  return found
}

/** What an organisation may be called; with a name in quotes behind it, it is one. */
const CALLED = wordSet(
  `компания банк фонд институт университет партия движение газета журнал агентство министерство комитет совет дума суд холдинг корпорация
  группа клуб школа завод фирма издательство телеканал радиостанция канал радио комиссия ассоциация союз федерация академия театр музей
  центр служба управление департамент ведомство администрация правительство парламент прокуратура полиция мэрия концерн предприятие
  фабрика комбинат организация общество объединение блок фракция конгресс палата инспекция бюро лига команда группировка оператор
  портал сайт интернет-портал сервис сеть магазин ресторан авиакомпания авиалиния отель гостиница больница поликлиника лаборатория
  консерватория училище колледж лицей гимназия кинокомпания киностудия студия телекомпания радиокомпания еженедельник телерадиокомпания
  информагентство учреждение трест биржа синдикат профсоюз церковь епархия патриархат армия флот ополчение фсб мвд штаб
  электростанция аэс госпиталь собрание сборная посольство труппа оркестр хор лагерь альянс порт
  автозавод автоконцерн нефтекомпания страховщик ритейлер застройщик разработчик издание`,
)
/** These are organisations by themselves when written with a capital or with whose they are. */
const STATE = wordSet(
  `министерство дума госдума правительство парламент сенат конгресс кремль верховный генпрокуратура прокуратура минфин минобороны мид совет
  суд комитет комиссия администрация мэрия кнессет рада бундестаг пентагон госдеп центробанк госсовет совбез евросоюз еврокомиссия
  газпром сбербанк роснефть лукойл аэрофлот роскосмос росатом роснано ростелеком яндекс интерфакс итар-тасс тасс единороссы мосгордума
  мособлдума минюст минздрав минобрнауки минэкономразвития минкультуры минтранс минэнерго росстат роспотребнадзор роскомнадзор
  рособрнадзор госкомстат следком белый ведомости коммерсант известия гугл майкрософт фейсбук твиттер вконтакте политбюро
  мосгорсуд росавиация ростехнадзор россельхознадзор росимущество росреестр мегафон билайн татнефть башнефть сургутнефтегаз новатэк
  сборная посольство власть полиция армия ввс вмф цик федерация палата собрание генштаб нато оон
  интернет интерпол гринпис минсвязи минсельхоз евросоюз викиновости вооруженные аль-каида хамас хезболла талибан
  норникель русал северсталь автоваз камаз газпромнефть транснефть внешторгбанк альфа-банк`,
)
const NOT_LETTERS = wordSet(
  'рф сша ссср оаэ кнр кндр фрг гдр рсфср снг днр лнр дтп снилс инн кпп огрн бик ндс тв пк ип чп чс нло днк егэ гост вич спид ввп оон-женщины кв ул по им iq vip pr wifi ooo ооо зао оао ао пао др мкад жкх птс осаго каско смс пдд дк фио фгуп ано ii iii iv vi vii viii ix xi xii xx xxi xix кпд втч утв приложение договор акт итого всего сумма дата',
)
const STATE_PREFIX =
  /^(мин|гос|рос|глав|мос|центр|пром|внеш|сбер|газ|нефте|энерго|авто|авиа|теле|агро|строй)[а-я-]*(банк|пром|надзор|нефть|газ|атом|телеком|дума|стат|комстат|обороны|фин|юст|здрав|культуры|транс|энерго|торг|строй|имущество|реестр|космос|нано|связь|агентство|прокуратура|штаб|совет|суд|архив|фонд|сервис|инвест|лес|рыболовство)[а-я]{0,2}$/

const QUOTE_OPEN = /[«"“„]$/u
const MAX_QUOTE = 6

/** The words in quotes from here on, when they are few and begin like a name. */
function quoted(text: string, tokens: Token[], at: number): number | undefined {
  const first = tokens[at]
  if (!first || !QUOTE_OPEN.test(first.gap) || !first.capital) return undefined
  for (let to = at; to < Math.min(tokens.length, at + MAX_QUOTE); to++) {
    const after = text.slice(tokens[to]!.end, tokens[to]!.end + 1)
    if (/[»"”]/u.test(after)) return to
    if (!/^[ \u00a0-]?["«]?$/u.test(tokens[to + 1]?.gap ?? '')) return undefined
  }
  return undefined
}

const isAdjective = (token: Token) => formsOf(token.lower).some(form => form.pos === 'ADJF')
const isGenitive = (token: Token) =>
  formsOf(token.lower).some(form => form.case === 'gent' && form.pos === 'NOUN' && (form.known || token.capital))

/** "по безопасности и сотрудничеству", "по атомной энергии": up to the noun, and one more behind "и". */
function aboutEnd(tokens: Token[], at: number): number {
  let to = at + 1
  while (to < tokens.length - 1 && to < at + 3 && isAdjective(tokens[to]!) && follows(tokens[to + 1])) to++
  if (tokens[to + 1]?.lower === 'и' && tokens[to + 2] && follows(tokens[to + 2])) to += 2
  return Math.min(to, tokens.length - 1)
}

/** Nouns in the genitive that hang on the name: "Министерство финансов РФ", "мэрия Москвы". */
function tail(tokens: Token[], from: number): number {
  let to = from
  let small = 0
  for (let at = from + 1; at < Math.min(tokens.length, from + 5); at++) {
    const token = tokens[at]!
    if (!follows(token) || !token.russian) break
    if (/^(РФ|США|СССР|РАН|МВД|ФСБ)$/.test(token.text)) return at
    if (token.lower === 'по' && follows(tokens[at + 1])) return aboutEnd(tokens, at)
    const adjective = isAdjective(token) && formsOf(token.lower).some(form => form.case === 'gent')
    // One noun in small letters may belong to it; a second one begins something else.
    if (token.text.length < 3 || !(adjective || (isGenitive(token) && (token.capital || small++ === 0)))) break
    if (!adjective || token.capital) to = at
  }
  return to
}

export function organisationsIn(text: string, tokens: Token[]): Mention[] {
  const found = organisationsByForm(text)
  const taken = new Taken(text, found)
  const add = (from: number, to: number, behind = 0) => {
    const [start, end] = [tokens[from]!.start, tokens[to]!.end + behind]
    if (taken.take(start, end)) found.push(mention(text, start, end))
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const named = called(text, tokens, at)
    if (named) add(named.from, named.to, named.behind)
    else if (isLetters(text, token)) add(at, ofCountry(tokens, at))
    else if (isForeign(text, token, tokens[at - 1])) add(at, foreignEnd(text, tokens, at))
  }
  return found.sort((a, b) => a.start - b.start)
}

interface Span {
  from: number
  to: number
  behind?: number
}

const OTHER_THINGS = wordSet(
  `книга фильм роман корабль шаттл программа проект операция спектакль премия девиз автомобиль платформа акция марш система кинофильм
  сериал песня альбом картина опера балет повесть рассказ стихотворение пьеса поэма статья шоу передача самолет ракета спутник теплоход
  крейсер лодка закон конкурс фестиваль выставка форум орден медаль знак лозунг слоган термин понятие слово метод способ роль модель марка`,
)

/** "книга «…»", "корабль «…»": what is no organisation has a name in quotes as well. */
const namesSomethingElse = (before: Token | undefined) =>
  hasLemma(before, OTHER_THINGS) || /^(именуем|далее|дальнейш|слов|понят|назван)/.test(before?.lower ?? '')

const called = (text: string, tokens: Token[], at: number): Span | undefined =>
  byWhatItIs(text, tokens, at) ?? ofTheState(tokens, at) ?? inQuotes(text, tokens, at)

/** "газета «Ведомости»", "Большой театр", "Комиссия по правам человека". */
function byWhatItIs(text: string, tokens: Token[], at: number): Span | undefined {
  const token = tokens[at]!
  if (token.upper || !hasLemma(token, CALLED)) return undefined
  const end = quoted(text, tokens, at + 1)
  if (end !== undefined) return { from: at, to: end, behind: 1 }
  const before = tokens[at - 1]
  const to = tail(tokens, at)
  if (isName(before) && follows(token) && isAdjective(before)) return { from: at - 1, to }
  return isName(token) && (!token.first || namesOne(tokens, at, to)) ? { from: at, to } : undefined
}

/** What hangs on it has a capital: this one, not any. */
const namesOne = (tokens: Token[], at: number, to: number) => tokens.slice(at + 1, to + 1).some(word => word.capital)

/** "Госдума", "Верховный суд РФ", "правительство Москвы". */
function ofTheState(tokens: Token[], at: number): Span | undefined {
  const token = tokens[at]!
  const known = hasLemma(token, STATE)
  const { upper } = token
  if (!isName(token)) {
    const to = known && !upper ? tail(tokens, at) : at
    return to > at && namesOne(tokens, at, to) ? { from: at, to } : undefined
  }
  if (!known && !STATE_PREFIX.test(token.lower)) return undefined
  if (!/^(верховн|бел)/.test(token.lower)) return { from: at, to: hasLemma(token, CALLED) ? tail(tokens, at) : at }
  const next = tokens[at + 1]
  const high = next && follows(next) && /^(суд|совет|рад|дом)/.test(next.lower)
  return high ? { from: at, to: tail(tokens, at + 1) } : undefined
}

function inQuotes(text: string, tokens: Token[], at: number): Span | undefined {
  const end = quoted(text, tokens, at)
  return end !== undefined && end - at < 3 && !namesSomethingElse(tokens[at - 1]) ? { from: at, to: end } : undefined
}

/** Capital letters that stand for a name: МГУ, ООН, НТВ. Where everything is shouted they stand for nothing. */
function isLetters(text: string, token: Token): boolean {
  if (!token.upper || token.text.length < 2 || token.text.length > 7 || NOT_LETTERS.has(token.lower)) return false
  if (!/^[А-ЯЁA-Z]{2,7}(?:-\d+)?$/u.test(token.text)) return false
  const around = text.slice(Math.max(0, token.start - 40), token.end + 40).match(/\p{L}/gu) ?? []
  const shouted = around.filter(letter => /\p{Lu}/u.test(letter)).length > around.length * 0.6
  if (shouted) return false
  return !/^[IVXLC]+$/.test(token.text)
}

/** "ВВС США", "МИД России": whose it is belongs to the name. */
function ofCountry(tokens: Token[], at: number): number {
  const next = tokens[at + 1]
  if (!next || !follows(next) || !next.russian || !next.capital) return at
  const country =
    /^(РФ|США)$/.test(next.text) || formsOf(next.lower).some(form => form.place && form.known && form.case === 'gent')
  return country ? at + 1 : at
}

/** A Latin name in a Russian text: Google, Microsoft. */
function isForeign(text: string, token: Token, before: Token | undefined): boolean {
  if (!/^[A-Z][A-Za-z]+$/.test(token.text) || token.text.length < 3 || /^[IVXLC]+$/.test(token.text)) return false
  if (/[@/\\.:]$/.test(token.gap) || /^[@/:]|^\.[a-z]/i.test(text.slice(token.end, token.end + 2))) return false
  const around = text.slice(Math.max(0, token.start - 60), token.start) + text.slice(token.end, token.end + 60)
  const russian = around.match(/[а-яё]/gi)?.length ?? 0
  // In brackets it is the spelling of the name before it.
  if (/\([^)]*$/.test(text.slice(Math.max(0, token.start - 60), token.start))) return false
  return russian > around.length * 0.45 && before !== undefined
}

function foreignEnd(text: string, tokens: Token[], at: number): number {
  let to = at
  while (
    to + 1 < tokens.length &&
    to - at < 3 &&
    follows(tokens[to + 1]) &&
    /^[A-Z][A-Za-z]+$/.test(tokens[to + 1]!.text) &&
    isForeign(text, tokens[to + 1]!, tokens[to])
  )
    to++
  return to
}
