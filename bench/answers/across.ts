/**
 * Texts in one language with a question about each in the other, written for this bench. Two texts share each topic, so that
 * taking away the one that answers leaves another about nearly the same.
 */
export interface Across {
  text: string
  question: string
  /** Some words of the sentence that answers. */
  answer: string
}

const ENGLISH: Across[] = [
  {
    text: 'The lease of the workshop in Mill Lane began on 1 March. The tenant pays the rent in advance, before the fifth day of each month. The landlord keeps a deposit of two monthly rents until the keys are returned.',
    question: 'Какой залог удерживает арендодатель мастерской?',
    answer: 'deposit of two monthly rents',
  },
  {
    text: 'Repairs in the workshop are divided between the parties. Whatever is broken by the tenant is mended by the tenant within a week. The roof, the walls and the heating are the business of the owner of the building.',
    question: 'Кто отвечает за ремонт крыши и отопления?',
    answer: 'business of the owner',
  },
  {
    text: 'The washing machine must stand on a level floor. Before the first use remove the four transport bolts from its back. A machine that is started with the bolts in place will shake and may be damaged.',
    question: 'Что нужно снять со стиральной машины перед первым включением?',
    answer: 'four transport bolts',
  },
  {
    text: 'Clean the filter of the washing machine every two months. It lies behind the small flap at the bottom right. Put a bowl under it, since about half a litre of water will run out.',
    question: 'Как часто следует чистить фильтр стиральной машины?',
    answer: 'every two months',
  },
  {
    text: 'Our glaciers have lost a third of their ice since 1980. The retreat is fastest below 2,500 metres, where summers have become longer. Dark dust on the surface takes up sunlight and speeds up the melting.',
    question: 'Почему тёмная пыль ускоряет таяние льда?',
    answer: 'takes up sunlight',
  },
  {
    text: 'The lake below the glacier appeared in the nineties. Its level is watched by a sensor that sends an alarm to the valley. In 2013 a sudden flood carried away the wooden bridge at Sandau.',
    question: 'Что унесло внезапное наводнение 2013 года?',
    answer: 'carried away the wooden bridge',
  },
  {
    text: 'Bees find their way by the position of the sun. A forager that has found flowers dances on the comb when she returns. The length of the dance tells the others how far they have to fly.',
    question: 'О чём пчёлы узнают по продолжительности танца?',
    answer: 'how far they have to fly',
  },
  {
    text: 'In winter the colony forms a dense ball around its queen. The bees warm it by trembling with their flight muscles. They live on the honey of the summer, about fifteen kilograms of it.',
    question: 'Как пчёлы согреваются зимой?',
    answer: 'trembling with their flight muscles',
  },
  {
    text: 'The board approved the budget for the coming year on Tuesday. Most of the money goes to the new warehouse in Leeds. Advertising was cut by a tenth after a weak spring.',
    question: 'Куда пойдёт большая часть денег бюджета?',
    answer: 'new warehouse in Leeds',
  },
  {
    text: 'Sales in the third quarter rose, mainly because of garden furniture. The finance director warned that steel had become dearer. A bonus will be paid to the staff if the yearly profit exceeds four million.',
    question: 'При каком условии сотрудникам выплатят премию?',
    answer: 'profit exceeds four million',
  },
  {
    text: 'The night train leaves Vienna at ten in the evening and reaches Venice at half past eight. Sleeping cars have cabins for two. Bicycles can be taken along only if a place has been booked.',
    question: 'Можно ли взять с собой велосипед в ночной поезд?',
    answer: 'only if a place has been booked',
  },
  {
    text: 'A ticket for the night train can be returned up to a week before departure without loss. Later half of the price is kept back. Whoever misses the train because of a late connection gets a new ticket for nothing.',
    question: 'Что получает пассажир, опоздавший из-за задержки пересадки?',
    answer: 'gets a new ticket for nothing',
  },
  {
    text: 'The patient came with a cough that had lasted three weeks. The picture of the lungs showed no inflammation. She was advised to give up smoking and to come again in a month.',
    question: 'Что врач посоветовал больной с кашлем?',
    answer: 'advised to give up smoking',
  },
  {
    text: 'The blood test of May showed too little iron. Tablets are to be taken on an empty stomach with orange juice. Tea and milk should be avoided for two hours, since they hinder the uptake.',
    question: 'Почему нельзя запивать таблетки железа чаем или молоком?',
    answer: 'hinder the uptake',
  },
  {
    text: 'The composer wrote his third symphony in a hut by the lake. He rose at six, bathed and worked until noon. The score was lost in a fire and had to be written again from memory.',
    question: 'Что случилось с партитурой третьей симфонии?',
    answer: 'lost in a fire',
  },
  {
    text: 'The opera house was opened in 1898 after eleven years of building. Its ceiling was painted by three brothers from Prague. During the war the hall served as a store for grain.',
    question: 'Для чего использовали зал оперы во время войны?',
    answer: 'store for grain',
  },
  {
    text: 'Passwords of the office network have to be changed every half year. Nobody from the support team will ever ask for one on the telephone. After five wrong attempts the account is locked for an hour.',
    question: 'Что происходит с учётной записью после пяти неверных попыток?',
    answer: 'locked for an hour',
  },
  {
    text: 'Copies of all servers are made at two every night. They are kept for ninety days in another building. Once a quarter a copy is restored on a spare machine as a trial.',
    question: 'Сколько дней хранятся резервные копии серверов?',
    answer: 'kept for ninety days',
  },
  {
    text: 'Sourdough needs nothing but flour, water and patience. Keep the leaven warm and feed it every day with fresh flour. When it doubles within six hours it is strong enough for bread.',
    question: 'Когда закваска становится достаточно сильной для хлеба?',
    answer: 'doubles within six hours',
  },
  {
    text: 'Bake the loaf in a closed iron pot. The steam keeps the crust soft while the bread is rising. Take off the lid for the last twenty minutes so that it becomes brown.',
    question: 'Зачем снимают крышку в конце выпечки?',
    answer: 'so that it becomes brown',
  },
]

const RUSSIAN: Across[] = [
  {
    text: 'Договор подряда на ремонт кухни подписан в апреле. Подрядчик обязан закончить работы до первого июня. За каждый день просрочки он платит заказчику одну десятую процента цены.',
    question: 'What does the contractor pay for every day of delay?',
    answer: 'одну десятую процента',
  },
  {
    text: 'Материалы для кухни покупает заказчик. Остатки плитки и краски подрядчик возвращает ему по описи. Гарантия на выполненные работы действует два года.',
    question: 'How long is the warranty on the finished work?',
    answer: 'два года',
  },
  {
    text: 'Котёл отопления включают, когда на улице ниже восьми градусов. Давление воды должно быть от полутора до двух атмосфер. Если оно падает, систему доливают через синий кран.',
    question: 'Which tap is used to refill the heating system?',
    answer: 'через синий кран',
  },
  {
    text: 'Дымоход котла чистят перед началом сезона. Эту работу выполняет только мастер с допуском. Запах газа означает, что надо закрыть вентиль, открыть окна и выйти на улицу.',
    question: 'What should be done when there is a smell of gas?',
    answer: 'закрыть вентиль',
  },
  {
    text: 'Байкал образовался около двадцати пяти миллионов лет назад. Его глубина достигает 1642 метров. В озеро впадают сотни рек, а вытекает только Ангара.',
    question: 'Which river flows out of the lake?',
    answer: 'только Ангара',
  },
  {
    text: 'Байкальская нерпа живёт только в этом озере. Зимой она дышит через отверстия, которые сама проделывает во льду. Питается тюлень главным образом рыбой голомянкой.',
    question: 'How does the seal breathe in winter?',
    answer: 'через отверстия',
  },
  {
    text: 'Журавли собираются в стаи в конце августа. На юг они летят клином, потому что так легче лететь задним птицам. За день стая проходит до четырёхсот километров.',
    question: 'Why do cranes fly in the shape of a wedge?',
    answer: 'легче лететь задним птицам',
  },
  {
    text: 'Гнездо журавли строят на болоте, вдали от людей. Самка откладывает обычно два яйца. Птенцы умеют плавать уже на второй день жизни.',
    question: 'How many eggs does the female crane lay?',
    answer: 'два яйца',
  },
  {
    text: 'Собрание жильцов прошло двенадцатого сентября. Большинство решило поставить во дворе новую детскую площадку. Против голосовали шесть квартир, которым мешал бы шум.',
    question: 'What did most residents decide to build in the yard?',
    answer: 'детскую площадку',
  },
  {
    text: 'Плата за содержание дома с января вырастет на семь процентов. Управляющая компания объяснила это подорожанием вывоза мусора. Пенсионеры могут получить скидку по заявлению.',
    question: 'How did the management company explain the higher charge?',
    answer: 'подорожанием вывоза мусора',
  },
  {
    text: 'Рейс в Казань отправляется в семь сорок утра. Регистрация заканчивается за сорок минут до вылета. Животных перевозят только в багажном отделении и по предварительному согласованию.',
    question: 'When does check-in for the flight close?',
    answer: 'за сорок минут до вылета',
  },
  {
    text: 'Если чемодан потерян, пассажир заполняет заявление у стойки розыска. Авиакомпания ищет багаж двадцать один день. После этого срока выплачивается возмещение по весу.',
    question: 'For how many days does the airline look for lost luggage?',
    answer: 'двадцать один день',
  },
  {
    text: 'Мальчику шести лет сделали прививку от кори. Вечером поднялась температура, которая прошла за сутки. Следующий осмотр у педиатра назначен на октябрь.',
    question: 'Against which disease was the boy vaccinated?',
    answer: 'прививку от кори',
  },
  {
    text: 'После операции на колене больной ходил на костылях месяц. Врач разрешил ему плавать, но запретил бегать. Шрам советовали беречь от солнца до следующего лета.',
    question: 'Which sport did the doctor forbid after the knee operation?',
    answer: 'запретил бегать',
  },
  {
    text: 'Художник приехал в деревню летом 1912 года. Жил он у мельника и платил за комнату рисунками. Самая известная его картина изображает пожар на ярмарке.',
    question: 'How did the painter pay for his room?',
    answer: 'платил за комнату рисунками',
  },
  {
    text: 'Музей художника открыли в доме мельника. По понедельникам он закрыт. Письма и дневники выставлены на втором этаже, под стеклом, при слабом свете.',
    question: 'On which day is the museum closed?',
    answer: 'По понедельникам',
  },
  {
    text: 'Новый сотрудник получает пропуск в первый день. Испытательный срок длится три месяца. В это время уволиться можно, предупредив за три дня.',
    question: 'How long is the trial period for new employees?',
    answer: 'три месяца',
  },
  {
    text: 'Отпуск делят не более чем на две части, одна из которых не короче двух недель. График составляют в декабре. Отозвать человека из отпуска можно только с его согласия.',
    question: 'Under what condition can somebody be called back from holiday?',
    answer: 'только с его согласия',
  },
  {
    text: 'Помидоры высаживают в теплицу, когда земля прогреется до пятнадцати градусов. Первые две недели их не поливают, чтобы корни ушли вглубь. Боковые побеги удаляют каждую неделю.',
    question: 'Why are the tomatoes not watered during the first two weeks?',
    answer: 'чтобы корни ушли вглубь',
  },
  {
    text: 'Картофель сажают в начале мая на глубину десять сантиметров. Жуков собирают руками рано утром. Убирают урожай через три недели после того, как пожелтела ботва.',
    question: 'When are the beetles collected from the potatoes?',
    answer: 'рано утром',
  },
]

export const ACROSS = [...ENGLISH, ...RUSSIAN]
