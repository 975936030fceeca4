import { type Mention, mention, Taken } from './mention.ts'
import { type Form, formsOf } from './morphology.ts'
import { COUNTRIES, capitalised, follows, hasLemma, isName, type SequenceToken, wordSet } from './sequence.ts'

/** Russian names of people, in any case: "Иванову И. И.", "с Анной Петровной", "президента Обамы". */

const TITLES = wordSet(
  `президент премьер министр премьер-министр мэр губернатор директор гендиректор глава депутат сенатор председатель заместитель секретарь
  генерал полковник майор капитан лейтенант адвокат судья прокурор следователь писатель поэт режиссер актер актриса певец певица
  композитор художник тренер журналист корреспондент эксперт аналитик профессор доктор академик ученый врач архитектор инженер
  бизнесмен предприниматель миллиардер олигарх руководитель начальник менеджер лидер вождь король королева принц принцесса император
  князь царь граф барон папа патриарх митрополит епископ священник святой господин госпожа мистер миссис гражданин гражданка товарищ
  сотрудник пресс-секретарь представитель кандидат чемпион спортсмен боксер футболист теннисист шахматист фигурист нападающий
  защитник полузащитник вратарь автор редактор ведущий продюсер историк политолог социолог экономист философ политик диктатор
  террорист правозащитник омбудсмен посол дипломат канцлер спикер вице-президент вице-премьер экс-президент брат сестра сын дочь отец
  мать жена муж супруга супруг вдова дед внук племянник`,
)

interface Role {
  given?: Form[]
  surname?: Form[]
  patronymic?: Form[]
  /** Not in the dictionary at all, or only as a guess. */
  strange: boolean
  /** The dictionary has it as an ordinary word too. */
  ordinary: boolean
  place: boolean
  country: boolean
}

const roles = new Map<string, Role>()

function roleOf(token: SequenceToken): Role {
  const known = roles.get(token.lower)
  if (known) return known
  const forms = formsOf(token.lower)
  const pick = (wanted: (form: Form) => boolean) => {
    const found = forms.filter(wanted)
    return found.length > 0 ? found : undefined
  }
  const role: Role = {
    given: pick(form => form.given && form.known),
    surname: pick(form => form.surname && (form.known || form.score > 0.05)),
    patronymic: pick(form => form.patronymic),
    strange: !forms.some(form => form.known),
    ordinary: forms.some(
      form => form.known && !form.given && !form.surname && !form.patronymic && !form.place && form.score > 0.02,
    ),
    place: forms.some(form => form.place && form.known && form.pos === 'NOUN'),
    country: false,
  }
  role.country = [...lemmas(forms)].some(lemma => COUNTRIES.has(lemma.replaceAll('ё', 'е')))
  if (roles.size > 20_000) roles.clear()
  roles.set(token.lower, role)
  return role
}

type Part = 'given' | 'surname' | 'patronymic' | 'strange' | 'any'

const ORDERS: Part[][] = [
  ['surname', 'given', 'patronymic'],
  ['given', 'patronymic', 'surname'],
  ['given', 'patronymic', 'strange'],
  ['strange', 'given', 'patronymic'],
  ['given', 'surname'],
  ['given', 'patronymic'],
  ['surname', 'given'],
  ['given', 'strange'],
  ['given', 'given', 'surname'],
  ['given', 'any'],
  ['given', 'given'],
  ['strange', 'surname'],
  ['strange', 'strange'],
]

/** The forms in which the word can play the part; an empty list is a word that does not change. */
function formsAs(token: SequenceToken, part: Part): Form[] | undefined {
  const role = roleOf(token)
  if (part === 'strange') return role.strange && !role.place ? [] : undefined
  if (part !== 'any') return role[part]
  // Behind a given name any noun or adjective in the same case is a surname: Виктор Понедельник, Исаак Ньютон.
  if (role.given || role.patronymic || role.place) return undefined
  return formsOf(token.lower).filter(form => form.pos === 'NOUN' || form.pos === 'ADJF')
}

/** The words of one name stand in one case. */
function agree(lists: Form[][]): boolean {
  const bound = lists.filter(list => list.length > 0)
  const [first, ...rest] = bound
  if (!first) return true
  return first.some(form =>
    rest.every(list =>
      list.some(
        other =>
          other.case === form.case &&
          (other.gender === form.gender || !other.gender || other.gender === 'ms-f' || form.gender === 'ms-f'),
      ),
    ),
  )
}

interface Found {
  tokens: SequenceToken[]
  parts: Part[]
}

/** The longest name that begins at this word. */
function wholeName(tokens: SequenceToken[], at: number): Found | undefined {
  for (const order of ORDERS) {
    const run = tokens.slice(at, at + order.length)
    if (run.length < order.length || !run.every(isName) || !run.slice(1).every(follows)) continue
    const lists = run.map((token, n) => formsAs(token, order[n]!))
    if (lists.some(list => !list)) continue
    if (agree(lists as Form[][])) return { tokens: run, parts: order }
  }
  return undefined
}

const PLACE_BEFORE = wordSet('в во на из под до близ около возле г город')
const SURNAME_END =
  /(ов|ев|ёв|ин|ын|ск|ов[ауые]м?|ев[ауые]м?|ин[ауые]м?|овой|евой|иной|ский|ского|скому|ским|ской|ская|енко|дзе|швили|ян|янц|ук|юк|чук)[а-я]{0,3}$/

/** One word alone: a surname or a given name, where nothing says that it is something else. */
function singleName(tokens: SequenceToken[], at: number, known: Set<string>): Found | undefined {
  const token = tokens[at]!
  const role = roleOf(token)
  if (token.text.length < 3 || role.country || /["«“]$/u.test(token.gap)) return undefined
  const part = knownPart(token, role, known) ?? likelyPart(token, role, tokens[at - 1])
  return part && { tokens: [token], parts: [part] }
}

/** Somebody of that name was named in full elsewhere. */
function knownPart(token: SequenceToken, role: Role, known: Set<string>): Part | undefined {
  if (role.surname && [...lemmas(role.surname)].some(lemma => known.has(lemma))) return 'surname'
  return role.strange && known.has(rootOf(token.lower)) ? 'strange' : undefined
}

function likelyPart(token: SequenceToken, role: Role, before: SequenceToken | undefined): Part | undefined {
  const forms = formsOf(token.lower)
  if (before && PLACE_BEFORE.has(before.lower) && forms.some(form => form.place)) return undefined
  const titled = follows(token) && hasLemma(before, TITLES)
  if (role.surname && isSurname(token, role, titled)) return 'surname'
  if (role.surname?.some(form => form.known)) return undefined
  const best = forms[0]
  const clear = best?.given || titled || !role.ordinary
  if (role.given && clear && !(role.ordinary && token.first)) return 'given'
  // The dictionary's own are said of everybody and mean nobody; what only ends like them is a surname.
  if (best?.patronymic && !best.known) return 'patronymic'
  return titled && (role.strange || role.surname) && !role.ordinary ? 'strange' : undefined
}

function isSurname(token: SequenceToken, { surname, ordinary, strange }: Role, titled: boolean): boolean {
  const forms = formsOf(token.lower)
  if (!surname!.some(form => form.known))
    return strange && Boolean(forms[0]?.surname) && (titled || !token.first) && SURNAME_END.test(token.lower)
  if (titled) return true
  const place = forms.some(form => form.place && form.known)
  if (place && !forms[0]?.surname) return false
  return !ordinary || (!token.first && surname![0]!.score >= 0.4)
}

/** Of a foreign surname the beginning stays as it is in every case. */
const rootOf = (word: string) => `${word.slice(0, Math.max(4, word.length - 2))}…`

const lemmas = (forms: Form[]) => new Set(forms.map(form => form.lemma))

const WORD_BEFORE = /(?<!\p{L})(\p{L}{1,30})[ \u00a0]$/u

/** Behind a preposition or a noun that is not in the nominative a name is not in it either: "от Белова", "директора Белова". */
function isGoverned(text: string, start: number): boolean {
  const before = WORD_BEFORE.exec(text.slice(Math.max(0, start - 32), start))?.[1]
  if (!before) return false
  const forms = formsOf(before).filter(form => form.known)
  if (forms.some(form => form.pos === 'PREP')) return true
  const single = forms.filter(form => form.pos === 'NOUN' && form.animate && form.number === 'sing')
  return single.length > 0 && single.every(form => form.case !== 'nomn')
}

/** "Белова" alone is a woman, unless it is governed: then it may be Белов as well, who is named so more often. */
const surnameAlone = (forms: Form[], governed: boolean): Form | undefined =>
  (governed ? undefined : forms.find(form => form.surname && form.case === 'nomn' && form.number === 'sing')) ??
  forms.find(form => form.surname)

/** The name as a dictionary of people would have it: each word in the nominative, in the gender that the others show. */
function normalOf(text: string, { tokens, parts }: Found): string {
  if (parts.length === 1 && parts[0] === 'surname') {
    const form = surnameAlone(roleOf(tokens[0]!).surname!, isGoverned(text, tokens[0]!.start))
    return capitalised(form?.lemma ?? tokens[0]!.text)
  }
  const lists = tokens.map((token, at) => formsAs(token, parts[at]!) ?? [])
  const telling =
    lists.find((list, at) => parts[at] !== 'surname' && list.length > 0) ?? lists.find(list => list.length > 0) ?? []
  const lead =
    telling.find(form =>
      lists.every(
        list => list.length === 0 || list.some(other => other.case === form.case && other.gender === form.gender),
      ),
    ) ?? telling[0]
  return tokens
    .map((token, at) => {
      const list = lists[at]!
      const form = list.find(other => other.case === lead?.case && other.gender === lead?.gender) ?? list[0]
      return form ? capitalised(form.lemma) : token.text
    })
    .join(' ')
}

const INITIALS =
  /(?<![\p{L}\p{N}])(?:((?:[А-ЯЁ]\.[ \u00a0]?){1,2})([А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)?)|([А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)?)[ \u00a0]((?:[А-ЯЁ]\.[ \u00a0]?){2}|[А-ЯЁ]\.(?![ \u00a0]*[А-ЯЁ][а-яё])))(?![\p{L}])/gu

function byInitials(text: string): Mention[] {
  const found: Mention[] = []
  for (const match of text.matchAll(INITIALS)) {
    const surname = (match[2] ?? match[3])!
    const initials = (match[1] ?? match[4])!.replace(/[ \u00a0]/g, '')
    const forms = formsOf(surname)
    const form = surnameAlone(forms, isGoverned(text, match.index))
    if (!form && forms.some(candidate => candidate.known && !candidate.given) && !match[1]) continue
    const end = match.index + match[0].trimEnd().length
    found.push(mention(text, match.index, end, { normal: `${capitalised(form?.lemma ?? surname)} ${initials}` }))
  }
  return found
}

const STREET_BEFORE =
  /(?<!\p{L})(?:ул|улиц\p{L}{1,3}|пр|пр-т|пр-кт|просп|проспект\p{L}{0,2}|пер|переул\p{L}{2,4}|пл|площад\p{L}{1,2}|наб|набережн\p{L}{2}|ш|шоссе|б-р|бул|бульвар\p{L}{0,2}|проезд\p{L}{0,2})\.?[ \u00a0]?(?:\p{Lu}\.[ \u00a0]?){0,2}$/iu

/** Whose name a street has lives nowhere near it. */
const namesStreet = (text: string, start: number) => STREET_BEFORE.test(text.slice(Math.max(0, start - 24), start))

export function peopleIn(text: string, tokens: SequenceToken[]): Mention[] {
  const found = byInitials(text).filter(({ start }) => !namesStreet(text, start))
  const places = new Taken(text, found)
  const taken = (token: SequenceToken) => !places.free(token.start, token.end)
  const known = new Set<string>()
  const add = ({ tokens: run, parts }: Found) => {
    for (const [at, token] of run.entries())
      if (parts[at] === 'surname') for (const lemma of lemmas(roleOf(token).surname ?? [])) known.add(lemma)
      else if (parts[at] === 'strange' && at > 0) known.add(rootOf(token.lower))
    places.take(run[0]!.start, run.at(-1)!.end)
    found.push(mention(text, run[0]!.start, run.at(-1)!.end, { normal: normalOf(text, { tokens: run, parts }) }))
  }
  for (let at = 0; at < tokens.length; at++) {
    if (!isName(tokens[at]) || taken(tokens[at]!)) continue
    const whole = wholeName(tokens, at)
    if (!whole || whole.tokens.some(taken) || namesStreet(text, tokens[at]!.start)) continue
    add(whole)
    at += whole.tokens.length - 1
  }
  // Whole names first: they make single surnames elsewhere certain.
  for (let at = 0; at < tokens.length; at++) {
    if (!isName(tokens[at]) || taken(tokens[at]!) || namesStreet(text, tokens[at]!.start)) continue
    const single = singleName(tokens, at, known)
    if (single) add(single)
  }
  return found.sort((a, b) => a.start - b.start)
}
