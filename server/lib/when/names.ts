/** Names of months, from January, and of weekdays, from Monday: by language and case, in their short forms last. */

const words = (text: string) => text.split(' ')

export const RU_MONTHS = {
  nominative: words('январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'),
  genitive: words('января февраля марта апреля мая июня июля августа сентября октября ноября декабря'),
  dative: words('январю февралю марту апрелю маю июню июлю августу сентябрю октябрю ноябрю декабрю'),
  locative: words('январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре'),
}

/** "январский", without its ending. */
export const RU_OF_MONTHS = words(
  'январск февральск мартовск апрельск майск июньск июльск августовск сентябрьск октябрьск ноябрьск декабрьск',
)

export const EN_MONTHS = words('January February March April May June July August September October November December')

export const MONTHS_SHORT = [
  ['янв', 'jan'],
  ['фев', 'февр', 'feb'],
  ['мар', 'mar'],
  ['апр', 'apr'],
  [],
  ['июн', 'jun'],
  ['июл', 'jul'],
  ['авг', 'aug'],
  ['сен', 'сент', 'sep', 'sept'],
  ['окт', 'oct'],
  ['ноя', 'нояб', 'nov'],
  ['дек', 'dec'],
]

export const RU_WEEKDAYS = {
  nominative: words('понедельник вторник среда четверг пятница суббота воскресенье'),
  accusative: words('понедельник вторник среду четверг пятницу субботу воскресенье'),
  genitive: words('понедельника вторника среды четверга пятницы субботы воскресенья'),
  dative: words('понедельнику вторнику среде четвергу пятнице субботе воскресенью'),
  instrumental: words('понедельником вторником средой четвергом пятницей субботой воскресеньем'),
  /** In the plural: "по понедельникам". */
  each: words('понедельникам вторникам средам четвергам пятницам субботам воскресеньям'),
}

export const EN_WEEKDAYS = words('Monday Tuesday Wednesday Thursday Friday Saturday Sunday')

export const WEEKDAYS_SHORT = [
  ['пн', 'mon'],
  ['вт', 'tue', 'tues'],
  ['ср', 'wed'],
  ['чт', 'thu', 'thur', 'thurs'],
  ['пт', 'fri'],
  ['сб', 'sat'],
  ['вс', 'sun'],
]
