import { remembered } from '../../lib/remembered.ts'
import { EN_MONTHS, EN_WEEKDAYS, RU_MONTHS, RU_WEEKDAYS } from '../../lib/when/names.ts'
import { stemOf } from './stems.ts'

/** Words that tell nothing of what a text is about. */

const RUSSIAN = `а без более больше будет будто бы был была были было быть в вам вами вас ваш ваша ваше ваши вдруг ведь весь вместе
во вообще вот впрочем все всегда всего всей всем всеми всему всех всю вся всё вы где да даже данный два две двух для до другой другие
его ее ей ему если есть еще ещё её же за здесь и из или им ими иногда их к каждый как какая какие какой когда кого кому
конечно которая которого которой котором которому которую которые который которых кроме кто куда ли либо лишь лучше между меня мне
много может можно мой мои моя моё мы на над надо наконец нам нами нас наш наша наше наши не него нее ней некоторый нельзя нем ни
нибудь никогда ним ними них ничего но ну нужно нужный о об оба один одна одно одной однако он она они оно от очень перед по под
после потом потому почти при про раз разве с сам сама сами само свой своя свои своего своей со совсем согласно так также такая такие
таких такого такой там те тебя тем теперь то тогда того тоже той только том тот три тут ты у уже хорошо хотя чего чей чем через
что чтобы чтоб чуть эта эти этим этих это этого этой этом этот эту я являться является иметь имеет мочь могут должен должна должны
следует следующий настоящий настоящая настоящее настоящего указанный соответствие соответствии вышеуказанный нижеследующий
дальнейший дальнейшем именуемый именуемое именуемая год года году лет месяц день дня дней час время раз сторона стороны пункт
руб рубль копейка коп тыс млн млрд г гг ул д стр кв тел т.д т.п др пр п пп ст первый второй третий новый новая новое большой
также часть лицо лица вид случай порядок число количество том образ далее ныне сегодня вчера завтра ${RU_WEEKDAYS.nominative.join(' ')} ${RU_MONTHS.nominative.join(' ')}
человек люди дело место говорить сказать сообщить заявить отметить стать сделать делать получить дать взять идти сообщает около
против среди ради вокруг вместо кроме из-за из-под итого всего шт ед лично просьба просим прошу уважаемый уважаемая уважаемые
пожалуйста спасибо общество ограниченный ответственность именовать ооо оао зао пао ао ип директор генеральный действующий действующего действующая основание основании устав устава`

const ENGLISH = `a about above after again against all also am an and any are as at be because been before being below between both but
by can cannot could did do does doing down during each few for from further had has have having he her here hers herself him himself
his how however i if in into is it its itself just may me might more most must my myself no nor not now of off on once one only or
other our ours out over own per same shall she should so some such than that the their theirs them themselves then there these they
this those through thus to too two under until up upon us use used using very via was we were what when where which while who whom
whose why will with within without would yet you your yours hereby herein hereof hereto thereof therein pursuant whereas aforesaid
new first second third many much well even like get got make made way see said says say year years day days month months time
${[...EN_MONTHS, ...EN_WEEKDAYS].join(' ').toLowerCase()} dear sincerely regards please thank thanks yours mr mrs ms dr etc eg ie inc ltd llc co page pages
let take need want know go going come good great next last every another since still around three four five
part set number several different various given including include includes following total date note name amp nbsp http https www com org html`

/** The smallest of them, which stand in every text of every kind. */
export const LITTLE = new Set(
  `а без бы был была были было в во вот все всё вы где да для до его ее её ей ему если есть еще ещё же за и из или им их к как ко которая которые который
  ли мы на над не него нее ней нет ни но ну о об он она они оно от перед по под при про с со так также там то тоже только у уже что чтобы эта эти
  это этот я a about after all also an and any are as at be been but by can could did do does for from had has have he her his how i if in
  into is it its me more most my not now of off on or our out over own s she so some such t than that the their them then there these they
  this those to too under up was we were what when where which while who will with would you your`.split(/\s+/),
)

export const STOP_WORDS = new Set(
  `${RUSSIAN} ${ENGLISH}`.split(/\s+/).flatMap(word => [word, word.replaceAll('ё', 'е')]),
)
const STOP_STEMS = new Set([...STOP_WORDS].filter(word => word.length > 3).map(stemOf))

export const isStopWord = remembered((lower: string) => STOP_WORDS.has(lower) || STOP_STEMS.has(stemOf(lower)))
