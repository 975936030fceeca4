import { stemOf } from './stems.ts'

/** The fields of life that a text belongs to, by the words it uses. */

const WORDS: Record<string, string> = {
  finance: `счёт оплата платёж банк налог рубль бюджет кредит баланс прибыль выручка касса инвестиция дивиденд вклад процент бухгалтерия
    акция расход доход смета аванс ндс выписка invoice payment bank tax budget credit balance profit revenue cash investment dividend
    deposit interest accounting stock expense income loan mortgage audit salary payroll price cost fee`,
  legal: `договор контракт соглашение суд закон иск право обязательство ответственность стороны арендатор арендодатель истец ответчик кодекс
    нотариус доверенность устав лицензия конфиденциальность contract agreement court law claim liability party clause plaintiff
    defendant license confidentiality jurisdiction warranty indemnity notary lease tenant landlord hereby`,
  work: `сотрудник работодатель вакансия резюме опыт проект совещание задача отдел руководитель компания клиент отпуск должность менеджер
    приказ стажировка employee employer vacancy resume experience project meeting task department manager company client vacation
    position internship career team deadline stakeholder`,
  education: `студент университет курс лекция экзамен школа учебник обучение преподаватель диплом урок задание кафедра исследование диссертация
    учащийся семинар student university course lecture exam school textbook learning teacher diploma lesson homework research thesis
    academic seminar curriculum syllabus`,
  health: `врач пациент диагноз лечение анализ больница лекарство препарат симптом здоровье клиника медицинский кровь терапия доза прививка полис
    doctor patient diagnosis treatment hospital medicine drug symptom health clinic medical blood therapy dose vaccine prescription
    disease`,
  travel: `билет рейс отель гостиница бронирование поездка виза аэропорт вылет маршрут турист экскурсия багаж пассажир посадочный ticket flight
    hotel booking reservation trip visa airport departure itinerary tourist luggage passenger boarding destination travel`,
  home: `квартира дом ремонт мебель коммунальный жкх кухня рецепт ингредиент электроэнергия водоснабжение показание счётчик сад аренда жильё
    apartment house renovation furniture utility kitchen recipe ingredient electricity water meter garden cooking oven household`,
  personal: `семья мама папа друг день рождения поздравляю дневник свадьба ребёнок отпуск подарок паспорт личный family mother father friend
    birthday diary wedding child gift passport personal love congratulations`,
  technical: `программа код сервер функция установка настройка параметр устройство двигатель система интерфейс база данных алгоритм файл модуль
    прибор чертёж схема протокол сеть версия software code server function installation configuration parameter device engine system
    interface database algorithm file module network version api hardware voltage`,
  media: `фото видео музыка фильм запись песня альбом съёмка кадр изображение режиссёр актёр photo video music film movie song album image
    camera recording artist director podcast episode`,
}

/** The fields that a stem speaks for. */
const FIELDS = new Map<string, string[]>()
for (const [field, words] of Object.entries(WORDS))
  for (const stem of new Set(words.split(/\s+/).map(stemOf))) FIELDS.set(stem, [...(FIELDS.get(stem) ?? []), field])

const BY_TYPE: Record<string, string> = {
  contract: 'legal',
  invoice: 'finance',
  act: 'finance',
  statement: 'finance',
  receipt: 'finance',
  resume: 'work',
  photo: 'media',
  recording: 'media',
  code: 'technical',
}

const ENOUGH = 0.012

/** Up to three, the strongest first; `other` when nothing is said. */
export function categoriesOf(stems: string[], docType: string): string[] {
  const sample = stems.slice(0, 5000)
  const scores = new Map<string, number>()
  for (const stem of sample)
    for (const field of FIELDS.get(stem) ?? []) scores.set(field, (scores.get(field) ?? 0) + 1 / (sample.length + 30))
  const own = BY_TYPE[docType]
  if (own) scores.set(own, (scores.get(own) ?? 0) + 0.03)
  const ranked = [...scores].sort(([, a], [, b]) => b - a)
  const best = ranked[0]?.[1] ?? 0
  const chosen = ranked.filter(([, score]) => score > ENOUGH && score > best * 0.4).map(([field]) => field)
  return chosen.length > 0 ? chosen.slice(0, 3) : ['other']
}
