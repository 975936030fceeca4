"""Pools and short forms for t_c*.py (no templates here)."""
from gen import *
import re as _re
A1 = 'Строй Тех Агро Мега Волга Урал Сибирь Балт Невский Дон Кама Пром Авто Эко Лес Металл Пак Мебель Свет Текстиль Электро Аква Кедр Альянс Вектор Гранит Омега Полюс Ресурс Север Юг Принт Медиа Фарма Окна'.split()
A2 = 'Торг Сервис Снаб Групп Лайн Логистик Плюс Маркет Инвест Центр Дом Трейд Комплект Проект Ойл Софт Парк Альянс'.split()
A3 = ['Ромашка', 'Белая Линия', 'Три Кита', 'Горизонт', 'Новый Век', 'Маяк', 'Лазурит', 'Орион', 'Дубрава', 'Старый Мастер', 'Вершина', 'Рубикон', 'Карат', 'Пчела', 'Зелёный Двор', 'Сокол', 'Чайка', 'Меридиан', 'Форпост', 'Астра', 'Клён', 'Янтарь']
def firm(r):
    n = r.choice(A3) if r.random() < .3 else r.choice(A1) + r.choice(['', '-']) + r.choice(A2)
    return r.choice(['ООО', 'ООО', 'ООО', 'АО', 'ООО ТД', 'ООО ПКФ', 'ПАО']) + f' «{n}»'
FAM = 'Кравцов Лемешев Голубев Соколов Рябинин Тихонов Ершов Мальцев Панфилов Дроздов Куликов Назаров Ефимов Щербаков Беляев Никитин Фролов Зуев Касаткин Лапин Моисеев Орехов Прохоров Родионов Савин Третьяков Уваров Филатов Хохлов Цветков Чернов Шестаков Юдин Яшин Абрамов Бирюков Воронин Гусев Демидов Жданов Зимин Игнатов Комаров Латышев Гаврилин Сухов Пахомов Носков Крылов Туманов'.split()
MN = 'Игорь Павел Андрей Сергей Михаил Олег Виктор Денис Роман Антон Максим Вадим Глеб Николай Тимур Егор Степан'.split()
FN = 'Анна Ольга Марина Светлана Ирина Наталья Юлия Дарья Вера Елена Ксения Галина Полина Алла Инна Екатерина'.split()
PT = 'Петров Олегов Иванов Викторов Сергеев Андреев Павлов Романов Николаев Борисов Денисов Егоров Степанов Максимов'.split()
def _case(fam, n, pt, m):
    F = fam if m else fam + 'а'
    P = pt + ('ич' if m else 'на')
    if m:
        st = n[:-1] if n[-1] in 'йь' else n
        if n == 'Павел': st = 'Павл'
        soft = n[-1] in 'йь'
        g = (fam + 'а', st + ('я' if soft else 'а'), P + 'а'); d = (fam + 'у', st + ('ю' if soft else 'у'), P + 'у'); i = (fam + 'ым', st + ('ем' if soft else 'ом'), P + 'ем'); a = g
    else:
        st = n[:-1]
        if n.endswith('ия'): e = ('ии', 'ии', 'ией', 'ию')
        elif n[-1] == 'я': e = ('и', 'е', 'ей', 'ю')
        elif st[-1] in 'гкхжшч': e = ('и', 'е', 'ой', 'у')
        else: e = ('ы', 'е', 'ой', 'у')
        if n.endswith('ия'): st = n[:-2]
        g = (fam + 'ой', st + e[0], pt + 'ны'); d = (fam + 'ой', st + e[1], pt + 'не'); i = (fam + 'ой', st + e[2], pt + 'ной'); a = (fam + 'у', st + e[3], pt + 'ну')
    return [(F, n, P), g, d, i, a]
def person(r, k, fam):
    m = r.random() < .55
    n = r.choice(MN if m else FN); pt = r.choice(PT)
    c = _case(fam, n, pt, m)
    short = r.random() < .45
    def fmt(x): return f'{n[0]}. {pt[0]}. {x[0]}' if short else ' '.join(x)
    o = {k: fmt(c[0]), k + '_g': fmt(c[1]), k + '_d': fmt(c[2]), k + '_i': fmt(c[3]), k + '_a': fmt(c[4]), k + '_e': '' if m else 'а', k + '_f': c[0][0], k + '_fg': c[1][0], k + '_fd': c[2][0], k + '_fi': c[3][0], k + '_fa': c[4][0], k + '_on': 'он' if m else 'она', k + '_s': f'{n[0]}. {pt[0]}. {c[0][0]}'}
    return o
TOWN = [('Тверь', 'Твери', 'Твери'), ('Казань', 'Казани', 'Казани'), ('Самара', 'Самары', 'Самаре'), ('Пермь', 'Перми', 'Перми'), ('Воронеж', 'Воронежа', 'Воронеже'), ('Омск', 'Омска', 'Омске'), ('Тула', 'Тулы', 'Туле'), ('Калуга', 'Калуги', 'Калуге'), ('Рязань', 'Рязани', 'Рязани'), ('Уфа', 'Уфы', 'Уфе'), ('Саратов', 'Саратова', 'Саратове'), ('Томск', 'Томска', 'Томске'), ('Курск', 'Курска', 'Курске'), ('Псков', 'Пскова', 'Пскове'), ('Иваново', 'Иванова', 'Иванове'), ('Ижевск', 'Ижевска', 'Ижевске'), ('Барнаул', 'Барнаула', 'Барнауле'), ('Краснодар', 'Краснодара', 'Краснодаре'), ('Вологда', 'Вологды', 'Вологде'), ('Челябинск', 'Челябинска', 'Челябинске'), ('Екатеринбург', 'Екатеринбурга', 'Екатеринбурге'), ('Пенза', 'Пензы', 'Пензе'), ('Смоленск', 'Смоленска', 'Смоленске'), ('Владимир', 'Владимира', 'Владимире')]
ST = ['ул. Заводская', 'ул. Ленина', 'пр. Победы', 'ул. Гагарина', 'ул. Складская', 'Московское ш.', 'ул. Лесная', 'пер. Кузнечный', 'ул. Чехова', 'наб. Речная', 'ул. Промышленная', 'ул. Октябрьская', 'пр. Строителей', 'ул. Вокзальная', 'ул. Мичурина', 'бул. Цветной', 'ул. Железнодорожная', 'ул. Советская']
def addr(r):
    return f'{r.choice(ST)}, {r.choice(["д. ", "", "д. "])}{r.randint(1, 180)}' + r.choice(['', '', f', оф. {r.randint(2, 420)}', f', стр. {r.randint(1, 9)}', f', корп. {r.randint(1, 5)}', f', пом. {r.randint(1, 30)}'])
def phone(r):
    a, b, c, d = r.choice(['903', '912', '926', '987', '495', '812', '4822', '843', '846', '351']), r.randint(100, 999), r.randint(10, 99), r.randint(10, 99)
    return r.choice([f'+7 {a} {b}-{c}-{d}', f'8 ({a}) {b}-{c}-{d}', f'+7 ({a}) {b} {c} {d}', f'8-{a}-{b}-{c}-{d}'])
def digits(r, n): return str(r.randint(1, 9)) + ''.join(str(r.randint(0, 9)) for _ in range(n - 1))
DOM = 'vektor uralsnab romashka tehline kedr-plus mayak polus-td granit agrodom signal optima forpost lazurit sever-log mebelgrad ekopak'.split()
def email(r): return r.choice('info sales buh office zakaz ivanov hr support sklad 1c urist pretenzia'.split()) + r.choice(['', '', str(r.randint(1, 99))]) + '@' + r.choice(DOM) + r.choice(['.ru', '.ru', '.com', '.pro', '-group.ru', '.su'])
def docno(r): 
    n = r.randint(2, 980); y = r.randint(19, 27)
    return r.choice([f'{n}/{y}', f'{r.choice("ПАКСДРТ")}-{n}', f'{r.choice(["ДП", "УС", "ТД", "ОП", "КД"])}-{y}/{n}', f'{n:06}', f'{r.randint(1, 12):02}-{n}', f'{n}-{r.choice("абк")}'])
def pen(r): return r.choice(['0,1', '0,05', '0,2', '0,3', '0,5', '0,01', '0,15', '0,25', '0,03']) + r.choice([' %', '%'])
def pct(r, lo, hi): return f'{r.randint(lo, hi)}' + r.choice([' %', '%'])
def tm(r, lo=8, hi=19): return f'{r.randint(lo, hi)}:{r.choice(["00", "15", "30", "45"])}'
def days(r): return f'{r.choice([5, 6, 7, 8, 9, 10, 12, 14, 15, 18, 20, 25, 30, 35, 40, 45, 60, 90])} ' + r.choice(['рабочих дней', 'календарных дней', 'дней', 'банковских дней', 'календарных дней'])
def dfmt(r, y, m, d): return r.choice([f'{d} {RU_MONTHS[m-1]} {y} года', f'{d} {RU_MONTHS[m-1]} {y}', f'{d:02}.{m:02}.{y}', f'{d:02}.{m:02}.{y}', f'«{d:02}» {RU_MONTHS[m-1]} {y} года'])
MON = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split()
def base(r):
    y = r.randint(2019, 2027); s = dict(year=y, prev=y - 1, nxt=y + 1)
    fs = []
    while len(fs) < 4:
        f = firm(r)
        if f not in fs: fs.append(f)
    s.update(f1=fs[0], f2=fs[1], f3=fs[2], f4=fs[3])
    for k, fam in zip(['p', 'q', 'w', 'z'], r.sample(FAM, 4)): s.update(person(r, k, fam))
    ds = sorted(r.sample([(m, d) for m in range(1, 13) for d in range(1, 29)], 5))
    for i, (m, d) in enumerate(ds): s[f'd{i+1}'] = dfmt(r, y, m, d)
    s['od'] = dfmt(r, y - 1, r.randint(1, 12), r.randint(1, 28)); s['nd'] = dfmt(r, y + 1, r.randint(1, 12), r.randint(1, 28)); s['nd2'] = dfmt(r, y + r.randint(2, 4), r.randint(1, 12), r.randint(1, 28))
    m = r.randint(0, 11); s.update(mon=MON[m], mong=RU_MONTHS[m], mon2=MON[m - 1], mon2g=RU_MONTHS[m - 1])
    t = r.sample(TOWN, 3)
    for i, k in enumerate(['town', 'town2', 'town3']): s[k], s[k + '_g'], s[k + '_p'] = t[i]
    s.update(num=docno(r), num2='№ ' + docno(r), num3=docno(r), phone=phone(r), phone2=phone(r), email=email(r), addr=addr(r), addr2=addr(r), inn=digits(r, 10), inn2=digits(r, 10), kpp=digits(r, 9), acc='40702810' + digits(r, 12), bik='04' + digits(r, 7), ogrn='1' + digits(r, 12))
    s.update(pen=pen(r), days=days(r), ox=rub(r, 3000, 900000), ox2=rub(r, 1000, 90000), tm=tm(r, 8, 11), tm2=tm(r, 16, 21), opc=pct(r, 2, 60))
    while True:
        s['email2'] = email(r)
        if s['email2'] != s['email']: break
    while True:
        s['days2'] = days(r)
        if s['days2'].split()[0] != s['days'].split()[0]: break
    return s
def sp(x): return [i.strip() for i in x.split('|') if i.strip()]
def F(key, answer, says, ru, en, cru='', cen=''):
    """Fact with |-separated variants; bound = slots found in the questions."""
    ru, en = sp(ru), sp(en); b = []
    for q in ru + en:
        for n in _re.findall(r'\{(\w+)\}', q):
            if n not in b: b.append(n)
    assert len(sp(says)) >= 3 and len(ru) >= 6 and len(en) >= 4, (key, len(sp(says)), len(ru), len(en))
    for s in sp(says): assert answer in s, (key, answer, s)
    for q in ru + en: assert answer not in q, (key, q)
    return fact(key, sp(says), ru, en, answer, sp(cru), sp(cen), bound=b)
def D(id, names, top, facts, filler, end='', tables=(), **ex):
    """doc with |-separated variants, // between lines; ex: extra slots, functions of r."""
    tops = [[l.strip() for l in v.split('//') if l.strip()] for v in sp(top)]
    ends = [[l.strip() for l in v.split('//') if l.strip()] for v in sp(end)] + ([[]] if end else [])
    fl = sp(filler); assert len(fl) >= 6, (id, len(fl))
    used = set(_re.findall(r'\{(\w+)\}', ' '.join([names, top, filler, end] + [' '.join(f['says'] + f['ask_ru'] + f['ask_en'] + f['claims_ru'] + f['claims_en'] + [f['answer']]) for f in facts])))
    def slots(r):
        b = base(r); s = {k: v for k, v in b.items() if k in used or k == 'year' and tables}
        for k, v in ex.items():
            x = v(r)
            if isinstance(x, dict): s.update(x)
            else: s[k] = x
        return s
    doc(id, 'ru', slots, sp(names), facts, top=tops, filler=fl, end=ends, tables=tables)
def tab(r, head, rows, qs, title=None):
    """A table in one of four styles. qs: column -> question forms with {} for the first cell (or {1} etc. for other cells)."""
    seps = [';', '\t', '|'] + ([','] if not any(',' in str(c) for x in rows for c in x) else [])
    s = r.choice(seps); head = head.split(';'); rows = [[str(c) for c in x] for x in rows]
    if s == '|': lines = ['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)] + ['| ' + ' | '.join(x) + ' |' for x in rows]; off = 2
    else: lines = [s.join(x) for x in [head] + rows]; off = 1
    if title: lines = [title] + lines; off += 1
    asked = []
    opts = [(i, c) for i in range(len(rows)) for c in qs]; r.shuffle(opts)
    for i, c in opts:
        a = rows[i][c]
        if sum(a in l for l in lines) != 1 or len(asked) >= 3: continue
        for q in r.sample(qs[c], min(2, len(qs[c]))):
            q = q.format(*rows[i])
            if a not in q: asked.append((q, a))
    return lines, asked
def th(n): return thousands(n)
