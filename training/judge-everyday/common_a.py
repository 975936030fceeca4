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

