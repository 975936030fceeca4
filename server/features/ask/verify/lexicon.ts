import { lazy } from '../../../lib/lazy.ts'
import { termOf, type Word } from '../../../lib/words.ts'

/** Words of contracts, bills, letters and households that mean the same in both languages. */

const groups = (table: string): (() => Map<string, number>) =>
  lazy(
    () =>
      new Map(
        table
          .trim()
          .split('\n')
          .flatMap((line, at) =>
            line
              .trim()
              .split(/\s+/)
              .map((word): [string, number] => [keyOf({ word, term: termOf(word) }), at]),
          ),
      ),
  )

/** English stems bring too much together: insurer, insured. */
const keyOf = ({ word, term }: Pick<Word, 'word' | 'term'>) =>
  /[a-z]/u.test(word) ? word.replace(/(['’]s|s|s['’])$/u, '') : term

/** Who acts: parties of contracts, offices, relatives, institutions. */
const PARTIES = groups(`
  арендодатель наймодатель хозяин хозяйка хозяева landlord landlady lessor
  арендатор наниматель tenant lessee
  собственник владелец собственники owner owners
  заказчик customer client клиент
  подрядчик исполнитель contractor
  субподрядчик subcontractor
  покупатель buyer purchaser
  продавец seller vendor
  поставщик supplier
  заемщик должник borrower debtor
  займодавец заимодавец кредитор lender creditor
  работник сотрудник employee
  работодатель employer
  страховщик insurer
  страхователь policyholder insured
  поручитель guarantor
  банк bank
  фонд fund
  музей museum
  школа school
  университет university
  больница клиника hospital clinic
  поликлиника polyclinic
  родители родитель parents parent
  учитель учительница преподаватель teacher
  ребенок дети child children
  жилец жильцы жители resident residents
  житель inhabitant
  сосед соседка соседи neighbour neighbor neighbours neighbors
  директор director
  бухгалтер accountant
  казначей treasurer
  секретарь secretary clerk
  председатель председательница chair chairman chairwoman chairperson
  управляющий менеджер manager
  руководитель head
  начальник boss supervisor
  юрист адвокат lawyer attorney solicitor
  врач доктор doctor physician
  пациент patient
  агент agent
  посредник broker intermediary
  дилер автосалон dealer
  перевозчик carrier
  отправитель sender
  получатель recipient
  плательщик payer
  истец plaintiff claimant
  ответчик defendant
  даритель donor
  наследник heir
  завещатель testator
  опекун guardian
  семья family
  брат brother
  сестра sister
  мать мама mother mum mom
  отец папа father dad
  бабушка grandma grandmother
  дедушка дед grandpa grandfather
  дядя uncle
  тетя aunt
  муж husband
  жена wife
  сын son
  дочь daughter
  слесарь сантехник plumber
  электрик electrician
  плиточник tiler
  инспектор inspector
  курьер courier
  водитель driver
  свидетель witness
  нотариус notary
  общество society
  компания фирма company firm
  магазин shop store
  клуб club
  лаборатория laboratory lab
  хранитель custodian
  поклажедатель depositor
  пекарня bakery
  полиция police
  внук внучка grandson granddaughter
  хор choir
  театр theatre theater
  церковь church
  приход parish
  библиотека library
  аптека pharmacy
  ресторан restaurant
  отдел department
  команда team
  министерство ministry
  агентство agency
  завод factory plant
  кооператив cooperative
  садовод садоводы gardener gardeners
  сантехслужба utility
  совет board council
  комитет committee
  суд court
  партнер partner
  консультант adviser advisor consultant
  инвестор investor
  акционер shareholder
  студент student
  волонтер volunteer
  администратор administrator
  диспетчер dispatcher
  подписчик subscriber
  гость guest
  отель гостиница hotel
  издатель издательство publisher
  автор author
  редактор editor
  оркестр orchestra
  дирижер conductor
  город city town
  переводчик переводчица translator
  координатор coordinator
  инженер engineer
  тренер coach trainer
  медсестра nurse
  повар cook chef
  уборщица уборщик cleaner
  фотограф photographer
  ученик ученица pupil
  дизайнер designer
  архитектор architect
  прораб foreman
  строитель строители builder builders
  механик mechanic
  стоматолог dentist
  ветеринар vet veterinarian
  судья judge
  мэр mayor
  президент president
  заместитель deputy
  ассистент ассистентка помощник помощница assistant
  профессор professor
  няня nanny babysitter
  репетитор tutor
  оператор operator
  провайдер provider
  авиакомпания airline
  налоговая инспекция taxman
  мастер мастера master
  художник художница artist painter
  музыкант музыканты musician musicians
  капитан captain
  пекарь baker
  флорист florist
  фермер farmer
  ведущий ведущая host
  организатор organiser organizer
  спонсор sponsor
  участник участники participant participants
`)

/** What is spoken of: enough to tell which part of a sentence a claim is about. */
const THINGS = groups(`
  плата rent
  оплата платеж payment
  залог депозит обеспечительный deposit
  пени неустойка штраф penalty fine
  крыша roof
  вода water
  газ gas
  электроэнергия электричество electricity
  реклама рекламный advertising
  договор contract agreement
  соглашение lease
  счет invoice bill
  отчет report
  бюджет budget
  скидка discount
  сайт site website
  доставка delivery
  премия premium bonus
  оклад зарплата salary wage
  отпуск leave vacation holiday
  испытательный probation
  страхование страховка insurance
  франшиза excess deductible
  кредит ссуда loan
  займ loan
  ставка rate
  процент проценты interest
  долг задолженность debt
  взнос fee contribution
  тариф tariff
  билет ticket
  экскурсия trip excursion
  обед lunch
  собрание совещание meeting
  ремонт repair
  ключ ключи key keys
  подвал basement
  шлагбаум barrier
  помещение premises
  квартира flat apartment
  склад warehouse
  подписать подписал signed sign
  секретарь secretary
  пожар fire
  кража theft
  гарантия guarantee warranty
  срок term
  площадь area
  проезд travel
  животные pets animals
  улей ульи beehives
  листовка листовки flyers
  плакат плакаты posters
  баннер баннеры banners
  плитка tiles
  кофе coffee
  мед honey
  пирог pie cake
  перерасчет recalculation
  заявление заявка application
  горячая hot
  субаренда subletting sublease
  освещение lighting
  дымоход chimney
  звонки звонок calls
`)

/** Verbs whose forms have no letters in common. */
const IRREGULAR = new Map(
  `lend lends lent lending|pay pays paid paying|give gives gave given giving|sell sells sold selling|buy buys bought buying|send sends sent sending
  take takes took taken taking|teach teaches taught teaching|hold holds held holding|make makes made making|lead leads led leading
  tell tells told telling|bring brings brought bringing|write writes wrote written writing|drive drives drove driven driving
  choose chooses chose chosen choosing|get gets got getting|find finds found finding|keep keeps kept keeping|leave leaves left leaving
  lose loses lost losing|meet meets met meeting|win wins won winning|build builds built building|spend spends spent spending
  run runs ran running|grow grows grew grown growing|rise rises rose risen|speak speaks spoke spoken speaking|draw draws drew drawn drawing
  break breaks broke broken breaking|sing sings sang sung singing|begin begins began begun beginning|go goes went gone going
  come comes came coming|see sees saw seen seeing|owe owes owed owing|wear wears wore worn|steal steals stole stolen|eat eats ate eaten`
    .split(/[|\n]/)
    .flatMap((line, at) =>
      line
        .trim()
        .split(/\s+/)
        .map((word): [string, number] => [word, at]),
    ),
)

export const verbGroupOf = (word: string) => IRREGULAR.get(word)

export const partyOf = (word: Pick<Word, 'word' | 'term'>) => PARTIES().get(keyOf(word))
export const thingOf = (word: Pick<Word, 'word' | 'term'>) => THINGS().get(keyOf(word))

/** Verbs and nouns that every statement may have: they tell nothing of what it is about. */
const LIGHT = lazy(
  () =>
    new Set(
      `составлять составляет составил составит равен равна равно быть является являться есть стоить стоит сумма размер рубль рублей
  руб год года месяц день число дата нужно должен должна надо необходимо мочь может будет были стал
  be is are was amount sum total equal cost costs price rouble roubles ruble rubles dollar dollars euro euros pound pounds year month
  within each every per каждый каждого каждая также day date must shall should has have get gets take takes place`
        .split(/\s+/)
        .map(termOf),
    ),
)

export const isLight = (word: Pick<Word, 'term'>) => LIGHT().has(word.term)

/** Verbs by which something passes from one to the other: then it is clear which way, also where the verbs differ. */
export const PASSES =
  /^(pa(y|id)|giv|gave|send|sent|lend|lent|hand|transfer|return|refund|award|grant|sell|sold|repay|reimburs|borrow|receiv|gets?$|got$|buy|bought|owe|плат|оплат|уплат|выплат|заплат|дал|даст|отда|переда|верн|возвра|отправ|перечисл|перевод(?!чи)|перевед|одолж|продал|прода[её]т|получ|взял|купил|выда|присуд|подар|сда[её]т|сдал)/u

/** Verbs whose subject ends up with the thing: to receive, to borrow, to buy. */
export const RECEIVING =
  /^(получ|взя|возьм|бер[уеё]|заня|займ[уеё]|одолжил у|приня|прин[яи]|купи|покупа|куплен|receiv|borrow|gets?$|got$|takes?$|took$|taken$|buy|bought|purchas|collect|accept|obtain|inherit)/u
