import { iso, type Layout, nth } from './paper.ts'

/** Russian papers as programs and people write them. */

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const words = (date: string) => {
  const [y, m, d] = date.split('-').map(Number)
  return `${d} ${MONTHS[m! - 1]} ${y} г.`
}
const dots = (date: string) => date.split('-').reverse().join('.')
const quoted = (date: string) => `«${date.slice(8)}» ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)} г.`
const money = (value: number) => {
  const [whole, small = '00'] = value.toFixed(2).split('.')
  return `${whole!.replace(/\B(?=(\d{3})+$)/g, ' ')},${small}`
}

const FIRMS = ['ООО «Северный ветер»', 'АО «Промтехсервис»', 'ООО «Лесной дом»', 'ПАО «Волгаэнерго»', 'ООО «Гранит-М»']
const BUYERS = ['ООО «Альтаир»', 'ООО «Берег»', 'АО «Научприбор»', 'ИП Кузнецова Мария Сергеевна', 'ООО «Кедр и Ко»']
const PEOPLE = [
  'Морозов Игорь Викторович',
  'Лебедева Анна Павловна',
  'Соколов Дмитрий Андреевич',
  'Орлова Елена Игоревна',
]
const DAYS = [iso(2024, 3, 12), iso(2023, 11, 2), iso(2025, 1, 27), iso(2024, 6, 5)]
const LATER = [iso(2024, 3, 26), iso(2023, 11, 16), iso(2025, 2, 10), iso(2024, 6, 20)]
const SUMS = [48_500, 1_274_300.5, 9_860.75, 312_000]
const NUMBERS = ['47', 'УТ-1188', '15/24-К', '002317']

export const RUSSIAN: Layout[] = [
  {
    name: 'счёт из бухгалтерской программы',
    type: 'invoice',
    make: n => ({
      text: `ПАО СБЕРБАНК г. Москва\tБИК\t044525225
Сч. №\t30101810400000000225
ИНН 7707083893\tКПП 773601001\tСч. №\t40702810900000000001
${nth(FIRMS, n)}
Получатель
Счет на оплату № ${nth(NUMBERS, n)} от ${words(nth(DAYS, n))}
Поставщик:\t${nth(FIRMS, n)}, ИНН 7707083893, КПП 773601001, 115184, Москва г, Новокузнецкая ул, дом № 7
Покупатель:\t${nth(BUYERS, n)}, ИНН 7736050003, 420111, Казань г, Баумана ул, дом № 12
Основание:\tДоговор № 88 от 01.02.2023
№\tТовары (работы, услуги)\tКол-во\tЕд.\tЦена\tСумма
1\tПоставка оборудования\t2\tшт\t${money(nth(SUMS, n) / 2)}\t${money(nth(SUMS, n))}
Итого:\t${money(nth(SUMS, n))}
В том числе НДС (20%):\t${money(nth(SUMS, n) / 6)}
Всего к оплате:\t${money(nth(SUMS, n))}
Всего наименований 1, на сумму ${money(nth(SUMS, n))} руб.
Оплатить не позднее ${dots(nth(LATER, n))}
Оплата данного счета означает согласие с условиями поставки товара.
Руководитель\tМорозов И. В.\tБухгалтер\tЛебедева А. П.`,
      fields: {
        document_date: nth(DAYS, n),
        amount: nth(SUMS, n),
        currency: 'RUB',
        parties: [nth(FIRMS, n), nth(BUYERS, n)],
        number: nth(NUMBERS, n),
        due_date: nth(LATER, n),
      },
    }),
  },
  {
    name: 'счёт за услуги связи, метки и значения по строкам',
    type: 'invoice',
    kept: true,
    make: n => ({
      text: `${nth(FIRMS, n + 1)}
Счёт
Номер счёта:
${nth(NUMBERS, n + 2)}
Дата выставления:
${dots(nth(DAYS, n + 1))}
Плательщик:
${nth(BUYERS, n + 2)}
Услуга: связь, тариф «Бизнес»
Абонентская плата
${money(nth(SUMS, n) - 500)} руб.
Дополнительные услуги
500,00 руб.
Итого к оплате
${money(nth(SUMS, n))} руб.
Срок оплаты до ${dots(nth(LATER, n + 1))}`,
      fields: {
        document_date: nth(DAYS, n + 1),
        amount: nth(SUMS, n),
        currency: 'RUB',
        parties: [nth(FIRMS, n + 1), nth(BUYERS, n + 2)],
        number: nth(NUMBERS, n + 2),
        due_date: nth(LATER, n + 1),
      },
    }),
  },
  {
    name: 'счёт-фактура',
    type: 'invoice',
    make: n => ({
      text: `СЧЕТ-ФАКТУРА № ${nth(NUMBERS, n + 1)} от ${words(nth(DAYS, n + 2))}
Исправление № -- от --
Продавец: ${nth(FIRMS, n + 2)}
Адрес: 603000, г. Нижний Новгород, ул. Белинского, д. 5
ИНН/КПП продавца: 7707083893/773601001
Грузоотправитель и его адрес: он же
Покупатель: ${nth(BUYERS, n)}
Адрес: 420111, г. Казань, ул. Баумана, д. 12
Валюта: наименование, код Российский рубль, 643
Наименование товара\tКод\tКоличество\tЦена\tСтоимость без налога\tСумма налога\tСтоимость с налогом
Кабель силовой\t006\t100\t${money(nth(SUMS, n + 1) / 120)}\t${money(nth(SUMS, n + 1) / 1.2)}\t${money(nth(SUMS, n + 1) / 6)}\t${money(nth(SUMS, n + 1))}
Всего к оплате\t\t\t\t${money(nth(SUMS, n + 1) / 1.2)}\t${money(nth(SUMS, n + 1) / 6)}\t${money(nth(SUMS, n + 1))}
Руководитель организации _____________ Соколов Д. А.`,
      fields: {
        document_date: nth(DAYS, n + 2),
        amount: nth(SUMS, n + 1),
        currency: 'RUB',
        parties: [nth(FIRMS, n + 2), nth(BUYERS, n)],
        number: nth(NUMBERS, n + 1),
      },
    }),
  },
  {
    name: 'счёт, набранный вручную, в евро',
    type: 'invoice',
    kept: true,
    make: n => ({
      text: `Исполнитель: ${nth(FIRMS, n + 3)}
Заказчик: ${nth(BUYERS, n + 1)}

СЧЁТ № ${nth(NUMBERS, n)}
от ${quoted(nth(DAYS, n))}

Разработка сайта (этап ${n + 1}) — ${money(nth(SUMS, n))} евро
Хостинг, 1 год — 120,00 евро

ИТОГО: ${money(nth(SUMS, n) + 120)} евро
НДС не облагается.
Просим оплатить счёт до ${words(nth(LATER, n))}`,
      fields: {
        document_date: nth(DAYS, n),
        amount: nth(SUMS, n) + 120,
        currency: 'EUR',
        parties: [nth(FIRMS, n + 3), nth(BUYERS, n + 1)],
        number: nth(NUMBERS, n),
        due_date: nth(LATER, n),
      },
    }),
  },
  {
    name: 'договор аренды помещения',
    type: 'contract',
    make: n => ({
      text: `ДОГОВОР АРЕНДЫ НЕЖИЛОГО ПОМЕЩЕНИЯ № ${nth(NUMBERS, n)}
г. Казань\t${quoted(nth(DAYS, n))}

${nth(FIRMS, n)}, именуемое в дальнейшем «Арендодатель», в лице генерального директора Морозова Игоря Викторовича, действующего на основании Устава, с одной стороны, и ${nth(BUYERS, n)}, именуемое в дальнейшем «Арендатор», в лице директора Лебедевой Анны Павловны, с другой стороны, заключили настоящий договор о нижеследующем:
1. Предмет договора
1.1. Арендодатель передаёт, а Арендатор принимает во временное пользование помещение площадью 84 кв. м.
2. Платежи
2.1. Арендная плата составляет ${money(nth(SUMS, n))} рублей в месяц, включая НДС.
2.2. Арендатор вносит обеспечительный платёж в размере 100 000 рублей.
2.3. За просрочку начисляется неустойка 0,1 % в день.
3. Договор действует до 31 декабря 2026 г.`,
      fields: {
        document_date: nth(DAYS, n),
        amount: nth(SUMS, n),
        currency: 'RUB',
        parties: [nth(FIRMS, n), nth(BUYERS, n)],
        number: nth(NUMBERS, n),
      },
    }),
  },
  {
    name: 'договор оказания услуг с физическим лицом',
    type: 'contract',
    kept: true,
    make: n => ({
      text: `Договор возмездного оказания услуг № ${nth(NUMBERS, n + 1)}

город Самара
${words(nth(DAYS, n + 1))}

Гражданин Российской Федерации ${nth(PEOPLE, n)}, паспорт 36 07 123456, далее именуемый «Исполнитель», и ${nth(FIRMS, n + 1)}, в лице директора Орловой Елены Игоревны, далее именуемое «Заказчик», заключили договор:
1. Исполнитель обязуется перевести техническую документацию, а Заказчик — принять и оплатить перевод.
2. Общая стоимость услуг по договору составляет ${money(nth(SUMS, n + 2))} (прописью) рублей.
3. Заказчик обязан оплатить услуги не позднее ${dots(nth(LATER, n + 1))}.
4. При просрочке Заказчик уплачивает пени в размере 500 рублей за каждый день.`,
      fields: {
        document_date: nth(DAYS, n + 1),
        amount: nth(SUMS, n + 2),
        currency: 'RUB',
        parties: [nth(PEOPLE, n), nth(FIRMS, n + 1)],
        number: nth(NUMBERS, n + 1),
        due_date: nth(LATER, n + 1),
      },
    }),
  },
  {
    name: 'трудовой договор',
    type: 'contract',
    make: n => ({
      text: `ТРУДОВОЙ ДОГОВОР № ${nth(NUMBERS, n + 2)}
г. Пермь, ${dots(nth(DAYS, n + 2))}

${nth(FIRMS, n + 2)} (далее – «Работодатель»), в лице директора Соколова Дмитрия Андреевича, с одной стороны, и ${nth(PEOPLE, n + 1)} (далее – «Работник»), с другой стороны, заключили настоящий договор.
1. Работник принимается на должность инженера.
2. Работнику устанавливается должностной оклад в размере ${money(nth(SUMS, n + 3))} рублей в месяц.
3. Договор заключён на неопределённый срок.`,
      fields: {
        document_date: nth(DAYS, n + 2),
        amount: nth(SUMS, n + 3),
        currency: 'RUB',
        parties: [nth(FIRMS, n + 2), nth(PEOPLE, n + 1)],
        number: nth(NUMBERS, n + 2),
      },
    }),
  },
  {
    name: 'договор без номера и без суммы',
    type: 'contract',
    kept: true,
    make: n => ({
      text: `СОГЛАШЕНИЕ О КОНФИДЕНЦИАЛЬНОСТИ

г. Томск                                                    ${words(nth(DAYS, n + 3))}

${nth(FIRMS, n + 3)}, именуемое в дальнейшем «Раскрывающая сторона», в лице директора Морозова И. В., и ${nth(BUYERS, n + 2)}, именуемое в дальнейшем «Получающая сторона», заключили соглашение о следующем.
1. Стороны обязуются не разглашать сведения, полученные друг от друга.
2. За нарушение виновная сторона уплачивает штраф в размере 300 000 рублей.`,
      fields: { document_date: nth(DAYS, n + 3), parties: [nth(FIRMS, n + 3), nth(BUYERS, n + 2)] },
    }),
  },
  {
    name: 'договор купли-продажи автомобиля',
    type: 'contract',
    make: n => ({
      text: `ДОГОВОР КУПЛИ-ПРОДАЖИ АВТОМОБИЛЯ
город Воронеж, ${words(nth(DAYS, n))}
Мы, гр. ${nth(PEOPLE, n)}, паспорт 2010 654321, проживающий по адресу: г. Воронеж, ул. Мира, д. 4, именуемый в дальнейшем «Продавец», и гр. ${nth(PEOPLE, n + 2)}, паспорт 2011 111222, именуемый в дальнейшем «Покупатель», заключили настоящий договор о нижеследующем.
1. Продавец продал, а Покупатель купил автомобиль марки LADA Vesta, VIN XTAGFL110LY123456, 2021 года выпуска.
2. Цена автомобиля составляет ${money(nth(SUMS, n + 1))} руб. Деньги переданы полностью при подписании.`,
      fields: {
        document_date: nth(DAYS, n),
        amount: nth(SUMS, n + 1),
        currency: 'RUB',
        parties: [nth(PEOPLE, n), nth(PEOPLE, n + 2)],
      },
    }),
  },
  {
    name: 'кассовый чек',
    type: 'receipt',
    make: n => ({
      text: `КАССОВЫЙ ЧЕК
${nth(FIRMS, n)}
603000, Нижний Новгород, ул. Большая Покровская, 18
ИНН 7707083893
Смена 114   Чек № ${nth(NUMBERS, n + 3)}
${dots(nth(DAYS, n))} 18:42
Кассир Лебедева А. П.
Молоко 3,2%   2 x 89,90   =179,80
Хлеб ржаной   1 x 52,00   =52,00
ИТОГ   =${money(nth(SUMS, n + 2))}
НАЛИЧНЫМИ   =100 000,00
СДАЧА   =12,00
Сумма НДС 10%   =21,07
ФН 9999078900012345  ФД 1024  ФП 3321456789`,
      fields: {
        document_date: nth(DAYS, n),
        amount: nth(SUMS, n + 2),
        currency: 'RUB',
        parties: [nth(FIRMS, n)],
        number: nth(NUMBERS, n + 3),
      },
    }),
  },
  {
    name: 'квитанция об оплате из банка',
    type: 'receipt',
    kept: true,
    make: n => ({
      text: `Квитанция
Номер документа: ${nth(NUMBERS, n)}
Дата операции: ${dots(nth(DAYS, n + 1))} 09:15:22
Плательщик: ${nth(PEOPLE, n)}
Получатель: ${nth(FIRMS, n + 1)}
Назначение: оплата по договору от 01.02.2022
Сумма платежа: ${money(nth(SUMS, n))} ₽
Комиссия: 0,00 ₽
Статус: исполнено`,
      fields: {
        document_date: nth(DAYS, n + 1),
        amount: nth(SUMS, n),
        currency: 'RUB',
        parties: [nth(FIRMS, n + 1), nth(PEOPLE, n)],
        number: nth(NUMBERS, n),
      },
    }),
  },
  {
    name: 'товарный чек',
    type: 'receipt',
    make: n => ({
      text: `Товарный чек № ${nth(NUMBERS, n + 2)} от ${words(nth(DAYS, n + 2))}
Продавец: ИП Соколов Дмитрий Андреевич, ИНН 500100732259
Наименование | Кол-во | Цена | Сумма
Дрель ударная | 1 | ${money(nth(SUMS, n + 2) - 360)} | ${money(nth(SUMS, n + 2) - 360)}
Сверло 8 мм | 3 | 120,00 | 360,00
Всего: ${money(nth(SUMS, n + 2))} руб.
Подпись продавца ____________`,
      fields: {
        document_date: nth(DAYS, n + 2),
        amount: nth(SUMS, n + 2),
        currency: 'RUB',
        parties: ['ИП Соколов Дмитрий Андреевич'],
        number: nth(NUMBERS, n + 2),
      },
    }),
  },
  {
    name: 'деловое письмо на бланке',
    type: 'letter',
    make: n => ({
      text: `${nth(FIRMS, n + 1)}
614000, г. Пермь, ул. Ленина, д. 50, тел. +7 (342) 212-00-00
Исх. № ${nth(NUMBERS, n + 2)} от ${dots(nth(DAYS, n))}

Генеральному директору
${nth(FIRMS, n + 2)}
Морозову И. В.

О задолженности

Уважаемый Игорь Викторович!
Напоминаем, что задолженность вашей организации по состоянию на сегодня составляет ${money(nth(SUMS, n))} руб.
Просим погасить её до ${words(nth(LATER, n))}

С уважением,
директор\tЛебедева А. П.`,
      fields: {
        document_date: nth(DAYS, n),
        amount: nth(SUMS, n),
        currency: 'RUB',
        parties: [nth(FIRMS, n + 1), nth(FIRMS, n + 2)],
        number: nth(NUMBERS, n + 2),
        due_date: nth(LATER, n),
      },
    }),
  },
  {
    name: 'письмо с просьбой об ответе',
    type: 'letter',
    kept: true,
    make: n => ({
      text: `${dots(nth(DAYS, n + 2))} № ${nth(NUMBERS, n + 1)}

Директору
${nth(FIRMS, n)}
Соколову Д. А.

Уважаемый Дмитрий Андреевич!

Направляем вам проект дополнительного соглашения и просим сообщить о согласии не позднее ${dots(nth(LATER, n + 2))}.

С уважением,
генеральный директор ${nth(FIRMS, n + 3)}
Орлова Е. И.`,
      fields: {
        document_date: nth(DAYS, n + 2),
        parties: [nth(FIRMS, n + 3), nth(FIRMS, n)],
        number: nth(NUMBERS, n + 1),
        due_date: nth(LATER, n + 2),
      },
    }),
  },
  {
    name: 'акт выполненных работ',
    type: 'act',
    make: n => ({
      text: `Акт № ${nth(NUMBERS, n + 3)} от ${words(nth(DAYS, n + 1))}
Исполнитель: ${nth(FIRMS, n)}, ИНН 7707083893
Заказчик: ${nth(BUYERS, n + 1)}, ИНН 7736050003
№ | Наименование работ, услуг | Кол-во | Цена | Сумма
1 | Техническое обслуживание | 1 | ${money(nth(SUMS, n + 3))} | ${money(nth(SUMS, n + 3))}
Итого: ${money(nth(SUMS, n + 3))}
Без налога (НДС) -
Всего оказано услуг 1, на сумму ${money(nth(SUMS, n + 3))} руб.
Вышеперечисленные услуги выполнены полностью и в срок.`,
      fields: {
        document_date: nth(DAYS, n + 1),
        amount: nth(SUMS, n + 3),
        currency: 'RUB',
        parties: [nth(FIRMS, n), nth(BUYERS, n + 1)],
        number: nth(NUMBERS, n + 3),
      },
    }),
  },
  {
    name: 'расписка и договор займа',
    type: 'contract',
    kept: true,
    make: n => ({
      text: `ДОГОВОР ЗАЙМА

г. Тверь  ${quoted(nth(DAYS, n + 1))}

${nth(PEOPLE, n + 2)}, именуемый далее «Займодавец», с одной стороны, и ${nth(PEOPLE, n + 3)}, именуемая далее «Заёмщик», с другой стороны, заключили договор о следующем:
1.1. Займодавец передаёт Заёмщику деньги. Сумма займа по договору составляет ${money(nth(SUMS, n + 3))} руб.
1.2. Заёмщик обязуется вернуть сумму займа не позднее ${words(nth(LATER, n + 1))}
2.1. При просрочке начисляется штраф 1 000 рублей в день.`,
      fields: {
        document_date: nth(DAYS, n + 1),
        amount: nth(SUMS, n + 3),
        currency: 'RUB',
        parties: [nth(PEOPLE, n + 2), nth(PEOPLE, n + 3)],
        due_date: nth(LATER, n + 1),
      },
    }),
  },
  {
    name: 'счёт без даты и без сторон',
    type: 'invoice',
    make: n => ({
      text: `Счёт № ${nth(NUMBERS, n)}
Консультация юриста — 2 часа
Дата консультации уточняется.
Итого: ${money(nth(SUMS, n))} руб.`,
      fields: { amount: nth(SUMS, n), currency: 'RUB', number: nth(NUMBERS, n) },
    }),
  },
]
