"""Made-up everyday documents with questions: templates in t_*.py call doc(...). Run: python3 gen.py N SEED out.jsonl"""
import json, random, re, sys, glob, importlib.util, os

TEMPLATES = []

def fact(key, says, ask_ru, ask_en, answer, claims_ru=(), claims_en=(), bound=()):
    """One thing a document says.
    says: at least 3 ways to write it (in the document's language), each ONE sentence or one form line ("Срок оплаты: до {day}"), with {slots}; each must contain the answer.
    ask_ru, ask_en: at least 5 and 4 ways to ask for it, as people type; may hold {slots} of the document, never the answer.
    answer: the shortest literal string with {slots}, e.g. "{rent}" - it must be in every way of saying exactly as written.
    claims_ru, claims_en: 1-2 plain statements each of the same thing in the other words / the other language, with {slots}.
    bound: names of slots by which some questions tell this document from its siblings (year, person, address...), if they occur in asks."""
    return dict(key=key, says=says, ask_ru=ask_ru, ask_en=ask_en, answer=answer, claims_ru=list(claims_ru), claims_en=list(claims_en), bound=list(bound))

def doc(id, lang, slots, names, facts, top=(), filler=(), end=(), tables=()):
    """slots: function(r: random.Random) -> dict of strings. names: file names with {slots}. top: variants of the heading, each a list of lines.
    filler: sentences that answer none of the facts. end: variants (lists of lines) of the end.
    tables: functions(r, s) -> (lines, [(question, answer string)...]) : a csv/markdown table put into the text; the answer stands in the row asked for."""
    TEMPLATES.append(dict(id=id, lang=lang, slots=slots, names=names, facts=facts, top=list(top), filler=list(filler), end=list(end), tables=list(tables)))

RU_MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split()
EN_MONTHS = 'January February March April May June July August September October November December'.split()

def day_ru(r, year=None):
    y = year or r.randint(2019, 2027); m = r.randint(1, 12); d = r.randint(1, 28)
    return r.choice([f'{d} {RU_MONTHS[m-1]} {y} года', f'{d} {RU_MONTHS[m-1]} {y}', f'{d:02}.{m:02}.{y}', f'«{d:02}» {RU_MONTHS[m-1]} {y} года'])

def day_en(r, year=None):
    y = year or r.randint(2019, 2027); m = r.randint(1, 12); d = r.randint(1, 28)
    return r.choice([f'{d} {EN_MONTHS[m-1]} {y}', f'{EN_MONTHS[m-1]} {d}, {y}', f'{d:02}/{m:02}/{y}', f'{EN_MONTHS[m-1][:3]} {d}, {y}'])

def thousands(n, sep=' '):
    return f'{n:,}'.replace(',', sep)

def rub(r, lo, hi, step=100):
    n = r.randrange(lo, hi, step)
    return r.choice([f'{thousands(n)} рублей', f'{thousands(n)} руб', f'{thousands(n)} ₽', f'{thousands(n)},00 руб', f'{n} рублей', f'{thousands(n)} р', f'{thousands(n)} рублей 00 копеек'])

def money_en(r, lo, hi, step=5):
    n = r.randrange(lo, hi, step); c = r.choice('£$€')
    return r.choice([f'{c}{n:,}', f'{c}{n:,}.00', f'{n:,} EUR', f'USD {n:,}', f'{c}{n}'])

def fill(text, s):
    return re.sub(r'\{(\w+)\}', lambda m: str(s[m[1]]), text)

def instance(t, r):
    s = t['slots'](r)
    facts = t['facts'][:]
    kept = [f for f in facts if r.random() < .75] or facts[:1]
    if r.random() < .5: r.shuffle(kept)
    text = '\n'.join(fill(l, s) for l in r.choice(t['top'])) if t['top'] else ''
    parts = []; qa = []; absent = []
    numbered = r.random() < .3; wrap = r.random() < .25; n = 0
    def add(piece, block=False):
        nonlocal text
        sep = '' if not text else ('\n\n' if block else r.choice(['\n', '\n', ' ']) if not numbered else '\n')
        text += sep; at = len(text); text += piece; return at
    todo = [('f', f) for f in kept] + [('x', x) for x in r.sample(t['filler'], min(len(t['filler']), r.randint(0, 5)))]
    if t['filler'] or r.random() < .3: r.shuffle(todo)
    first = True
    for kind, it in todo:
        n += 1; pre = f'{1 + n // 5}.{n % 5 + 1}. ' if numbered else ''
        if kind == 'x': add(pre + fill(it, s), first); first = False; continue
        say = r.choice(it['says']); said = fill(say, s); ans = fill(it['answer'], s)
        assert ans in said, (t['id'], it['key'], ans, said)
        if ':' in say[:40] and not numbered: text += '\n' if text else ''
        at = add(pre + said, first) + len(pre); first = False
        other = [fill(x, s) for x in it['says'] if x != say]
        qa.append(dict(key=it['key'], start=at, end=at + len(said), answer=ans, ask_ru=[fill(x, s) for x in it['ask_ru']], ask_en=[fill(x, s) for x in it['ask_en']],
                       bound=[str(s[b]) for b in it['bound']], other=other, claims_ru=[fill(x, s) for x in it['claims_ru']], claims_en=[fill(x, s) for x in it['claims_en']]))
    for f in facts:
        if f not in kept: absent.append(dict(key=f['key'], ask_ru=[fill(x, s) for x in f['ask_ru']], ask_en=[fill(x, s) for x in f['ask_en']]))
    for table in t['tables']:
        lines, asked = table(r, s)
        body = '\n'.join(lines); at = add(body, True)
        for q, a in asked:
            row = [i for i, l in enumerate(lines) if a in l]
            assert row, (t['id'], a, lines)
            p = at + sum(len(l) + 1 for l in lines[:row[-1]])
            qa.append(dict(key='table', start=p, end=p + len(lines[row[-1]]), answer=a, ask_ru=[q] if re.search('[а-яё]', q, re.I) else [], ask_en=[q] if not re.search('[а-яё]', q, re.I) else [], bound=[], other=[], claims_ru=[], claims_en=[]))
    if t['end']: add('\n'.join(fill(l, s) for l in r.choice(t['end'])), True)
    for one in qa:
        assert one['answer'] in text[one['start']:one['end']], (t['id'], one)
    return dict(template=t['id'], lang=t['lang'], name=fill(r.choice(t['names']), s), text=text, qa=qa, absent=absent, slots={k: str(v) for k, v in s.items()})

def load():
    sys.modules['gen'] = sys.modules[__name__]
    for p in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), 't_*.py'))):
        sp = importlib.util.spec_from_file_location(os.path.basename(p)[:-3], p); m = importlib.util.module_from_spec(sp); sp.loader.exec_module(m)

if __name__ == '__main__':
    load(); n, seed, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]; r = random.Random(seed)
    with open(out, 'w') as o:
        for t in TEMPLATES:
            for _ in range(n): o.write(json.dumps(instance(t, r), ensure_ascii=False) + '\n')
    print(len(TEMPLATES), 'templates', sum(len(t['facts']) for t in TEMPLATES), 'facts')
