from gen import *
def cut(x): return [y.strip() for y in x.split('|') if y.strip()]
FIRST = cut('Alice|Marcus|Priya|Tom|Helen|Oliver|Grace|Daniel|Sofia|Rhys|Imogen|Callum|Nadia|Peter|Fiona|Arjun|Laura|Simon|Beth|Owen|Chloe|Gareth|Maya|Stephen|Ruth|Kieran|Joanna|Hugh|Yasmin|Dominic|Carla|Neil|Abigail|Martin|Eleanor|Jack|Tanya|Leon|Rosie|Victor|Harriet|Samir|Wendy|Patrick')
LAST = cut('Barker|Okafor|Whitfield|Nolan|Sharma|Pemberton|Doyle|Ashworth|Kaur|Lindley|Marsh|Fenwick|Osborne|Tran|Hollis|Cartwright|Bianchi|Rowe|Stanton|Mbeki|Keane|Hartley|Quinn|Prior|Devlin|Sutcliffe|Novak|Goddard|Pryce|Langley|Farrow|Mercer|Ahmed|Thorne|Blackwood|Ellis|Moran|Yardley|Chapman|Vance')
TOWN = cut('Leeds|Norwich|Exeter|Cardiff|Stirling|Bath|Lincoln|Hastings|Reading|Preston|Ipswich|Truro|Derby|Kendal|Swansea|Durham|Chester|Poole|Galway|Cork|Portland|Dayton|Madison|Geelong|Hobart|Nelson')
STREET = cut('Mill Lane|Station Road|Church Street|Orchard Close|Victoria Terrace|Park Avenue|Elm Grove|Kingsway|Bridge Street|The Crescent|Hawthorn Drive|Priory Road|Canal Walk|Meadow View|Queens Road|Chestnut Way|High Street|Harbour Row|Wellington Place|Abbey Gardens|Beech Hill|Linden Road')
FIRMA = cut('Northgate|Bluebell|Harrow|Castle|Redwood|Pennine|Albion|Meridian|Oakfield|Silverline|Cobalt|Thistle|Brightwater|Foxley|Granite|Larkspur|Mayflower|Kestrel|Riverside|Tamar|Wessex|Juniper|Sterling|Beacon|Copperfield|Ironbridge|Ashdown|Summit|Lantern|Hollybank')
FIRMB = cut('Ltd|& Sons|Services|Group|Partners|Trading|& Co|Solutions|Associates|Limited|Holdings|Supplies')
def tel(r): return r.choice(['0{} {} {}', '+44 {} {} {}', '0{}-{}-{}']).format(r.choice([20, 113, 121, 1392, 1223, 1904, 7700, 7911]), r.randint(200, 999), r.randint(1000, 9999))
def tm(r): return r.choice(['{h}:{m:02}', '{h:02}:{m:02}', '{k}.{m:02} {p}', '{k}:{m:02} {p}']).format(h=(h := r.randint(7, 20)), m=r.choice([0, 5, 10, 15, 20, 30, 40, 45, 50]), k=h if h < 13 else h - 12, p='am' if h < 12 else 'pm')
def name(r): return r.choice(FIRST) + ' ' + r.choice(LAST)
def firm(r): return r.choice(FIRMA) + ' ' + r.choice(FIRMB)
def addr(r): return f'{r.randint(1, 148)}{r.choice(["", "", "", "A", "B"])} {r.choice(STREET)}, {r.choice(TOWN)}'
def names(r, n=6): return [f + ' ' + l for f, l in zip(r.sample(FIRST, n), r.sample(LAST, n))]
def money(r, c, lo, hi, step):
    n = r.randrange(lo, hi, step)
    if c in '£$€': return r.choice([f'{c}{n:,}', f'{c}{n:,}.00', f'{c}{n}' + r.choice(['', '.50', '.75', '.20'])])
    return r.choice([f'{n:,} {c}', f'{c} {n:,}', f'{c} {n:,}.00'])
def val(r, x, c='£'):
    if callable(x): return x(r)
    if isinstance(x, list): return str(r.choice(x))
    if isinstance(x, tuple): return str(r.randint(*x)) if len(x) == 2 else money(r, c, *x)
    return re.sub('[#^%]', lambda m: str(r.randint(0, 9)) if m[0] == '#' else str(r.randint(1, 9)) if m[0] == '%' else r.choice('ABCDEFGHJKLMNPRSTVWXY'), x)
def B(r, **k):
    c = r.choice(['£', '£', '£', '£', '$', '€', 'GBP', 'USD', 'EUR']); y = r.randint(2018, 2027)
    ps = names(r, 4); fa, fb = r.sample(FIRMA, 2); ta, tb, tc = r.sample(TOWN, 3)
    ds = [day_en(r, y) for _ in range(3)]; ts = [tm(r) for _ in range(3)]
    f = fa + ' ' + r.choice(FIRMB); dom = fa.lower() + r.choice(['.co.uk', '.com', '.org', '.ie'])
    s = dict(a=ps[0], b=ps[1], c=ps[2], p=ps[3], af=ps[0].split()[0], bf=ps[1].split()[0], cf=ps[2].split()[0], al=ps[0].split()[1], bl=ps[1].split()[1], cl=ps[2].split()[1],
             firm=f, firm2=fb + ' ' + r.choice(FIRMB), town=ta, town2=tb, town3=tc, addr=addr(r), addr2=addr(r), street=r.choice(STREET), tel=tel(r), tel2=tel(r), mail=r.choice(['info', 'office', 'claims', 'hello', 'support', 'admin', ps[2].split()[0].lower()]) + '@' + dom,
             mail2=(ps[1].replace(' ', '.').lower()) + '@' + dom, d1=ds[0], d2=ds[1], d3=ds[2], e1=day_en(r, y + 1), e2=day_en(r, y + 2), o1=day_en(r, y - 1), t1=ts[0], t2=ts[1], t3=ts[2], year=str(y), yr1=str(y - 1), yrn=str(y + 1), cur=c)
    for key, x in k.items(): s[key] = val(r, x, c)
    return s
def F(key, says, ru, en, ans, cr='', ce='', b=''): return fact(key, cut(says), cut(ru), cut(en), ans, cut(cr), cut(ce), b.split())
def T(head, pool, gens, qs, lo=3, hi=7):
    """a table: head 'A|B|C', pool of keys (list or callable), gens for the other columns, questions [(text with <k>, column)]"""
    cols = cut(head)
    def make(r, s):
        keys = pool(r) if callable(pool) else list(pool); n = min(len(keys), r.randint(lo, hi)); keys = r.sample(keys, n)
        rows = [[k] + [val(r, g, s.get('cur', '£')) for g in gens] for k in keys]
        seps = [x for x in (',', ';', '\t', '|') if not any(x in c for row in rows for c in row)] or ['|']
        x = r.choice(seps + ['|'])
        if x == '|': lines = ['| ' + ' | '.join(cols) + ' |', '|' + '---|' * len(cols)] + ['| ' + ' | '.join(row) + ' |' for row in rows]
        else: lines = [x.join(cols)] + [x.join(row) for row in rows]
        off = len(lines) - n; asked = []
        for i in r.sample(range(n), min(n, 3)):
            q, col = r.choice(qs); a = rows[i][col]; q = fill(q.replace('<k>', rows[i][0]), s)
            if sum(a in l for l in lines) == 1 and a.lower() not in q.lower() and not any(o == q for o, _ in asked): asked.append((q, a))
        return lines, asked
    return make
def D(id, spec, names, facts, top, filler, end='', tables=()):
    """top, end: variants split by ||, lines by |"""
    tops = [cut(x) for x in top.split('||')]; ends = [cut(x) for x in end.split('||')] if end else []
    if ends: ends.append([])
    used = set(spec) | {'cur'} | set(re.findall(r'\{(\w+)\}', json.dumps([names, facts, top, filler, end])))
    def slots(r):
        s = B(r, **spec); return {k: v for k, v in s.items() if k in used}
    doc(id, 'en', slots, cut(names), facts, tops, cut(filler), ends, tables)
pc = lambda lo, hi: (lambda r: f'{r.randint(lo, hi)}%')
