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

CC = ['Тверь', 'Казань', 'Самара', 'Омск', 'Пермь', 'Псков', 'Вологда', 'Сочи', 'Рязань', 'Ижевск', 'Барнаул', 'Мурманск', 'Киров', 'Анапа', 'Калининград']
def two(r):
    a, b = r.sample(CC, 2); return dict(a=a, b=b)
doc('a_train', 'ru',
    lambda r: dict(year=r.randint(2020, 2027), n=f'{r.randint(1, 160):03}{r.choice("АЕЖМСУЧ")}', wag=f'{r.randint(1, 18):02}', seat=r.choice([f'{r.randint(1, 54)} нижнее', f'{r.randint(1, 54)} верхнее', f'{r.randint(1, 54)} боковое']), dep=f'{dm(r)} в {tm(r, 0, 23)}', arr=f'{dm(r)} в {tm(r, 0, 23)}', price=f'{thousands(r.randint(900, 14000))},{r.randint(10, 99)} руб', num=digits(r, 14), bag=r.choice(['36 кг', '50 кг', '20 кг', '30 кг']), ret=r.choice(['за 8 часов', 'за 2 часа', 'за сутки', 'за 6 часов']), bed=r.choice(['включено', 'не включено', 'по желанию за доплату']), **two(r), **person(r, 'p')),
    ['жд билет {a} {b} {year}.txt', 'поезд {n} {p_s}.txt', 'ticket_{num}.txt'],
    [F('dep', ['Отправление: {dep}', 'Поезд уходит {dep}, посадка заканчивается за пять минут.', 'Время отправления по местному времени — {dep}, с первого пути.'],
       ['когда поезд {a} {b}', 'во сколько отправление', 'поезд {n} когда уходит', 'когда выезжаем в {b}'.replace('в {b}', '{a} — {b}'), 'дата и время посадки {p_ns}', 'к какому часу на вокзал'], ['train departure', 'When does train {n} leave?', 'departure time of the train', 'when is {p_lat} leaving by rail'], '{dep}', ['Поезд уходит {dep}.'], ['The departure is {dep}.'], bound=['a', 'b', 'n', 'p_ns', 'p_lat']),
     F('arr', ['Прибытие: {arr}', 'На месте пассажир будет {arr}, если не задержат.', 'Прибытие на конечную станцию маршрута — {arr}.'],
       ['когда поезд приходит', 'во сколько встречать {p_acc}', 'прибытие поезда {n}', 'когда приедет {p_ns}', 'время приезда {a} {b}', 'к скольки быть на перроне'], ['train arrival', 'When should we meet {p_lat} at the station?', 'arrival of {n}', 'what time does the train come in'], '{arr}', ['Поезд приходит {arr}.'], bound=['p_acc', 'n', 'p_ns', 'a', 'b', 'p_lat']),
     F('seat', ['Вагон {wag}, место {seat}.', 'Место: {seat}, вагон {wag}', 'Пассажиру предоставлено место {seat} в вагоне {wag}, купе рядом с проводником.'],
       ['какое место в поезде', 'верхняя или нижняя полка у {p_gen}', 'где едет {p_ns} место', 'номер полки {n}', 'место на поезд {a} {b}', 'моё место в купе'], ['train seat', 'Which berth does {p_lat} have?', 'upper or lower bunk', 'seat on {n}'], '{seat}', ['Полка такая: {seat}.'], bound=['p_gen', 'p_ns', 'n', 'a', 'b', 'p_lat']),
     F('price', ['Стоимость билета: {price}', 'За билет отдали {price} вместе со сбором.', 'Тариф с учётом всех сборов и страхования пассажира составил {price}, оплачено картой.'],
       ['сколько стоил билет на поезд', 'почём жд билет {a} {b}', 'цена поезда {n}', 'во сколько обошлась дорога {p_dat}', 'сколько отдали за поезд {year}', 'стоимость проезда по железной дороге'], ['train ticket price', 'How much was the rail ticket of {p_lat}?', 'fare on {n}', 'cost of the train trip'], '{price}', ['Дорога поездом стоила {price}.'], ['The rail fare was {price}.'], bound=['a', 'b', 'n', 'p_dat', 'year', 'p_lat']),
     F('ret', ['Возврат без большой потери возможен не позднее чем {ret} до отправления.', 'Сдать билет и вернуть почти всё можно {ret} до отхода поезда.', 'Возврат: {ret} до отправления'],
       ['до скольки можно сдать билет', 'возврат жд билета срок', 'за сколько вернуть билет на поезд', 'когда ещё вернут деньги за поезд', 'отказ от поездки поездом время', 'сдать билет {n} правила'], ['return of train ticket', 'How long before departure may I refund it?', 'refund deadline for rail', 'hand back the train ticket'], '{ret}', ['Билет сдают самое позднее {ret} до отхода.'], bound=['n'])],
    top=[['ЭЛЕКТРОННЫЙ БИЛЕТ № {num}', 'Поезд {n}, {a} — {b}', 'Пассажир {p}', '{year}'], ['Контрольный купон, {year}', '{p_sh}: {a} — {b}, поезд {n}']],
    filler=['Постельное бельё {bed}.', 'Ручная кладь до {bag}.', 'Предъявите паспорт проводнику.', 'Чай и кофе у проводника.', 'Поезд номер 901 отменён с 2018 года.', 'Курение в поезде запрещено законом.', 'Время указано местное.'], end=[['Счастливого пути!'], []])

doc('a_flight', 'ru',
    lambda r: dict(year=r.randint(2021, 2027), fl=f'{r.choice(["SU", "U6", "DP", "S7", "TK", "FV"])} {r.randint(100, 6999)}', pnr=''.join(r.choice('ABCDEFGHKLMNPQRSTXYZ0123456789') for _ in range(6)), dep=f'{dm(r)}, {tm(r, 0, 23)}', term=r.choice(['терминал A', 'терминал B', 'терминал C', 'терминал D']), bag=r.choice(['одно место 23 кг', 'два места по 23 кг', 'без багажа, только ручная кладь', 'одно место 10 кг', 'одно место 30 кг']), seat=f'{r.randint(1, 38)}{r.choice("ABCDEF")}', price=rub(r, 4000, 88000, 10), ci=r.choice(['за 40 минут', 'за 60 минут', 'за 45 минут', 'за 50 минут']), chg=rub(r, 1500, 9000, 50), **two(r), **person(r, 'p')),
    ['авиабилет {a} {b} {year}.txt', 'рейс {fl}.txt', 'eticket_{pnr}.txt'],
    [F('dep', ['Вылет: {dep}', 'Самолёт улетает {dep}, приезжайте заранее.', 'Время вылета по расписанию — {dep}, о переносах авиакомпания пишет на почту.'],
       ['когда вылет {a} {b}', 'во сколько самолёт', 'рейс {fl} время', 'когда улетает {p_ns}', 'дата и час вылета {year}', 'когда лететь'], ['flight departure', 'When does {p_lat} fly?', 'departure time of {fl}', 'when is the plane'], '{dep}', ['Взлетаем {dep}.'], bound=['a', 'b', 'fl', 'p_ns', 'p_lat', 'year']),
     F('pnr', ['Код бронирования: {pnr}', 'Бронь имеет код {pnr}, он нужен для онлайн-регистрации.', 'Номер заказа в системе авиакомпании {pnr} выслан пассажиру на электронную почту.'],
       ['код брони самолёт', 'pnr {fl}', 'какой код вводить при регистрации на рейс', 'номер бронирования {p_ns}', 'бронь авиабилета код', 'шестизначный код билета {a} {b}'], ['booking code', 'What is the PNR of {p_lat}?', 'reservation code for {fl}', 'airline locator'], '{pnr}', ['Бронь числится под кодом {pnr}.'], ['The booking code is {pnr}.'], bound=['fl', 'p_ns', 'a', 'b', 'p_lat']),
     F('bag', ['Норма багажа: {bag}', 'В тариф входит {bag}, перевес оплачивается на стойке.', 'Пассажир вправе провезти ({bag}) без доплаты согласно условиям тарифа.'],
       ['сколько багажа можно', 'есть ли багаж у {p_gen}', 'норма чемодана рейс {fl}', 'что входит из багажа', 'какой чемодан брать', 'багаж по билету {a} {b}'], ['baggage allowance', 'How much luggage may {p_lat} take?', 'checked bags on {fl}', 'is a suitcase included'], '{bag}', ['С вещами так: {bag}.'], bound=['p_gen', 'fl', 'a', 'b', 'p_lat']),
     F('ci', ['Регистрация заканчивается {ci} до вылета.', 'Стойка закрывается {ci} до вылета, опоздавших не ждут.', 'Окончание регистрации: {ci}'],
       ['когда закрывают регистрацию', 'до скольки можно зарегистрироваться на рейс', 'за сколько приехать к стойке', 'окончание регистрации {fl}', 'не опоздать на стойку за сколько', 'последний момент сдать чемодан'], ['check-in closes', 'How long before take-off does check-in end?', 'latest check-in for {fl}', 'deadline at the desk'], '{ci}', ['К стойке успевают не позже чем {ci}.'], bound=['fl']),
     F('chg', ['Сбор за обмен билета {chg}.', 'Поменять дату можно, но возьмут {chg} и разницу в тарифе.', 'Обмен: {chg}'],
       ['сколько стоит поменять билет', 'сбор за перенос рейса', 'обмен авиабилета цена', 'перенести вылет сколько возьмут', 'изменить дату {fl} плата', 'плата за замену даты'], ['ticket change fee', 'What does it cost to move the flight?', 'exchange charge', 'rebooking price'], '{chg}', ['Перенос даты стоит {chg}.'], ['Changing the ticket costs {chg}.'], bound=['fl']),
     F('seat', ['Место: {seat}', 'Выбрано кресло {seat} за доплату.', 'На борту закреплено место {seat}, пересадка по усмотрению экипажа.'],
       ['какое место в самолёте', 'где сидит {p_ns}', 'кресло на рейс {fl}', 'место в салоне', 'ряд и буква', 'у {p_gen} какое место'], ['plane seat', 'Where does {p_lat} sit?', 'seat on {fl}', 'row and letter'], '{seat}', ['Кресло {seat}.'], ['The seat is {seat}.'], bound=['p_ns', 'fl', 'p_gen', 'p_lat'])],
    top=[['МАРШРУТНАЯ КВИТАНЦИЯ', '{a} — {b}, рейс {fl}', 'Пассажир: {p}', '{year}'], ['Авиабилет {year}: {a} — {b}', '{p_ns}, рейс {fl}']],
    filler=['Вылет из здания: {term}.', 'Оплачено {price}.', 'Жидкости в ручной клади — до 100 мл.', 'Питание на борту холодное.', 'Рейс 777 в расписании 2017 года больше не выполняется.', 'Паспорт держите под рукой.', 'Онлайн-регистрация открывается накануне.'], end=[[]])

doc('a_hotel', 'ru',
    lambda r: (lambda c: dict(year=r.randint(2021, 2027), hot=r.choice(['«Причал»', '«Тихий двор»', '«Купец»', '«Модерн»', '«Три сосны»', '«Старый город»']), city=c[0], cityp=c[1], cityen=c[2], num=digits(r, 8), ci=r.choice(['14:00', '15:00', '13:00', '12:30', '16:00']), co=r.choice(['11:00', '12:00', '10:00', '11:30']), price=rub(r, 4000, 120000, 50), can=f'до {dm(r)}', br=r.choice(['шведский стол', 'каша и кофе в номер', 'не входит в цену', 'континентальный']), tax=rub(r, 50, 900, 10), pet=r.choice(['разрешены до 5 кг', 'не допускаются', 'за доплату 800 рублей', 'только собаки-проводники']), wifi=digits(r, 8), n=r.choice(['две ночи', 'три ночи', 'пять ночей', '7 ночей', 'одна ночь']), ph=phone(r), **person(r, 'g')))(r.choice(CITY)),
    ['отель {hot} {year}.txt', 'бронь {city} {year}.txt', 'booking_{num}.txt'],
    [F('ci', ['Заселение с {ci}.', 'Номер будет готов с {ci}, багаж можно оставить раньше.', 'Время заезда: {ci}'],
       ['во сколько заселение', 'когда можно заехать в отель', 'с какого часа дают номер', 'время заезда {hot}', 'check in в гостинице {city}', 'к скольки приезжать в отель'], ['hotel check-in time', 'From what hour can we enter the room in {cityen}?', 'arrival hour at the hotel', 'when does check-in start'], '{ci}', ['В номер пускают с {ci}.'], ['Rooms are ready from {ci}.'], bound=['hot', 'city', 'cityen']),
     F('co', ['Выезд до {co}.', 'Освободить номер просят до {co}, поздний выезд платный.', 'Расчётный час: {co}'],
       ['во сколько выезжать', 'расчётный час {hot}', 'до скольки сдать номер', 'время выезда из отеля', 'когда освободить комнату {city}', 'check out'], ['hotel check-out time', 'By when must we leave the room?', 'departure hour in {cityen} hotel', 'checkout'], '{co}', ['Комнату сдают до {co}.'], ['The room is to be left by {co}.'], bound=['hot', 'city', 'cityen']),
     F('price', ['Итого за проживание: {price}', 'За всё время гость платит {price} при заселении.', 'Полная стоимость размещения за весь срок составляет {price}, включая уборку и бельё.'],
       ['сколько стоит отель', 'почём гостиница в {cityp}', 'цена проживания {hot}', 'во сколько обойдётся отель {year}', 'сумма брони {num}', 'сколько отдадим за ночёвку'], ['hotel price', 'How much is our stay in {cityen}?', 'total for booking {num}', 'cost of the room'], '{price}', ['Проживание обойдётся в {price}.'], ['The stay costs {price}.'], bound=['hot', 'cityp', 'year', 'num', 'cityen']),
     F('can', ['Бесплатная отмена {can}.', 'Отказаться без штрафа можно {can}, позже удержат первую ночь.', 'Отмена без штрафа: {can}'],
       ['до какого бесплатная отмена', 'когда можно отменить отель', 'срок отказа от брони', 'отмена {hot} без штрафа', 'до когда передумать с гостиницей', 'последний день отмены {num}'], ['free cancellation until', 'When is the last day to cancel the hotel?', 'cancel booking {num}', 'cancellation deadline in {cityen}'], '{can}', ['Отменить даром получится {can}.'], bound=['hot', 'num', 'cityen']),
     F('br', ['Завтрак: {br}', 'По питанию так — завтрак {br}.', 'Условия завтрака ({br}) указаны в подтверждении брони.'],
       ['есть ли завтрак', 'какой завтрак в {hot}', 'кормят утром в отеле?', 'завтрак включён', 'что с едой в гостинице', 'питание в отеле {city}'], ['breakfast at the hotel', 'Is breakfast included?', 'what about morning meal', 'food in the {cityen} hotel'], '{br}', ['Утренняя еда: {br}.'], bound=['hot', 'city', 'cityen']),
     F('pet', ['Животные: {pet}', 'С питомцами порядок такой: {pet}.', 'Размещение с животными — {pet}, уточните при бронировании.'],
       ['можно ли с собакой в отель', 'животные в {hot}', 'пустят с котом?', 'правила про питомцев гостиница', 'отель и звери', 'берут ли с животными в {cityp}'], ['pets in the hotel', 'Can we bring a dog?', 'animal policy', 'pets at the {cityen} stay'], '{pet}', ['О зверях сказано: {pet}.'], bound=['hot', 'cityp', 'cityen'])],
    top=[['ПОДТВЕРЖДЕНИЕ БРОНИРОВАНИЯ № {num}', 'Гостиница {hot}, {city}', 'Гость: {g}', '{year}'], ['Отель {hot} ({city}), {year}', 'Бронь {num}']],
    filler=['Забронировано: {n}.', 'Туристический сбор {tax} на месте.', 'Пароль вай-фая {wifi}.', 'Парковка во дворе по наличию мест.', 'В 2015 году номер стоил 1 900 рублей.', 'Стойка {ph}.', 'Курение только на улице.'], end=[[]])

doc('a_visa', 'ru',
    lambda r: dict(year=r.randint(2020, 2027), ctry=r.choice(['Италия', 'Испания', 'Китай', 'Япония', 'Индия', 'Франция', 'Греция']), slot=f'{dm(r)} в {tm(r, 9, 16)}', fee=r.choice(['35 евро', '80 евро', '90 евро', '60 долларов', '45 евро']), serv=rub(r, 900, 5000, 10), dur=r.choice(['10 рабочих дней', '15 дней', '20 дней', 'до 45 дней', '7 рабочих дней']), photo=r.choice(['3,5×4,5 на белом фоне', '5×5 без очков', '3×4 матовые']), bank=r.choice(['за 3 месяца', 'за 6 месяцев', 'за месяц']), adr=addr(r, False), miss=r.choice(['перевод доверенности', 'бронь обратных билетов', 'копия старого паспорта', 'справка с работы', 'согласие отца']), app=digits(r, 9), ph=phone(r), **person(r, 'p'), **person(r, 'm', 'f')),
    ['виза {ctry} {year}.txt', 'визовый {p_s}.txt', 'visa_{app}.txt'],
    [F('slot', ['Запись на подачу: {slot}', 'В визовый идём {slot}, не опаздывать.', 'Заявителю назначено явиться {slot} с полным пакетом документов.'],
       ['когда подача на визу', 'запись в визовый центр', 'на когда записан{p_a} {p_ns}', 'дата подачи {ctry}', 'во сколько идти в визовый', 'когда сдавать документы на визу'], ['visa appointment', 'When is {p_lat} applying for the visa?', 'date at the visa centre', 'appointment time'], '{slot}', ['Документы сдаём {slot}.'], bound=['p_ns', 'ctry', 'p_lat']),
     F('fee', ['Консульский сбор {fee}.', 'Самой стране платят {fee}, это не возвращают при отказе.', 'Визовый сбор: {fee}'],
       ['сколько стоит виза', 'консульский сбор {ctry}', 'почём виза {ctry}', 'сколько платить консульству', 'сбор за визу {year}', 'цена визы для {p_gen}'], ['visa fee', 'How much is the consular charge?', 'price of the visa', 'visa cost {year}'], '{fee}', ['Консульству отдают {fee}.'], bound=['ctry', 'year', 'p_gen']),
     F('dur', ['Срок рассмотрения {dur}.', 'Ждать паспорт назад {dur}, иногда дольше.', 'Рассмотрение: {dur}'],
       ['сколько делают визу', 'сколько ждать паспорт', 'срок рассмотрения {ctry}', 'через сколько будет виза', 'как долго рассматривают', 'время изготовления визы'], ['visa processing time', 'How long until the visa is ready?', 'waiting for the passport', 'processing for {p_lat}'], '{dur}', ['Решение ждут {dur}.'], bound=['ctry', 'p_lat']),
     F('bank', ['Выписка из банка требуется {bank}.', 'Движение по счёту покажите {bank}, с печатью.', 'Банковская выписка: {bank}'],
       ['за какой период выписка на визу', 'выписка из банка сколько месяцев', 'за сколько показать счёт', 'банк для визы период', 'какой срок выписки {ctry}', 'движение денег за сколько'], ['bank statement period', 'What period should the statement cover?', 'statement for the visa', 'months of account history'], '{bank}', ['Счёт показывают {bank}.'], bound=['ctry']),
     F('miss', ['Не хватает документа: {miss}.', 'Сотрудница посмотрела пакет и сказала, что недостаёт одного — это {miss}, донести можно в тот же день.', 'Донести: {miss}'],
       ['чего не хватает для визы', 'что донести в визовый', 'какой документ забыли', 'что ещё нужно {p_dat}', 'недостающая бумага {ctry}', 'что не приложили'], ['missing visa document', 'What paper is still needed from {p_lat}?', 'document to add', 'what did we forget for the visa'], '{miss}', ['Надо дополнить пакет: {miss}.'], bound=['p_dat', 'ctry', 'p_lat'])],
    top=[['ЗАЯВЛЕНИЕ НА ВИЗУ № {app}', 'Страна: {ctry}', 'Заявитель: {p}', '{year}'], ['Виза {ctry} {year}', '{p_ns}']],
    filler=['Услуги центра {serv}.', 'Фото {photo}.', 'Адрес центра: {adr}', 'Анкету заполнять латиницей.', 'В 2014 году виза в Финляндию стоила 35 евро, рассматривали три дня.', 'Принимала сотрудница {m_n}.', 'Справочная {ph}.'], end=[[]])

doc('a_itinerary', 'ru',
    lambda r: (lambda c: dict(year=r.randint(2021, 2027), city=c[0], cityp=c[1], cityen=c[2], bud=rub(r, 20000, 300000, 1000), car=rub(r, 1500, 7000, 50), host=phone(r), food=r.choice(['пирожковая «У Марфы»', 'кафе «Чердак»', 'столовая № 5', 'ресторан «Уха»', 'пельменная на углу']), key=r.choice(['в ячейке у входа, код 4471', 'у консьержки', 'под ковриком у соседки снизу', 'в почтовом ящике']), must=r.choice(['кремль и набережная', 'краеведческий музей', 'рыбный рынок', 'дом купца', 'ботанический сад', 'водопад']), day=dm(r), back=f'{dm(r)} вечером', **person(r, 'dr'), **person(r, 'f')))(r.choice(CITY)),
    ['план поездки {city} {year}.txt', 'маршрут {year}.txt', 'trip {cityen}.txt'],
    [F('bud', ['Бюджет поездки {bud} на всех.', 'Денег берём не больше {bud}, считая бензин и еду.', 'Бюджет: {bud}'],
       ['сколько денег на поездку', 'бюджет {city}', 'сколько потратим в {cityp}', 'на какую сумму рассчитываем поездку', 'деньги на путешествие {year}', 'общие расходы на отпуск'], ['trip budget', 'How much money for {cityen}?', 'budget of the journey', 'planned spending {year}'], '{bud}', ['На дорогу и всё прочее заложено {bud}.'], ['{bud} is set aside for the trip.'], bound=['city', 'cityp', 'year', 'cityen']),
     F('dr', ['За рулём {dr_ns}.', 'Машину ведёт {dr_ns}, на обратном пути меняемся.', 'Водитель: {dr_ns}'],
       ['кто ведёт машину', 'кто за рулём в {cityp}', 'кто поведёт', 'кто водитель в поездке', 'чья очередь рулить', 'с кем едем за рулём'], ['who is driving', 'driver on the trip', 'Who drives to {cityen}?', 'person at the wheel'], '{dr_ns}', ['Рулит {dr_ns}.'], bound=['cityp', 'cityen']),
     F('key', ['Ключи от квартиры {key}.', 'Хозяйка написала, что ключ оставит {key}, так что приехать можно хоть ночью.', 'Где ключ: {key}'],
       ['где ключи от съёмной', 'как попасть в квартиру в {cityp}', 'ключ где лежит', 'заселение где взять ключ', 'у кого ключи', 'как войти в жильё'], ['where are the keys', 'How do we get into the flat in {cityen}?', 'key pick-up', 'access to the rental'], '{key}', ['Ключ ищем {key}.'], bound=['cityp', 'cityen']),
     F('food', ['Обедаем: {food}.', 'Из еды советуют место — {food}, столик не бронируют.', 'Поесть: {food}'],
       ['где поесть в {cityp}', 'куда пойти обедать', 'какое кафе посоветовали', 'где пообедаем', 'заведение для обеда', 'где вкусно кормят'], ['where to eat in {cityen}', 'lunch place', 'Which cafe was recommended?', 'food spot on the trip'], '{food}', ['За едой идём сюда: {food}.'], bound=['cityp', 'cityen']),
     F('must', ['Обязательно посмотреть: {must}.', 'Главное в городе — {must}, остальное по силам.', 'Не пропустить: {must}'],
       ['что посмотреть в {cityp}', 'главная достопримечательность в плане', 'что нельзя пропустить', 'куда обязательно сходить', 'что хотим увидеть', 'основное место в маршруте {city}'], ['must see in {cityen}', 'main sight', 'What do we not want to miss?', 'sight on the plan'], '{must}', ['Точно идём смотреть: {must}.'], bound=['cityp', 'city', 'cityen']),
     F('back', ['Возвращаемся {back}.', 'Домой приедем {back}, кота покормят соседи.', 'Обратно: {back}'],
       ['когда возвращаемся', 'когда домой из {city}', 'день возвращения', 'когда мы вернёмся из поездки', 'обратная дорога когда', 'до какого мы в {cityp}'], ['when are we back', 'return date from {cityen}', 'When do we come home?', 'end of the trip'], '{back}', ['Дома будем {back}.'], bound=['city', 'cityp', 'cityen'])],
    top=[['Едем: {city}, {year}', 'Старт {day}'], ['МАРШРУТ', '{city}, {year} год']],
    filler=['Прокат машины на месте {car} в сутки.', 'Хозяйка жилья на связи {host}.', 'Взять дождевики и аптечку.', 'В 2013 году мы потратили 18 тысяч.', '{f_n} просит магнит.', 'Музыку в дорогу скачать заранее.', 'Заправки каждые сто километров.'], end=[[]],
    tables=[lambda r, s: mt(r, ['День', 'Утро', 'Вечер', 'Ночлег', 'Км'], [[f'день {i+1}', a, b, h, str(r.randint(101, 999))] for i, (a, b, h) in enumerate(zip(r.sample(['монастырь', 'озеро', 'рынок', 'пещера', 'усадьба', 'мост'], 5), r.sample(['баня', 'театр', 'прогулка', 'настолки', 'костёр', 'кино'], 5), r.sample(['мотель', 'палатка', 'хостел', 'у тёти', 'гостевой дом', 'турбаза'], 5)))][:r.randint(3, 5)],
        [('где ночуем {0}', 3), ('что утром {0}', 1), ('{0} сколько км', 4), ('{0} вечер что', 2), ('в какой день {1}', 0)])])

doc('a_tour', 'ru',
    lambda r: dict(year=r.randint(2021, 2027), num=f'ТР-{digits(r, 5)}', ctry=r.choice(['Турция', 'Египет', 'Вьетнам', 'Таиланд', 'Куба', 'ОАЭ', 'Мальдивы']), price=rub(r, 60000, 600000, 500), pre=r.choice(['30 %', '50 %', '40 %', '25 %']), rest=f'до {dm(r)}', meal=r.choice(['всё включено', 'завтрак и ужин', 'только завтраки', 'без питания']), vch=r.choice(['за 3 дня до вылета', 'за сутки до вылета', 'за 5 дней до вылета']), pen=r.choice(['10 % стоимости', '50 % стоимости', '90 % стоимости', 'полная стоимость']), claim=r.choice(['20 дней', '10 дней', '30 дней']), ag=firm(r), ph=phone(r), room=r.choice(['вид на море', 'вид на сад', 'у бассейна']), **person(r, 't'), **person(r, 'man')),
    ['тур {ctry} {year}.txt', 'договор {num}.txt', 'турпакет {t_s}.txt'],
    [F('price', ['Общая цена тура {price}.', 'Турист платит за всё {price}, включая перелёт и страховку.', 'Цена турпродукта: {price}'],
       ['сколько стоит тур', 'почём путёвка {ctry}', 'цена тура {num}', 'сколько отдали за {ctry} в {year}', 'во сколько обошёлся отпуск', 'стоимость турпакета {t_gen}'], ['tour price', 'How much is the package of {t_lat}?', 'cost of tour {num}', 'price of the holiday {year}'], '{price}', ['Отпуск обошёлся в {price}.'], ['The package costs {price}.'], bound=['ctry', 'num', 'year', 't_gen', 't_lat']),
     F('pre', ['Предоплата {pre} при подписании.', 'В день бронирования вносят {pre} суммы, чек обязателен.', 'Первый взнос: {pre}'],
       ['какая предоплата за тур', 'сколько процентов сразу', 'первый взнос турагенту', 'предоплата {num}', 'сколько внести при брони', 'аванс за путёвку'], ['tour prepayment', 'What share is paid at booking?', 'deposit for the package', 'down payment {num}'], '{pre}', ['Сначала отдают {pre}.'], bound=['num']),
     F('rest', ['Остаток вносится {rest}.', 'Доплатить оставшееся необходимо {rest}, иначе бронь аннулируют.', 'Доплата: {rest}'],
       ['когда доплатить за тур', 'срок полной оплаты', 'до какого числа внести остаток', 'остаток за путёвку {ctry} когда', 'крайний день доплаты', 'дедлайн оплаты {num}'], ['balance due date', 'When must the rest of the tour be paid?', 'final payment {num}', 'deadline of full payment'], '{rest}', ['Полностью рассчитаться {rest}.'], bound=['ctry', 'num']),
     F('meal', ['Питание: {meal}', 'Кормят по системе «{meal}».', 'В стоимость проживания включено питание ({meal}) по правилам отеля.'],
       ['какое питание в туре', 'кормят ли в отеле {ctry}', 'тип питания', 'всё ли включено или нет', 'еда по путёвке', 'что с питанием {num}'], ['meal plan', 'What food is included in the tour?', 'board basis', 'meals {num}'], '{meal}', ['С едой так: {meal}.'], bound=['ctry', 'num']),
     F('pen', ['При отказе за неделю удерживается {pen}.', 'Передумаете за семь дней — потеряете столько: {pen}.', 'Отказ за 7 дней: {pen}'],
       ['сколько удержат при отказе от тура', 'штраф если не полетим', 'отмена путёвки за неделю', 'потери при аннуляции', 'сколько потеряем если откажемся', 'аннуляция {num} удержание'], ['cancel penalty a week before', 'What do we lose if we cancel?', 'tour cancellation', 'penalty {num}'], '{pen}', ['За поздний отказ берут: {pen}.'], bound=['num']),
     F('man', ['Менеджер: {man_ns}', 'Заявку ведёт {man_ns}, вопросы лучше писать.', 'От агентства договор оформил{man_a} {man_ns}.'],
       ['кто менеджер по туру', 'кто оформлял путёвку', 'с кем связаться в агентстве', 'кто ведёт заявку {num}', 'имя турагента', 'кому писать по {ctry}'], ['tour manager', 'Who handles booking {num}?', 'agent name', 'contact person at the agency'], '{man_ns}', ['В агентстве с нами работает {man_ns}.'], bound=['num', 'ctry'])],
    top=[['ДОГОВОР О РЕАЛИЗАЦИИ ТУРПРОДУКТА {num}', '{ctry}, {year}', 'Турист: {t}'], ['{ag}', 'Тур {num}: {ctry}, {year}']],
    filler=['Документы выдаются {vch}.', 'Претензии принимаются {claim}.', 'Номер: {room}.', 'В 2012 году такой тур стоил 29 000 рублей.', 'Телефон офиса {ph}.', 'Загранпаспорт должен действовать полгода.', 'Экскурсии покупаются на месте.'], end=[['Турист ________'], []])
