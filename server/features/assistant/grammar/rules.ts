import { FORMAT } from './formats.ts'
import { MERGE, MOVE, PDF, RENAME, THINGS, UNDO } from './handling.ts'
import { AGENDA, CALENDAR, REMIND, TASKS } from './planning.ts'
import { FILE, type GrammarRule, pattern, rule, SEP, T } from './rule.ts'

/** What sentences look like, in the order in which they are tried. */

const BRIEF = '(?:вкратце|кратко|коротко|в двух словах|briefly|in short|in a nutshell)'
const SUMMARISE: GrammarRule[] = [
  rule('summarise', `^(?:о чем|про что|об чем)(?: этот| эта| там| говорится в| речь в)?§\\s*${FILE}${T}$`),
  rule('summarise', `^(?:${BRIEF})\\s*[:,—–-]\\s*(?:что (?:в|во|за|пишут в|сказано в) )?${T}$`),
  rule(
    'summarise',
    `^(?:резюмир~|суммир~|суммариз~|просуммир~|пересказ~|перескаж~)(?: ${BRIEF})?(?: мне)? (?:содержание )?${FILE}${T}$`,
  ),
  rule(
    'summarise',
    `^(?:${BRIEF}) (?:перескаж~|опиш~|расскаж~|излож~|объясн~)(?: мне)?(?: о| об| про| содержание| суть)? ${FILE}${T}$`,
  ),
  rule(
    'summarise',
    `^(?:перескаж~|опиш~|расскаж~|излож~)(?: мне)? (?:${BRIEF})(?: о| об| про| содержание| суть)? ${FILE}${T}$`,
  ),
  rule(
    'summarise',
    `^(?:сдела~|дай|подготов~|напиш~|состав~)?(?: мне)?\\s*(?:кратк~ |короткое |небольшое )?(?:выжимк~|саммари|резюме(?= (?:из|по|документа|файла|отч|договор|стать))|краткое содержание|конспект~|суть|главное|итог~|обзор~|основные мысли|основные тезисы|ключевые мысли|тезисы)§(?: из| по| о| об)? ${FILE}${T}$`,
  ),
  rule('summarise', `^подвед~ итог~(?: по| для)? ${FILE}${T}$`),
  rule('summarise', `^(?:summari[sz]e|recap|sum up|condense|digest)(?: me)?(?: the)? ${FILE}${T}$`),
  rule('summarise', `^what(?:'s| is| are)(?: the)? ${T} (?:about|all about)$`),
  rule(
    'summarise',
    `^(?:give me|write|make|create|show me|prepare)?(?: a| an| the)*\\s*(?:short |brief |quick |concise )?(?:tl;?dr|summary|gist|overview|recap|key points|main points|highlights|digest|essence)(?: of| for| on| from)?(?: the)? ${FILE}${T}$`,
  ),
]

const ON_THE_WEB = '(?:в (?:интернете|сети|гугле|яндексе)|онлайн)'
const ON_WEB = '(?:on |in )?(?:the )?(?:web|internet|net|google)|online'
const PAGE = '(?<target>https?://\\S+)'
const WEB: GrammarRule[] = [
  rule(
    'fetch_page',
    `^(?:прочит~|прочти|откр~|покаж~|перескаж~|загруз~|скача~|посмотр~|глян~|о чем|что (?:на|по|там)|read|open|fetch|show|summari[sz]e|look at|check|get|load|visit|what(?:'s| is) (?:on|at))(?: мне| me)?(?: эту| this| the| на)*(?: страниц~| сайт~| ссылк~| стать~| page| site| website| link| article)?(?: по адресу| по ссылке| at)?${SEP}${PAGE}$`,
  ),
  rule('fetch_page', `^${PAGE}$`),
  rule(
    'web_search',
    `^(?:найд~|найт~|поищ~|ищи|поиск~|посмотр~|глян~|узнай|проверь)(?:-ка)?(?: мне)? ${ON_THE_WEB}${SEP}(?:про |о |об |на тему )?${T}$`,
  ),
  rule('web_search', `^(?:найд~|найт~|поищ~|ищи|посмотр~|узнай|проверь)(?:-ка)?(?: мне)? ${T} ${ON_THE_WEB}$`),
  rule('web_search', `^(?:за|по)?гугли(?:ть)?(?: мне)?${SEP}${T}$`),
  rule('web_search', `^(?:search|look|find|check)(?: me)? (?:${ON_WEB})(?: for| about)?§${SEP}${T}$`),
  rule('web_search', `^(?:search|look|find|check)(?: me| for| up)* ${T} (?:${ON_WEB})$`),
  rule('web_search', `^google(?: for)?§${SEP}${T}$`),
]

const VERBS =
  '(?:(?:с|пере)?конверт~|преобраз~|перевед~|перевест~|передел~|преврат~|перегон~|перегнать|экспорт~|выгруз~|сохран~|сдела~|вытащ~|получ~|дай|нужн[аоы]?|нужен|надо|хочу|convert|turn|export|save|transform|change|make|get|give|need|extract|produce|i need|want|render)'

export const CONVERT_VERB = pattern(`(?<![\\p{L}\\p{N}])${VERBS}§`)
export const SURE_CONVERT = pattern('(?<![\\p{L}\\p{N}])(?:(?:с|пере)?конверт~|преобраз~ в|convert|сконверт~)')
export const BARE_CONVERT = pattern(`^(?<target>.+?)\\s*[—–-]?\\s+(?:в|to|into|as|как) (?:an? )?(?<fmt>${FORMAT})$`)

/** "сделай из отчёта pdf" */
export const MADE_FROM = pattern(
  `^(?:сдела~|получ~|make|create|produce)(?: мне| me)? (?:из|from|out of)(?: the)? (?<target>.+?) (?:an? )?(?<fmt>${FORMAT})$`,
)

const ALL = '(?:все|всех|all|every)'
const FIND: GrammarRule[] = [
  rule(
    'find',
    `^(?:найд~|найт~|ищи|искать|поищ~|отыщ~|разыщ~|поиск~|подыщ~)(?:-ка)?(?: мне)?(?: ${ALL}| всё| любые)? ${T}$`,
  ),
  rule('find', `^(?:покаж~|выведи|перечисл~|открой|дай|список)(?: мне)? ${ALL} ${T}$`),
  rule(
    'find',
    `^(?:покаж~|выведи)(?: мне)? (?<target>(?:файлы|документы|договоры|счета|акты|письма|отчеты|чеки|фото|фотографии|снимки|картинки|видео|записи|презентации|таблицы)§.*)$`,
  ),
  rule(
    'find',
    '^где(?: лежит| лежат| находится| находятся| хранится| хранятся| у меня| мой| моя| мое| мои| сам~)+ (?<target>.+)$',
  ),
  rule(
    'find',
    '^где (?<target>(?!.*(?:ован[аоы]?|ается|яется|ются|ился|илась|лись|ован|ено|ены|ена)(?:[^\\p{L}]|$)).+)$',
  ),
  rule('find', '^куда (?:делся|делась|делись|делось|пропал~|подевал~)(?: мой| моя| мои)? (?<target>.+)$'),
  rule('find', '^есть ли у меня (?<target>.+)$'),
  rule(
    'find',
    `^(?:find|search|look|locate|hunt|dig)(?: me| for| up| out| through| all| any| every)*(?: the| my)? ${T}$`,
  ),
  rule('find', `^(?:show|list|get|give|display)(?: me)? ${ALL}(?: the| my| of)* ${T}$`),
  rule('find', "^where(?:'s| is| are)(?: my| the| our)? (?<target>(?!.*ed$).+)$"),
  rule('find', '^where did (?:i|we) (?:put|save|leave|store)(?: the| my)? (?<target>.+)$'),
  rule('find', '^do (?:i|we) have (?:any|a|an|some) (?<target>.+)$'),
]

const OPEN: GrammarRule[] = [
  rule('open', `^(?:откр~|раскро~|покаж~|вывед~|запуст~|включ~|проигр~|воспроизвед~)(?: мне)? ${FILE}${T}$`),
  rule('open', `^(?:open|show|display|view|play|pull up|bring up|preview|launch)(?: me| up)*(?: the)? ${FILE}${T}$`),
]

export const RULES: GrammarRule[] = [
  ...WEB,
  ...REMIND,
  ...TASKS,
  ...AGENDA,
  ...PDF,
  ...RENAME,
  ...THINGS.slice(0, 4),
  ...MERGE,
  ...CALENDAR,
  ...UNDO,
  ...THINGS.slice(4),
  ...SUMMARISE,
]

/** Tried when it is no conversion. */
export const LATE_RULES: GrammarRule[] = [...MOVE, ...FIND, ...OPEN]

export const QUESTION = pattern(
  "^(?:что|кто|кого|кому|кем|чем|чей|чья|чье|когда|сколько|где|куда|откуда|почему|зачем|как|какой|какая|какое|какие|каков~|каким|какого|какую|который|есть ли|правда ли|верно ли|можно ли|нужно ли|был ли|была ли|были ли|в как~|на как~|до как~|с как~|по как~|за сколько|у кого|о ком|расскаж~|скаж~|объясн~|ответь|поясн~|what|what's|who|who's|whom|whose|when|where|why|how|which|does|do(?= (?:i|we|you|they|all|any|my|our|these|those)§)|did|is|are|was|were|has|have|had|can|could|should|will|would|until|since|for how long|by what|in which|in what|on what|at what|explain|tell me|describe|answer)§.*$",
)
