from gen import *
F = fact
MN = dict(zip('Игорь Павел Сергей Андрей Денис Олег Михаил Виктор Артём Николай Роман Кирилл Вадим Тимур Глеб Егор Фёдор Степан Юрий Захар'.split(), 'Igor Pavel Sergey Andrey Denis Oleg Mikhail Viktor Artyom Nikolay Roman Kirill Vadim Timur Gleb Egor Fyodor Stepan Yury Zakhar'.split()))
FN = dict(zip('Анна Ольга Марина Ирина Светлана Татьяна Наталья Юлия Вера Алла Дарья Ксения Полина Галина Нина Раиса Елена Мария Софья Алина'.split(), 'Anna Olga Marina Irina Svetlana Tatyana Natalya Yulia Vera Alla Darya Ksenia Polina Galina Nina Raisa Elena Maria Sofya Alina'.split()))
PAT = 'Иванович Петрович Олегович Андреевич Сергеевич Павлович Викторович Борисович Романович Дмитриевич Львович Аркадьевич'.split()
SUR = dict(zip('Кравцов Лемешев Зотов Муратов Сысоев Голубев Панин Рябинин Тарасов Ершов Белкин Громов Чижов Савин Дроздов Юдин Калинин Уваров Фомин Шубин Носков Третьяков Вершинин Жилин Осипов Гусев Мельников Абрамов Хохлов Ларин'.split(), 'Kravtsov Lemeshev Zotov Muratov Sysoev Golubev Panin Ryabinin Tarasov Ershov Belkin Gromov Chizhov Savin Drozdov Yudin Kalinin Uvarov Fomin Shubin Noskov Tretyakov Vershinin Zhilin Osipov Gusev Melnikov Abramov Khokhlov Larin'.split()))
def decl(w):
    "gen dat acc ins of a first name or patronymic"
    if w in ('Павел',): return 'Павла', 'Павлу', 'Павла', 'Павлом'
    if w[-2:] == 'ия' : return w[:-1]+'и', w[:-1]+'и', w[:-1]+'ю', w[:-1]+'ей'
    if w[-1] == 'я': return w[:-1]+'и', w[:-1]+'е', w[:-1]+'ю', w[:-1]+'ей'
    if w[-1] == 'а': return w[:-1]+('и' if w[-2] in 'гкхжшч' else 'ы'), w[:-1]+'е', w[:-1]+'у', w[:-1]+'ой'
    if w[-1] in 'ьй': return w[:-1]+'я', w[:-1]+'ю', w[:-1]+'я', w[:-1]+'ем'
    return w+'а', w+'у', w+'а', w+('ем' if w[-1] == 'ч' else 'ом')
LAST = []
def person(r, k, sex=None, sur=None):
    sex = sex or r.choice('mf'); s = sur or r.choice([x for x in SUR if x not in LAST[-6:]]); LAST.append(s); p = r.choice(PAT); sl = SUR[s]
    if sex == 'm': n, nl = r.choice(list(MN.items())); sc = (s, s+'а', s+'у', s+'а', s+'ым')
    else: n, nl = r.choice(list(FN.items())); p = p[:-2]+'на'; sc = (s+'а', s+'ой', s+'ой', s+'у', s+'ой'); sl += 'a'
    nc = (n,)+decl(n); pc = (p,)+decl(p); d = {}
    for i, c in enumerate(('', '_gen', '_dat', '_acc', '_ins')):
        d[k+c] = f'{sc[i]} {nc[i]} {pc[i]}'; d[k+'_io'+c] = f'{nc[i]} {pc[i]}'; d[k+'_n'+c] = nc[i]; d[k+'_s'+c] = sc[i]; d[k+'_sh'+c] = f'{sc[i]} {n[0]}. {p[0]}.'; d[k+'_ns'+c] = f'{nc[i]} {sc[i]}'
    f = sex == 'f'
    d.update({k+'_lat': f'{nl} {sl}', k+'_nl': nl, k+'_a': 'а' if f else '', k+'_sa': 'ась' if f else 'ся', k+'_on': 'она' if f else 'он', k+'_ego': 'её' if f else 'его', k+'_sex': sex})
    return d
def pl(n, a, b, c):
    w = c if 11 <= n % 100 <= 14 else a if n % 10 == 1 else b if 2 <= n % 10 <= 4 else c
    return f'{n} {w}'
def days(n): return pl(n, 'день', 'дня', 'дней')
def months(n): return pl(n, 'месяц', 'месяца', 'месяцев')
def minutes(n): return pl(n, 'минута', 'минуты', 'минут')
def hours(n): return pl(n, 'час', 'часа', 'часов')
def phone(r):
    a, b, c, d = r.randint(900, 999), r.randint(100, 999), r.randint(10, 99), r.randint(10, 99)
    return r.choice([f'+7 {a} {b}-{c}-{d}', f'8 ({a}) {b}-{c}-{d}', f'8-{a}-{b}-{c}-{d}', f'+7({a}){b}{c}{d}'])
def digits(r, n): return str(r.randint(1, 9)) + ''.join(str(r.randint(0, 9)) for _ in range(n-1))
def mail(r): return r.choice('info office zakaz help mail dom priem student klient hello'.split()) + r.choice(['', '.', '_']) + r.choice('lipa vesna orbita sever uyut berezka iskra kompas rodnik mayak'.split()) + r.choice(['', str(r.randint(1, 99))]) + '@' + r.choice('pochta.example domik.example gorod.example mail.example sluzhba.example'.split())
STR = 'Садовая Лесная Полевая Заречная Вокзальная Школьная Гончарная Кленовая Луговая Набережная Пушкина Гагарина Чехова Победы Космонавтов Ткачей Рябиновая Трудовая Озёрная Строителей'.split()
def addr(r, flat=True):
    a = r.choice([f'ул. {r.choice(STR)}, д. {r.randint(1, 140)}', f'улица {r.choice(STR)}, {r.randint(1, 140)}', f'ул. {r.choice(STR)}, {r.randint(1, 90)}, корп. {r.randint(1, 4)}'])
    return a + (f', кв. {r.randint(1, 220)}' if flat else '')
def tm(r, a=8, b=20): return f'{r.randint(a, b)}:{r.choice(["00", "15", "30", "45", "10", "20", "40", "50"])}'
def dm(r, m=None): return f'{r.randint(1, 28)} {RU_MONTHS[(m or r.randint(1, 12))-1]}'
MON = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split()
MONP = 'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре'.split()
CITY = [('Тверь', 'Твери', 'Tver'), ('Казань', 'Казани', 'Kazan'), ('Калуга', 'Калуге', 'Kaluga'), ('Самара', 'Самаре', 'Samara'), ('Омск', 'Омске', 'Omsk'), ('Пермь', 'Перми', 'Perm'), ('Псков', 'Пскове', 'Pskov'), ('Вологда', 'Вологде', 'Vologda'), ('Сочи', 'Сочи', 'Sochi'), ('Рязань', 'Рязани', 'Ryazan'), ('Тула', 'Туле', 'Tula'), ('Ижевск', 'Ижевске', 'Izhevsk'), ('Барнаул', 'Барнауле', 'Barnaul'), ('Кострома', 'Костроме', 'Kostroma'), ('Выборг', 'Выборге', 'Vyborg')]
FIRM = 'Лотос Гранит Север Маяк Комфорт Вектор Рубин Аврора Родник Импульс Альтаир Премьер Каскад Юпитер Надежда Орион'.split()
def firm(r): return r.choice(['ООО', 'АО', 'ООО', 'ИП']) + f' «{r.choice(FIRM)}{r.choice(["", "", "-Сервис", " Плюс", "-Дом", " Групп"])}»'
def mt(r, head, rows, qs, k=2):
    "table in a random style; qs: (question with {0} {1} of the row, column of the answer)"
    allc = [str(c) for row in [head]+rows for c in row]
    st = r.choice([';', '|', '\t'] + ([] if any(',' in c for c in allc) else [',']))
    if st == '|': lines = ['| '+' | '.join(head)+' |', '|'+'---|'*len(head)] + ['| '+' | '.join(x)+' |' for x in rows]
    else: lines = [st.join(x) for x in [head]+rows]
    asked = []
    for q, c in r.sample(qs, min(k, len(qs))):
        row = r.choice(rows); a = row[c]
        if sum(a in l for l in lines) == 1 and a not in q.format(*row): asked.append((q.format(*row), a))
    return lines, asked

doc('a_fitness', 'ru',
    lambda r: dict(year=r.randint(2020, 2027), num=digits(r, 6), club=r.choice(['«Атлет»', '«Гантеля»', '«Формула»', '«Бодрость»', '«Тонус»']), price=rub(r, 5000, 70000, 100), end=day_ru(r), frz=r.choice(['14 дней', '30 дней', '45 дней', '60 дней']), hrs=r.choice(['с 7 до 16 часов', 'круглосуточно', 'с 6 до 23 часов', 'с 9 до 17 часов']), guest=r.choice(['один раз в месяц', 'два раза за срок', 'по субботам']), lock=rub(r, 200, 1500, 50), **person(r, 'c'), **person(r, 'tr')),
    ['фитнес {club} {year}.txt', 'абонемент {num}.txt', 'gym_{num}.txt'],
    [F('price', ['Стоимость абонемента {price}.', 'За зал отдали {price} по акции.', 'Цена: {price}'], ['сколько стоил абонемент в зал', 'почём фитнес {club}', 'цена карты {num}', 'сколько отдали за спортзал {year}', 'во сколько обошёлся фитнес', 'стоимость клубной карты'], ['gym price', 'How much was membership {num}?', 'cost of fitness {year}', 'paid for the gym'], '{price}', ['Спортзал обошёлся в {price}.'], ['The gym cost {price}.'], bound=['club', 'num', 'year']),
     F('end', ['Абонемент действует до {end}.', 'Ходить можно до {end}, потом продлевать.', 'Окончание: {end}'], ['до какого числа абонемент', 'когда кончается карта в {club}', 'срок клубной карты {c_gen}', 'когда продлевать зал', 'конец абонемента {num}', 'до когда оплачен спортзал'], ['membership end', 'When does the gym card of {c_lat} expire?', 'valid until {num}', 'gym end date'], '{end}', ['Карта кончается {end}.'], ['It expires on {end}.'], bound=['club', 'c_gen', 'num', 'c_lat']),
     F('frz', ['Заморозка не более {frz}.', 'Можно поставить карту на паузу, всего {frz} за год.', 'Заморозка: {frz}'], ['сколько можно заморозить абонемент', 'заморозка {club}', 'на паузу карту на сколько', 'если уеду сохранятся ли дни', 'приостановка абонемента срок', 'сколько дней заморозки'], ['freeze membership', 'How long can the card be paused?', 'gym hold days', 'suspension term'], '{frz}', ['Паузу дают на {frz}.'], bound=['club']),
     F('tr', ['Персональный тренер: {tr_ns}', 'Тренируется {c_n} с инструктором, это {tr_ns}.', 'Программу составил{tr_a} {tr_ns}.'], ['кто тренер', 'с кем тренируется {c_n}', 'имя инструктора в зале', 'тренер {c_gen}', 'кто составил программу', 'к кому ходить на персональные'], ['personal trainer', 'Who trains {c_lat}?', 'coach name', 'gym instructor'], '{tr_ns}', ['Тренирует {tr_ns}.'], bound=['c_n', 'c_gen', 'c_lat'])],
    top=[['КЛУБНАЯ КАРТА № {num}', '{club}, {c}', '{year}'], ['Фитнес {club}, {year}, карта {num}', '{c_ns}']],
    filler=['Посещение {hrs}.', 'Гость бесплатно {guest}.', 'Потеря ключа от шкафчика {lock}.', 'Полотенца свои.', 'В 2014 году карта стоила 9 900 рублей.', 'Обувь только чистая.', 'Сауна по вечерам.'], end=[[]])
doc('a_library', 'ru',
    lambda r: dict(year=r.randint(2019, 2027), num=digits(r, 5), lib=r.choice(['имени Чехова', 'на Лесной', 'детская № 3', 'имени Гайдара', 'районная']), max=r.choice(['5 книг', '7 книг', '10 книг', '3 книги']), term=r.choice(['15 дней', '14 дней', '30 дней', '21 день']), fine=r.choice(['1 рубль в день', '5 рублей в день', '2 рубля за книгу в день']), lost=r.choice(['купить такую же', 'оплатить пятикратно', 'принести равноценную']), off=r.choice(['понедельник', 'воскресенье', 'последняя пятница месяца', 'суббота']), ph=phone(r), **person(r, 'c'), **person(r, 'b', 'f')),
    ['библиотека {c_s} {year}.txt', 'читательский {num}.txt', 'library_{num}.txt'],
    [F('term', ['Книги выдаются на {term}.', 'Держать дома можно {term}, потом звонить и продлевать.', 'Срок выдачи: {term}'], ['на сколько дают книги', 'когда сдавать книги', 'срок в библиотеке', 'сколько можно держать книгу', 'на какое время выдают {c_dat}', 'библиотека {lib} срок возврата'], ['loan period', 'How long may {c_lat} keep a book?', 'library return time', 'due time of books'], '{term}', ['Книгу держат {term}.'], bound=['c_dat', 'lib', 'c_lat']),
     F('max', ['Одновременно выдаётся не более {max}.', 'На руки дают {max}, журналы не считаются.', 'Лимит: {max}'], ['сколько книг можно взять', 'лимит книг', 'сколько дадут на руки', 'предел выдачи {lib}', 'сколько штук за раз', 'максимум в библиотеке'], ['how many books at once', 'library limit', 'What is the maximum to borrow?', 'books per reader'], '{max}', ['За раз дают {max}.'], bound=['lib']),
     F('lost', ['При утере читатель обязан {lost}.', 'Потеряли — надо {lost}, иначе закроют билет.', 'Утеря книги: {lost}'], ['что делать если потерял книгу', 'потеря библиотечной книги', 'посеял книжку чем грозит', 'возмещение за утерю', 'как рассчитаться за потерянное', 'испортил книгу что будет'], ['lost book rule', 'What if {c_lat} loses a book?', 'replacing a lost book', 'library compensation'], '{lost}', ['Потерявшему придётся {lost}.'], bound=['c_lat']),
     F('off', ['Выходной день — {off}.', 'Не приходите зря, закрыто в такой день: {off}.', 'Выходной: {off}'], ['когда библиотека закрыта', 'выходной в библиотеке', 'в какой день не работает {lib}', 'нерабочий день', 'когда не приходить за книгами', 'день отдыха библиотекарей'], ['library closed day', 'What day is the library shut?', 'day off', 'not open on'], '{off}', ['Не работает в такой день: {off}.'], bound=['lib'])],
    top=[['ЧИТАТЕЛЬСКИЙ БИЛЕТ № {num}', '{c}', 'Библиотека {lib}, {year}'], ['Библиотека ({lib}), правила {year}', '{c_ns}']],
    filler=['Пеня {fine}.', 'Библиотекарь {b_io}.', 'Телефон {ph}.', 'В 2005 году давали не больше двух томов.', 'В зале тишина.', 'Ксерокопия платная.', 'Кружок чтения по средам.'], end=[[]])
doc('a_museum', 'ru',
    lambda r: dict(year=r.randint(2021, 2027), mus=r.choice(['Музей хлеба', 'Музей кружева', 'Дом-музей поэта', 'Музей паровозов', 'Музей стекла', 'Музей кукол']), num=digits(r, 7), t=f'{dm(r)} в {tm(r, 10, 18)}', price=rub(r, 150, 1900, 10), photo=r.choice(['без вспышки', 'за 100 рублей', 'запрещена', 'только в холле']), meet=r.choice(['у гардероба', 'у касс', 'под часами', 'у лестницы']), kids=r.choice(['до 7 лет', 'до 5 лет', 'до 16 лет', 'до 14 лет']), len=r.choice(['60 минут', '90 минут', '45 минут', '2 часа']), **person(r, 'g'), **person(r, 'c')),
    ['музей {mus} {year}.txt', 'билет {num}.txt', 'museum_{num}.txt'],
    [F('t', ['Экскурсия начинается {t}.', 'Наш сеанс {t}, опоздавших не берут.', 'Сеанс: {t}'], ['когда экскурсия', 'во сколько сеанс {mus}', 'дата билета в музей', 'когда идём в музей', 'начало {num}', 'на когда билеты'], ['museum time', 'When is our tour?', 'ticket {num} date', 'start of the excursion'], '{t}', ['Приходить {t}.'], bound=['mus', 'num']),
     F('price', ['Цена билета {price}.', 'За вход берут {price} с человека.', 'Вход: {price}'], ['сколько стоит билет в музей', 'почём вход', 'цена {mus}', 'сколько платить за музей', 'стоимость экскурсии {year}', 'во сколько обойдётся посещение'], ['museum ticket price', 'How much is entry?', 'admission {year}', 'cost of the tour'], '{price}', ['Вход стоит {price}.'], ['Entry is {price}.'], bound=['mus', 'year']),
     F('kids', ['Бесплатно дети {kids}.', 'Дети {kids} проходят без билета, нужен документ.', 'Льгота: дети {kids}'], ['кому бесплатно в музей', 'с какого возраста билет', 'детям бесплатно до скольки', 'льготный вход дети', 'нужен ли билет ребёнку', 'возраст бесплатного входа {mus}'], ['free entry for kids', 'Until what age is entry free?', 'child ticket', 'children free'], '{kids}', ['Без билета идут дети {kids}.'], bound=['mus']),
     F('meet', ['Сбор группы {meet}.', 'Ждём вас {meet} за десять минут.', 'Место встречи: {meet}'], ['где собирается группа', 'место встречи в музее', 'куда подходить на экскурсию', 'где ждёт гид', 'где сбор {mus}', 'точка сбора'], ['meeting place', 'Where does the group gather?', 'where is the guide', 'museum meeting point'], '{meet}', ['Собираются {meet}.'], bound=['mus'])],
    top=[['{mus}', 'Билет № {num}, {year}'], ['ЭЛЕКТРОННЫЙ БИЛЕТ {num}', '{mus}', '{year}']],
    filler=['Экскурсовод {g_ns}.', 'Длительность {len}.', 'Съёмка {photo}.', 'Сумки сдаются в гардероб.', 'В 2010 году вход стоил 50 рублей.', 'Покупатель {c_sh}', 'Буфет на втором этаже.'], end=[[]])
