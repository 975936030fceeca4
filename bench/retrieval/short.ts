/**
 * What people type into a search box, one to three words, about a text in the other language; `own` asks the same in the text's.
 * Written for this bench. None of the texts has the asked words in the other language.
 */
export interface Short {
  ask: string
  own: string
  text: string
}

export const SHORT: Short[] = [
  {
    ask: 'договор аренды',
    own: 'lease agreement',
    text: 'This lease agreement is made between the landlord and the tenant. The flat is let for eleven months; the rent is due on the fifth day of each month and a deposit of one month is held until the keys are returned.',
  },
  {
    ask: 'счёт на оплату',
    own: 'invoice',
    text: 'Invoice No. 417. Bill to: Harbour Supplies. Twelve office chairs at 89.00 each, delivery included. Payment is due within fourteen days by bank transfer to the account below.',
  },
  {
    ask: 'больничный лист',
    own: 'sick leave',
    text: 'The doctor certifies that the employee was unfit for work because of influenza from Monday to Friday and should be given sick leave for these days.',
  },
  {
    ask: 'рецепт борща',
    own: 'beetroot soup recipe',
    text: 'Grate the beetroot, fry it with carrots and tomato paste, add cabbage and potatoes to the beef broth and cook for forty minutes. Serve the soup hot with sour cream and dill.',
  },
  {
    ask: 'страховка машины',
    own: 'car insurance',
    text: 'Your motor policy covers damage to the vehicle after a collision, theft and fire. The driver pays the first three hundred of every claim. Keep the certificate of car insurance in the glove compartment.',
  },
  {
    ask: 'резюме программиста',
    own: 'developer resume',
    text: 'Software engineer with eight years of experience in Java and databases. Led a team of five developers, moved a monolith to services, speaks English and German. Education: degree in computer science. A resume with references follows.',
  },
  {
    ask: 'авиабилет',
    own: 'plane ticket',
    text: 'Electronic ticket and itinerary. Flight 218 departs from gate 14 at 07:35, boarding closes twenty minutes earlier. One piece of checked baggage of 23 kilograms is included for the passenger.',
  },
  {
    ask: 'завещание',
    own: 'last will',
    text: 'I leave my house and all that is in it to my two daughters in equal shares, and appoint my brother executor of this last will. All earlier testaments are revoked.',
  },
  {
    ask: 'прививки собаки',
    own: 'dog vaccination',
    text: 'Veterinary passport. The puppy was vaccinated against rabies and distemper in March; the next dog vaccination is due in a year. Treat against worms every three months.',
  },
  {
    ask: 'протокол собрания',
    own: 'minutes of the meeting',
    text: 'Minutes of the meeting of the board. Present were six members. The budget was approved unanimously, the election of the chairman was put off to the next session, and the secretary closed the meeting at noon.',
  },
  {
    ask: 'гарантия на холодильник',
    own: 'fridge warranty',
    text: 'The maker repairs faults of this refrigerator free of charge for two years from the day of purchase. The warranty is void when the seal of the compressor has been broken. Keep the receipt.',
  },
  {
    ask: 'расписание поездов',
    own: 'train timetable',
    text: 'Trains to the coast leave platform two at ten past each hour on weekdays; on Sundays the timetable has a train every second hour. The last one departs at 23:10.',
  },
  {
    ask: 'анализ крови',
    own: 'blood test',
    text: 'Laboratory report. Haemoglobin 141, leukocytes 6.2, glucose on an empty stomach 5.1, cholesterol slightly above the norm. The blood test should be repeated in half a year.',
  },
  {
    ask: 'расторжение брака',
    own: 'divorce',
    text: 'The court dissolves the marriage of the parties. The children stay with the mother, the father pays maintenance monthly, and the house is sold. The divorce takes effect in thirty days.',
  },
  {
    ask: 'план отпуска',
    own: 'vacation plan',
    text: 'Two weeks by the sea in August: fly to Lisbon, rent a car, three nights in the mountains, then the beach. Book the hotels before May. The vacation plan leaves the last two days free.',
  },
  {
    ask: 'ремонт крыши',
    own: 'roof repair',
    text: 'Estimate for the work on the house: remove broken tiles, renew the gutter, lay new felt under the roof and replace two beams. The roof repair takes nine days, scaffolding included.',
  },
  {
    ask: 'налоговая декларация',
    own: 'tax return',
    text: 'Declare your income of the past year by the end of April. Attach proof of donations and of medical expenses; the tax return may be filed online, and overpaid tax is refunded within three months.',
  },
  {
    ask: 'инструкция к стиральной машине',
    own: 'washing machine manual',
    text: 'Before the first wash remove the transport bolts and level the appliance. Put the powder into the left drawer, choose the programme and press start. Clean the filter of the washing machine monthly, says this manual.',
  },
  {
    ask: 'школьный табель',
    own: 'school report',
    text: 'Mathematics: excellent. History: good. Physical education: satisfactory. The pupil has been late four times this term. The class teacher recommends more reading; the school report is to be signed by a parent.',
  },
  {
    ask: 'бизнес-план кофейни',
    own: 'coffee shop plan',
    text: 'We open a small cafe near the station. Espresso and pastries bring most of the turnover; rent and two baristas are the main costs. We expect the coffee shop to break even after fourteen months.',
  },
  {
    ask: 'lease agreement',
    own: 'договор найма',
    text: 'Договор найма жилого помещения. Наймодатель передаёт нанимателю квартиру во временное пользование за плату; плата вносится ежемесячно, залог возвращается после сдачи ключей.',
  },
  {
    ask: 'invoice',
    own: 'счёт на оплату',
    text: 'Счёт на оплату № 52. Поставщик: ООО «Береза». Бумага офисная, 40 пачек, итого 16 800 рублей, НДС не облагается. Оплатить в течение пяти банковских дней.',
  },
  {
    ask: 'power of attorney',
    own: 'доверенность',
    text: 'Настоящей доверенностью уполномочиваю своего брата представлять мои интересы во всех учреждениях, подписывать за меня документы и получать деньги. Доверенность выдана сроком на три года.',
  },
  {
    ask: 'birth certificate',
    own: 'свидетельство о рождении',
    text: 'Гражданка родилась 4 мая, о чём составлена запись акта о рождении. Указаны отец и мать, место регистрации: отдел ЗАГС. Свидетельство о рождении выдано повторно.',
  },
  {
    ask: 'salary',
    own: 'заработная плата',
    text: 'Расчётный листок за сентябрь: оклад, премия, удержан налог на доходы. Заработная плата перечислена на карту сотрудника двумя частями.',
  },
  {
    ask: 'fishing trip',
    own: 'рыбалка',
    text: 'Встали в четыре утра, накопали червей и поплыли на лодке к камышам. К обеду поймали щуку и десяток окуней, уху варили на костре. Лучшая рыбалка за всё лето.',
  },
  {
    ask: 'job offer',
    own: 'предложение о работе',
    text: 'Уважаемый Сергей! Рады пригласить вас на должность ведущего инженера. Оклад, испытательный срок три месяца, выход с понедельника. Предложение о работе действует неделю.',
  },
  {
    ask: 'apartment purchase',
    own: 'покупка квартиры',
    text: 'Продавец передаёт, а покупатель принимает в собственность жильё на третьем этаже и уплачивает цену через банковскую ячейку. Покупка квартиры подлежит государственной регистрации.',
  },
  {
    ask: 'apple pie',
    own: 'яблочный пирог',
    text: 'Взбейте яйца с сахаром, добавьте муку и масло, нарежьте антоновку дольками и выложите сверху. Пеките сорок минут; яблочный пирог посыпьте корицей.',
  },
  {
    ask: 'loan repayment',
    own: 'погашение кредита',
    text: 'График платежей: ежемесячно до двадцатого числа заёмщик вносит основной долг и проценты. Досрочное погашение кредита возможно без комиссии по заявлению в банк.',
  },
  {
    ask: 'gym membership',
    own: 'абонемент в спортзал',
    text: 'Клубная карта даёт право посещать тренажёрный зал, бассейн и занятия йогой без ограничений. Абонемент в спортзал можно заморозить на тридцать дней.',
  },
  {
    ask: 'fire safety',
    own: 'пожарная безопасность',
    text: 'На каждом этаже висит план эвакуации, огнетушители проверяют раз в год. При задымлении немедленно покиньте здание и звоните 101. За пожарную безопасность отвечает комендант.',
  },
  {
    ask: 'knee injury',
    own: 'травма колена',
    text: 'Больной упал на лыжах, сустав отёк, сгибание болезненно. На снимке разрыв мениска; наложена повязка, назначен покой и лёд. Травма колена потребует операции.',
  },
  {
    ask: 'wedding guests',
    own: 'гости на свадьбе',
    text: 'Со стороны невесты двадцать человек, со стороны жениха семнадцать, детей посадить отдельно. Гости на свадьбе соберутся у загса в полдень, банкет с трёх часов.',
  },
  {
    ask: 'complaint',
    own: 'жалоба',
    text: 'Прошу принять меры: соседи сверху третью неделю шумят после одиннадцати вечера, управляющая компания не отвечает. Жалоба подана также участковому.',
  },
  {
    ask: 'car accident',
    own: 'авария',
    text: 'На перекрёстке водитель не уступил дорогу и ударил наш автомобиль в левую дверь. Вызвали инспектора, составили схему, пострадавших нет. Авария случилась в гололёд.',
  },
  {
    ask: 'diploma',
    own: 'диплом',
    text: 'Решением государственной комиссии выпускнику присвоена квалификация бакалавра по направлению «Экономика». Диплом с отличием, приложение с оценками на двух листах.',
  },
  {
    ask: 'vegetable garden',
    own: 'огород',
    text: 'Помидоры высадили под плёнку, морковь проредили, картошку окучили дважды. Огурцы в этом году горькие от жары. Огород поливаем вечером из бочки.',
  },
  {
    ask: 'water meter',
    own: 'счётчик воды',
    text: 'Показания передавайте до двадцать пятого числа: холодная 118 кубометров, горячая 64. Счётчик воды подлежит поверке раз в шесть лет.',
  },
  {
    ask: 'chess tournament',
    own: 'шахматный турнир',
    text: 'Играли семь туров по швейцарской системе, победил пятиклассник, обыграв мастера в эндшпиле. Шахматный турнир прошёл в доме культуры, призёрам вручили книги.',
  },
]
