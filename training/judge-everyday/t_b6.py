from gen import *
def _cut(x): return [y.strip() for y in x.split('|') if y.strip()]
FIRST = _cut('Alice|Marcus|Priya|Tom|Helen|Oliver|Grace|Daniel|Sofia|Rhys|Imogen|Callum|Nadia|Peter|Fiona|Arjun|Laura|Simon|Beth|Owen|Chloe|Gareth|Maya|Stephen|Ruth|Kieran|Joanna|Hugh|Yasmin|Dominic|Carla|Neil|Abigail|Martin|Eleanor|Jack|Tanya|Leon|Rosie|Victor|Harriet|Samir|Wendy|Patrick')
LAST = _cut('Barker|Okafor|Whitfield|Nolan|Sharma|Pemberton|Doyle|Ashworth|Kaur|Lindley|Marsh|Fenwick|Osborne|Tran|Hollis|Cartwright|Bianchi|Rowe|Stanton|Mbeki|Keane|Hartley|Quinn|Prior|Devlin|Sutcliffe|Novak|Goddard|Pryce|Langley|Farrow|Mercer|Ahmed|Thorne|Blackwood|Ellis|Moran|Yardley|Chapman|Vance')
TOWN = _cut('Leeds|Norwich|Exeter|Cardiff|Stirling|Bath|Lincoln|Hastings|Reading|Preston|Ipswich|Truro|Derby|Kendal|Swansea|Durham|Chester|Poole|Galway|Cork|Portland|Dayton|Madison|Geelong|Hobart|Nelson')
STREET = _cut('Mill Lane|Station Road|Church Street|Orchard Close|Victoria Terrace|Park Avenue|Elm Grove|Kingsway|Bridge Street|The Crescent|Hawthorn Drive|Priory Road|Canal Walk|Meadow View|Queens Road|Chestnut Way|High Street|Harbour Row|Wellington Place|Abbey Gardens|Beech Hill|Linden Road')
FIRMA = _cut('Northgate|Bluebell|Harrow|Castle|Redwood|Pennine|Albion|Meridian|Oakfield|Silverline|Cobalt|Thistle|Brightwater|Foxley|Granite|Larkspur|Mayflower|Kestrel|Riverside|Tamar|Wessex|Juniper|Sterling|Beacon|Copperfield|Ironbridge|Ashdown|Summit|Lantern|Hollybank')
FIRMB = _cut('Ltd|& Sons|Services|Group|Partners|Trading|& Co|Solutions|Associates|Limited|Holdings|Supplies')
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
def F(key, says, ru, en, ans, cr='', ce='', b=''): return fact(key, _cut(says), _cut(ru), _cut(en), ans, _cut(cr), _cut(ce), b.split())
def T(head, pool, gens, qs, lo=3, hi=7):
    """a table: head 'A|B|C', pool of keys (list or callable), gens for the other columns, questions [(text with <k>, column)]"""
    cols = _cut(head)
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
    tops = [_cut(x) for x in top.split('||')]; ends = [_cut(x) for x in end.split('||')] if end else []
    if ends: ends.append([])
    used = set(spec) | {'cur'} | set(re.findall(r'\{(\w+)\}', json.dumps([names, facts, top, filler, end])))
    def slots(r):
        s = B(r, **spec); return {k: v for k, v in s.items() if k in used}
    doc(id, 'en', slots, _cut(names), facts, tops, _cut(filler), ends, tables)
pc = lambda lo, hi: (lambda r: f'{r.randint(lo, hi)}%')
D('en_board', dict(div=(2000, 90000, 500), prop=['Unit 6, Dock Road', 'the shop in Mill Lane', 'the old bakery', 'the yard behind the station'], lim=(1000, 40000, 500), vote=['unanimously', 'by three votes to one', 'by four votes to two', 'by a simple majority'], no=lambda r: f'{r.randint(1, 40)}/{r.randint(18, 27)}', bank=['Barclays', 'Lloyds', 'HSBC', 'Santander', 'NatWest']),
  'board resolution {no}.pdf|{firm} resolution {year}.txt|directors {d1}.docx'.replace('{no}', '{year}'),
  [F('dir', 'RESOLVED that {b} be appointed a director.|New director: {b}|After considering the other candidates the board appointed {b} to the office of director with immediate effect.',
     'кого назначили директором|кто новый член правления|кого ввели в совет|имя нового директора|кто вошёл в руководство', 'who joined the board|new director|who was appointed|person made director|who did the board choose|name of the new board member', '{b}', 'Директором назначили {b}.', 'The board took on {b} as director.'),
   F('div', 'A dividend of {div} was declared.|Dividend: {div}|Out of the profit for the year the shareholders are to receive {div} in all, payable in two parts.',
     'сколько дивидендов объявили|какую прибыль распределят|размер дивидендов|сколько получат акционеры|выплата участникам сумма', 'how much is paid to shareholders|dividend amount|profit share out|payout to owners|how big is the dividend|distribution sum', '{div}', 'Дивиденды {div}.', 'Owners receive {div}.'),
   F('prop', 'The company will lease {prop}.|Premises to be leased: {prop}|As the present rooms are too small, the directors agreed that the company should take a lease of {prop}.',
     'какое помещение решили снять|что будут арендовать|куда переезжает фирма|новое помещение компании|что берут в аренду', 'which premises will we rent|new place for the firm|what did they decide to lease|property to be taken|where is the company moving|building chosen', '{prop}', 'Снимут {prop}.', 'The firm takes {prop}.'),
   F('lim', 'Payments above {lim} need two signatures.|Two signatures above: {lim}|From now on a single officer may release money only up to {lim}, beyond which a colleague must sign too.',
     'с какой суммы нужны две подписи|лимит одной подписи|сколько можно платить единолично|порог для второй подписи|до какой суммы подписывает один', 'threshold for two signatures|how much can one person sign for|single signature limit|when is a second signature needed|payment limit for officers|sum that needs co-signing', '{lim}', 'Две подписи нужны с {lim}.', 'One person may sign for {lim} at most.'),
   F('bank', 'An account will be opened with {bank}.|Bank: {bank}|In place of the present provider the secretary is to open an account at {bank}.',
     'в каком банке откроют счёт|какой банк выбрали|куда переводят счёт|новый банк фирмы|где будет счёт компании', 'which bank did they pick|account opened where|new bank of the company|where will the money be kept|bank chosen by the board|our future bank', '{bank}', 'Счёт откроют в {bank}.', 'The chosen bank is {bank}.')],
  'RESOLUTION OF THE BOARD OF DIRECTORS|{firm}||{firm}|Written resolution, {year}',
  'The motion was carried {vote}.|Resolution no. {no}|The auditor has been informed.|In {yr1} no profit was shared out.|{c} has resigned as secretary.|RECITALS|The register will be updated.|A quorum was present.|The seal was affixed.', 'Chairman: {a}|{d1}')
D('en_audit', dict(miss=['eleven invoices', 'four delivery notes', 'the cash book for June', 'two signed contracts', 'the keys register', 'nine receipts'], gap=(40, 9000, 1), rec=['count the till every evening', 'lock the server room', 'rotate the cashiers', 'number all receipts', 'back up the files daily'], grade=['satisfactory', 'in need of improvement', 'good', 'weak', 'adequate with reservations'], sample=(20, 300), hours=(12, 90)),
  'audit {firm} {year}.pdf|audit report {year}.txt|internal review {d1}.docx',
  [F('gap', 'We found a difference of {gap} between the books and the cash.|Cash difference: {gap}|When the till and the safe had been counted twice, {gap} could not be explained by anyone.',
     'какая недостача|сколько не сошлось|расхождение по кассе|сколько денег не хватает|разница с учётом', 'how much is missing from the till|cash gap|shortage found|amount that does not add up|unexplained money|difference in the books', '{gap}', 'Не сошлось {gap}.', 'The cash was off by {gap}.'),
   F('miss', 'The following could not be shown to us: {miss}.|Missing papers: {miss}|Although we asked three times, {miss} had not turned up when we left.',
     'каких бумаг не хватило|что не показали аудитору|какие документы пропали|чего не нашли при проверке|отсутствующие документы', 'which papers were missing|documents not found|what could they not produce|lost records|what was absent|paperwork gap', '{miss}', 'Не нашли: {miss}.', 'Nobody could produce {miss}.'),
   F('rec', 'We recommend that the company {rec}.|Recommendation: {rec}|The weakness is easily cured if staff {rec}, which would take little effort.',
     'что рекомендует аудитор|какой совет проверяющих|что надо исправить|рекомендация по итогам|что предложили сделать', 'what should be improved|auditor advice|recommendation|what do they tell us to do|suggested fix|measure proposed', '{rec}', 'Совет: {rec}.', 'The advice is to {rec}.'),
   F('fol', 'A follow-up review will take place on {e1}.|Follow-up: {e1}|To see whether the points have been dealt with, our team comes back on {e1}.',
     'когда повторная проверка|дата следующего аудита|когда аудиторы вернутся|на какое число повторный визит|когда придут снова', 'when do the auditors return|next check|re-audit date|second visit when|date of next review|come back on', '{e1}', 'Повторная проверка {e1}.', 'The team returns on {e1}.'),
   F('grade', 'Overall the controls are {grade}.|Overall rating: {grade}|Weighing everything up, we regard the way money is handled as {grade}.',
     'какая общая оценка|как оценили контроль|итог проверки|вердикт аудита|насколько хорошо всё по мнению аудитора', 'how did we do|overall mark|rating in the audit|verdict|general opinion|result grade', '{grade}', 'Оценка: {grade}.', 'The verdict was {grade}.')],
  'INTERNAL AUDIT REPORT {year}|{firm}||Audit of {firm}|Auditor: {a}',
  'We looked at a sample of {sample} items.|The work took {hours} hours.|Staff were helpful.|In {yr1} the stock was correct.|Our opinion is limited to the branch.|SCOPE|The report is confidential.|Stock was not counted.|We thank {c} for the tea.', '',
  [T('Area|Finding|Risk|Owner', ['Cash', 'Stock', 'Payroll', 'IT', 'Fleet', 'Purchasing', 'Archive'], [['no second signature', 'old passwords', 'missing log', 'late postings', 'open door', 'wrong codes', 'double entries', 'no backup'], ['low', 'medium', 'high', 'critical', 'very low'], name], [('what was found in <k>', 1), ('how risky is <k>', 2), ('who is responsible for <k>', 3), ('что нашли в <k>', 1), ('кто отвечает за <k>', 3)])])
D('en_complaint', dict(prod=['sofa', 'oven', 'mattress', 'laptop', 'suitcase', 'bookcase'], fault=['one leg is broken', 'the zip is torn', 'it smells of smoke', 'the screen flickers', 'the colour is wrong', 'a door does not close'], want=['a full refund', 'a replacement', 'a repair at my home', 'half of the price back', 'a written apology'], rude=['the driver', 'the man at the till', 'the call centre'], paid=(60, 1900, 1), ord='ORD-#####', else_=['I will go to the ombudsman', 'my solicitor will write to you', 'I will ask my card company for the money', 'I will post a review', 'I will go to the small claims court'], wait=['14 days', 'ten days', 'one week', '28 days'], calls=['three', 'four', 'six']),
  'complaint {prod}.txt|letter to {firm}.docx|complaint {d1}.eml',
  [F('fault', 'The problem with the {prod} is that {fault}.|Fault: {fault}|On unpacking the {prod} we saw at once, to our great annoyance, that {fault}, and took photographs.',
     'что не так с товаром|на что жалуется клиент|какой дефект|в чём проблема с покупкой|что сломано', 'what is wrong with the {prod}|defect|what is the customer unhappy about|fault of the {prod}|problem described|why complain', '{fault}', 'Дефект: {fault}.', 'The trouble is that {fault}.', 'prod'),
   F('want', 'I am asking for {want}.|Demand: {want}|After so much trouble I think it only fair that you should offer me {want}.',
     'чего хочет покупатель|какое требование в жалобе|что просит клиент|что требуют от магазина|как просят решить', 'what does the customer want|demand|what should the shop do|remedy asked for|how do they want it solved|claim of the buyer', '{want}', 'Покупатель требует: {want}.', 'The buyer seeks {want}.'),
   F('wait', 'Please answer within {wait}.|Answer expected within: {wait}|I shall give you {wait} from the date of this letter to come back to me.',
     'сколько дают на ответ|срок ответа на жалобу|за сколько надо ответить клиенту|когда ждут ответа|до какого ответить на претензию', 'how long do we have to answer|reply time|response deadline|time given to the shop|when must we write back|days to respond', '{wait}', 'На ответ даётся {wait}.', 'The shop has {wait} to reply.'),
   F('else', 'Otherwise {else_}.|If nothing happens: {else_}|Should you stay silent once more, {else_} without any further notice.',
     'чем грозит клиент|что сделает если не ответить|какие последствия молчания|угроза в жалобе|что будет если проигнорировать претензию', 'what will they do if we ignore it|threat|what happens if no answer|next step of the customer|consequence of silence|what do they warn of', '{else_}', 'Иначе: {else_}.', 'Failing that, {else_}.'),
   F('bought', 'I bought it on {d2}.|Date of purchase: {d2}|The {prod} was chosen in your shop in {town} and paid for on {d2}, as the receipt shows.',
     'когда купили товар|дата покупки|какого числа приобрели|когда оплатили покупку|день покупки', 'when was the {prod} bought|purchase date|day they got it|when did they buy|date on the receipt|bought when', '{d2}', 'Куплено {d2}.', 'The purchase was made on {d2}.', 'prod')],
  'To: {firm}|Complaint about a {prod}||Dear Sir or Madam,|{prod}, order {ord}',
  'I paid {paid} for it.|I have rung {calls} times.|Your {rude} was very rude.|I was a happy customer in {yr1}.|Copies are enclosed.|The neighbours can confirm this.|I have kept the box.|My order for cushions was fine.|The shop is pretty.', 'Yours faithfully,|{a}')
D('en_advert', dict(job=['barista', 'van driver', 'web designer', 'care worker', 'shop manager', 'gardener', 'accountant', 'teaching assistant'], pay=(18000, 52000, 500), exp=["two years'", "five years'", "one year's", "three years'", 'no'], lic=['a clean driving licence', 'a food hygiene certificate', 'a forklift ticket', 'a first-aid certificate', 'a background check'], hrs=['full time', 'part time, 24 hours', 'weekends only', 'four days a week'], perk=['a free lunch', 'a company phone', 'a gym card', 'your birthday off', 'a staff discount'], team=(4, 90), ref='JOB-###'),
  'job {job}.txt|vacancy {job} {year}.pdf|advert {firm}.md',
  [F('pay', 'The job pays {pay} a year.|Salary: {pay} per annum|For the right person, somebody who smiles on Monday mornings, we offer {pay} a year to begin with.',
     'какая зарплата в вакансии|сколько предлагают платить|оклад по объявлению|сколько получает {job}|деньги по вакансии', 'how much do they offer|wage of the {job}|vacancy pay|what would I earn there|money for the job|pay in the advert', '{pay}', 'Платят {pay} в год.', 'The advertised wage is {pay}.', 'job'),
   F('exp', 'Applicants need {exp} experience in the trade.|Experience: {exp} experience needed|We would like you to bring {exp} experience from a similar place.',
     'какой нужен опыт|сколько лет стажа просят|требования к опыту|возьмут ли без опыта|стаж для вакансии', 'how much experience is needed|years in the trade|can I apply as a beginner|track record wanted|background required|experience for the {job} role', '{exp} experience', 'Опыт: {exp}.', 'They look for {exp} years or so behind you.' if False else 'The firm asks for {exp} experience.', 'job'),
   F('lic', 'You must have {lic}.|Required: {lic}|Since the law demands it, nobody can start with us without {lic}.',
     'какой документ обязателен|что нужно иметь соискателю|какая корочка нужна|без чего не возьмут|обязательное требование', 'what paper do I need|must-have for applicants|certificate or licence required|formal requirement|without what can I not start|mandatory condition', '{lic}', 'Обязательно: {lic}.', 'No start without {lic}.'),
   F('dead', 'Apply by {d1}.|Closing date: {d1}|Send us your papers by {d1}, because we hope to choose soon afterwards.',
     'до какого подавать заявку|срок отклика на вакансию|крайний день резюме|когда закрывается вакансия|до какого числа присылать', 'application deadline|last day to apply|when does the vacancy close|until when can I send my CV|apply before|closing day {job}', '{d1}', 'Отклики до {d1}.', 'The vacancy closes on {d1}.', 'job'),
   F('to', 'Send your CV to {mail2}.|Applications: {mail2}|If this sounds like you, write a few lines about yourself to {mail2} and add your certificates.',
     'куда слать резюме|почта для откликов|на какой адрес откликаться|куда писать по вакансии|email работодателя', 'where do I apply|email for the CV|send application to|address for applicants|contact for the vacancy|where to write', '{mail2}', 'Резюме на {mail2}.', 'Candidates write to {mail2}.')],
  'WE ARE HIRING: {job}|{firm}, {town}||{job} wanted|{firm}',
  'Hours: {hrs}|We offer {perk}.|Our team has {team} people.|Reference {ref}|We were founded in 1998.|In {yr1} we opened a second shop.|ABOUT US|No agencies please.|Interviews are held in person.')
D('en_cv', dict(uni=['Leeds Beckett University', 'the University of Kent', 'Cork Institute of Technology', 'the Open University', 'Heriot-Watt University'], deg=['BA Economics', 'BSc Chemistry', 'HND Catering', 'BEng Electronics', 'BA Design'], emp=['Marlow Foods', 'Penrose Books', 'Tideway Shipping', 'Hearth & Home', 'Kitto Printing'], role=['assistant buyer', 'team leader', 'lab technician', 'sous chef', 'account clerk', 'press officer'], lang=['fluent French', 'basic Polish', 'good Spanish', 'native Welsh', 'conversational German'], hob=['choir singing', 'fell running', 'beekeeping', 'chess', 'pottery'], start=['immediately', 'after four weeks', 'from September', 'at two months\' notice'], lic=['B', 'C1', 'D']),
  'CV {a}.pdf|{a} resume.docx|curriculum {al} {year}.txt',
  [F('deg', 'I hold a {deg} from {uni}.|Degree: {deg} ({uni})|Having studied in the evenings while working, I was awarded a {deg} by {uni}.',
     'какое образование у кандидата|что закончил|какая степень|по какой специальности диплом|диплом соискателя', 'what did the applicant study|degree of {a}|qualification|which diploma|education of {al}|academic title', '{deg}', 'Диплом: {deg}.', 'The candidate graduated with a {deg}.', 'a al'),
   F('role', 'Since {yr1} I have worked as {role} at {emp}.|Current position: {role}, {emp}|At present I earn my living as {role} with {emp}, reporting to the owner.',
     'кем работает кандидат|текущая должность|на какой позиции сейчас|кто он по должности|нынешняя роль', 'current job of {a}|what does the candidate do now|present role|position held|job title now|works as what', '{role}', 'Сейчас кандидат — {role}.', 'The applicant is employed as {role}.', 'a'),
   F('lang', 'I speak {lang}.|Languages: {lang}|Thanks to two years abroad I can offer {lang} besides my mother tongue.',
     'какие языки знает|владение языками|иностранный язык кандидата|на каком языке говорит|языковые навыки', 'which languages|foreign language of {a}|language skills|does the applicant speak anything else|tongues spoken|linguistic ability', '{lang}', 'Языки: {lang}.', 'Language skill: {lang}.', 'a'),
   F('tel', 'You can reach me on {tel}.|Phone: {tel}|The best way to get hold of me, also in the evening, is to ring {tel}.',
     'телефон кандидата|как позвонить соискателю|номер для связи|по какому номеру он доступен|контактный телефон из резюме', 'phone of {a}|number to ring the applicant|how do we call the candidate|contact number|mobile in the cv|call {al} on', '{tel}', 'Телефон {tel}.', 'The candidate answers on {tel}.', 'a al'),
   F('start', 'I could start {start}.|Available: {start}|As for a possible beginning, I am free {start}.',
     'когда может выйти|с какого времени готов начать|доступность кандидата|когда приступит к работе|срок выхода', 'when can {a} begin|availability|how soon could they join|earliest start|free from when|can they come at once', '{start}', 'Может выйти: {start}.', 'The person can begin {start}.', 'a')],
  'CURRICULUM VITAE|{a}|{addr}||{a}|Curriculum vitae, {year}',
  'In my free time I enjoy {hob}.|Driving licence class {lic}.|References on request.|I am a team player.|Before that I travelled for a year.|SKILLS|I won a prize at school.|Married, two children.|I am used to shift work.')
D('en_appraisal', dict(score=['3 out of 5', '4 out of 5', '2.5 out of 5', '4.5 out of 5', '7 out of 10', '8 out of 10'], good=['patience with customers', 'tidy bookkeeping', 'good ideas', 'calm under pressure', 'clear writing'], bad=['keeping deadlines', 'speaking in meetings', 'delegating', 'using the new software', 'reading e-mails properly'], rise=pc(1, 9), crs=['a course in negotiation', 'a first-aid course', 'Excel training', 'a coaching programme', 'evening classes in French'], goal=['open ten new accounts', 'cut returns by half', 'train two apprentices', 'take over the webshop', 'lead the stock-take']),
  'appraisal {al} {year}.pdf|review {a}.docx|staff talk {year} {al}.txt',
  [F('score', 'Overall rating: {score}|The overall performance is rated {score}.|Taking all headings together, the manager gave {a} {score} for the past twelve months.',
     'какая оценка у сотрудника|сколько баллов поставили|итог аттестации|результат оценки работы|на сколько оценили', 'rating of {a}|how was the review|appraisal mark|points given|overall result {al}|how did {af} do', '{score}', 'Оценка {score}.', 'The mark was {score}.', 'a al af'),
   F('bad', 'An area to work on is {bad}.|To improve: {bad}|Both sides see room for growth in {bad}, as two cases this winter have shown.',
     'что надо подтянуть|слабая сторона работника|что улучшить|над чем работать|замечание на оценке', 'weakness|what should {af} get better at|weak point|room for improvement|what went less well|needs work on', '{bad}', 'Подтянуть: {bad}.', 'The weak spot is {bad}.', 'af'),
   F('rise', 'Pay will go up by {rise}.|Pay rise: {rise}|In view of this result the company raises the basic pay by {rise} from next month.',
     'на сколько подняли зарплату|какая прибавка|процент повышения|повышение оклада|насколько больше платить', 'pay increase|how much more money|raise percent|salary bump for {a}|wage growth|what rise did {af} get', '{rise}', 'Прибавка {rise}.', 'The salary bump is {rise}.', 'a af'),
   F('goal', 'The goal for the coming year is to {goal}.|Goal: {goal}|By this time next year we would like {af} to {goal}, with support from the team.',
     'какая цель на год|что надо достичь|задача на следующий период|поставленная цель|чего ждут от сотрудника', 'target for next year|objective|what is {af} expected to achieve|aim set|goal of {a}|what must be reached', '{goal}', 'Цель: {goal}.', 'The aim is to {goal}.', 'af a'),
   F('crs', '{af} will attend {crs}.|Training: {crs}|To help with this the firm pays for {crs} in the spring.',
     'какое обучение назначили|на какой курс пошлют|чему будут учить|тренинг сотрудника|какая учёба за счёт фирмы', 'which course|training planned for {af}|what will they learn|classes paid by the firm|development measure|further education', '{crs}', 'Обучение: {crs}.', 'The firm pays for {crs}.', 'af')],
  'ANNUAL APPRAISAL {year}|{a}||Staff review|Employee: {a}, {year}',
  'A strength is {good}.|The talk lasted an hour.|The last review was on {o1}.|In {yr1} the targets were missed by all.|Both were satisfied with the talk.|PART 2|The form goes to the personnel file.|{c} was praised by clients.|No other points were raised.', 'Manager: {b}')
D('en_project', dict(proj=['Warehouse Move', 'New Webshop', 'Solar Roof', 'Till Upgrade', 'Cafe Corner', 'Paperless Office'], bud=(4000, 240000, 500), risk=['a late permit', 'a lack of staff', 'rising prices', 'old wiring', 'resistance from users'], tool=['Trello', 'a wall chart', 'Jira', 'a shared spreadsheet', 'MS Project'], spons=['the finance director', 'the owner', 'the head of sales', 'the operations manager'], done=['all staff have been trained', 'the old site is empty', 'sales run without errors for a week', 'the inspector has signed'], rep=['every Friday', 'once a month', 'every other Tuesday', 'at the end of each phase'], days=(20, 400)),
  'project plan {proj}.docx|{proj} {year}.md|plan {proj}.txt',
  [F('pm', 'The project manager is {b}.|Project manager: {b}|For the whole of {proj} the threads come together in the hands of {b}.',
     'кто руководит проектом|менеджер проекта кто|кто ведёт проект|ответственный за проект|руководитель работ', 'who runs {proj}|project lead|who is in charge of the project|manager of {proj}|person responsible|whom to ask about {proj}', '{b}', 'Проект ведёт {b}.', 'The project is run by {b}.', 'proj'),
   F('bud', 'The budget is {bud}.|Budget: {bud}|For people, machines and surprises together, {proj} has been granted {bud}.',
     'какой бюджет проекта|сколько денег на проект|на какую сумму проект|деньги на реализацию|стоимость проекта', 'how much money for {proj}|project funds|cost frame|what may {proj} cost|spending limit of the project|project money', '{bud}', 'Бюджет {bud}.', 'The project may cost {bud}.', 'proj'),
   F('live', 'Go-live is planned for {e1}.|Go-live: {e1}|If all steps are finished as drawn below, the new arrangement will be in use from {e1}.',
     'когда запуск|дата запуска проекта|когда заработает|срок сдачи проекта|когда вводят в работу', 'launch date|when is it finished|when does {proj} start working|in use from|when do we switch over|project completion', '{e1}', 'Запуск {e1}.', 'The launch is set for {e1}.', 'proj'),
   F('risk', 'The main risk is {risk}.|Main risk: {risk}|What could upset our timing more than anything else is {risk}, so it is watched weekly.',
     'главный риск проекта|что может помешать|чего опасаются|основная угроза срокам|какие риски', 'what could go wrong|biggest danger|main threat|top risk of {proj}|worry of the team|what may delay it', '{risk}', 'Главный риск: {risk}.', 'The danger is {risk}.', 'proj'),
   F('done', 'The project is complete when {done}.|Completion criterion: {done}|We shall call it a success and close the file as soon as {done}.',
     'когда проект считается завершённым|критерий готовности|условие закрытия проекта|что значит готово|при каком условии сдан', 'when is it considered done|success criterion|definition of done|condition for closing|how do we know it is over|finish condition', '{done}', 'Готово, когда {done}.', 'It is over once {done}.'),
   F('rep', 'The team reports {rep}.|Reporting: {rep}|A page with the state of things goes to the sponsor {rep}.',
     'как часто отчёты по проекту|когда отчитываются|периодичность отчётов|в какие дни отчёт|частота отчётности', 'how often do they report|status report rhythm|when are updates sent|report frequency|progress notes when|update day', '{rep}', 'Отчёты: {rep}.', 'Updates come {rep}.')],
  'PROJECT PLAN: {proj}|{firm}||{proj}|Plan of {d1}',
  'The sponsor is {spons}.|We use {tool}.|About {days} working days are needed.|A similar plan of {yr1} was dropped.|The kick-off was lively.|AIMS|Documents lie in the shared folder.|Holidays have been considered.|{c} takes notes.', '',
  [T('Milestone|Date|Owner|Cost', ['design', 'tender', 'build', 'wiring', 'test', 'training', 'handover', 'review'], [lambda r: day_en(r).replace(',', ''), name, (300, 19000, 50)], [('when is <k> planned', 1), ('who owns <k>', 2), ('what does <k> cost', 3), ('кто отвечает за <k>', 2), ('дата этапа <k>', 1)])])
D('en_pricelist', dict(shop=['hair salon', 'bicycle shop', 'print shop', 'dog groomer', 'nail bar', 'window cleaner', 'tailor'], call=(10, 70, 5), disc=pc(5, 25), who=['students', 'pensioners', 'nurses', 'regular customers', 'children under ten'], minord=(15, 120, 5), open=['Monday', 'Sunday', 'Wednesday afternoon', 'the last Friday of the month'], pay=['cash only', 'cards and cash', 'cards only', 'cash or bank transfer'], valid=['30 June', '31 December', '31 March', '30 September']),
  'prices {firm}.txt|price list {shop} {year}.csv.txt|{shop} {year}.md',
  [F('call', 'A home visit costs {call} extra.|Home visit: + {call}|For customers who cannot come to us we travel within the town and add {call} to the bill.',
     'сколько стоит выезд на дом|доплата за выезд|приедут ли домой и почём|надбавка за визит|цена выезда', 'call-out charge|do they come to the house and for how much|extra for visiting|travel surcharge|cost of coming to me|home service price', '{call}', 'Выезд стоит {call}.', 'Coming to you adds {call}.'),
   F('disc', 'There is a discount of {disc} for {who}.|Discount for {who}: {disc}|To say thank you we take {disc} off the bill for {who}, on weekdays only.',
     'какая скидка|сколько сбавляют льготникам|размер скидки|процент скидки|на сколько дешевле', 'how much off for {who}|reduction|price cut percent|special rate for {who}|do {who} pay less|rebate', '{disc}', 'Скидка {disc}.', 'The reduction is {disc}.', 'who'),
   F('open', 'We are closed on {open}.|Closed: {open}|Do come in whenever you like, except on {open}, when the staff rests.',
     'когда закрыто|выходной день у них|в какой день не работают|когда не приходить|день отдыха', 'which day are they shut|day off|when not to come|not open when|closing day|shut on', '{open}', 'Закрыто: {open}.', 'The shop rests on {open}.'),
   F('pay', 'We accept {pay}.|Payment: {pay}|At the till we can take {pay}, and nothing else.',
     'как можно заплатить|принимают ли карты|чем платить|способы оплаты|можно картой', 'can I use my card|means of payment|do they take cash|how to pay there|payment types|pay with what', '{pay}', 'Оплата: {pay}.', 'The till takes {pay}.')],
  'PRICE LIST {year}|{firm}, {shop}||{firm}|Our prices',
  'These prices run until {valid}.|Minimum order: {minord}|The {yr1} list is out of date.|Booking is advised.|All prices include tax.|EXTRAS|Ask us about gift cards.|Dogs are welcome.|Tips go to the staff.', '',
  [T('Code|Service|Minutes|Price', ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'D1', 'D2'], [['basic', 'deluxe', 'express', 'family', 'evening', 'repair', 'trial', 'full check', 'gift set'], (10, 180), (6, 220, 1)], [('price of <k>', 3), ('what is service <k>', 1), ('how many minutes is <k>', 2), ('цена услуги <k>', 3), ('что такое <k>', 1)])])
D('en_loan', dict(sum=(500, 35000, 250), rate=lambda r: f'{r.randint(3, 24)}.{r.randint(1, 9)}% a year', inst=(30, 900, 1), n=['12', '24', '36', '48', '60'], fee=(10, 300, 5), miss=['the whole balance falls due', 'your credit record is marked', 'a charge of 12 pounds is added', 'the guarantor must pay'], cool=['14 days', '7 days', '10 days'], use=['a used car', 'a new kitchen', 'a wedding', 'debt consolidation', 'a boiler']),
  'loan agreement {al}.pdf|{firm} loan {year}.txt|credit {a}.docx',
  [F('sum', 'You are borrowing {sum}.|Amount of credit: {sum}|Within two days of signature we shall pay {sum} into the account you named.',
     'сколько взяли в кредит|сумма займа|на сколько кредит|сколько денег дал банк|размер займа', 'how much did I borrow|loan amount|size of the credit|what did {firm} lend|money lent|principal', '{sum}', 'Заняли {sum}.', 'The lender hands over {sum}.', 'firm'),
   F('rate', 'The interest rate is {rate}.|Interest: {rate}|On whatever has not been paid back the lender charges {rate}, reckoned daily.',
     'под какой процент кредит|ставка займа|сколько процентов|годовая ставка по кредиту|какие проценты по займу', 'what interest|loan percentage|how dear is the loan|annual rate|cost of borrowing percent|rate {firm} charges', '{rate}', 'Ставка {rate}.', 'The borrowing bears {rate}.', 'firm'),
   F('inst', 'Each monthly repayment is {inst}.|Monthly repayment: {inst}|You pay the loan back in {n} equal portions of {inst}, the first one a month from now.',
     'сколько платить по кредиту в месяц|ежемесячный взнос по займу|месячный платёж|сколько отдавать каждый месяц|размер взноса', 'monthly instalment|what do I pay back each month|repayment size|how much per month for the loan|regular loan payment|monthly rate', '{inst}', 'Платёж {inst} в месяц.', 'Every month {inst} is repaid.'),
   F('last', 'The final payment is due on {e2}.|Last payment: {e2}|If nothing is missed, the debt will have been cleared by {e2}.',
     'когда последний платёж|когда закроем кредит|дата окончания займа|до какого числа выплачивать|когда рассчитаемся', 'when is the loan paid off|last instalment date|end of the loan|final repayment when|debt free when|loan ends', '{e2}', 'Последний платёж {e2}.', 'The debt ends on {e2}.'),
   F('miss', 'If you miss two payments, {miss}.|Missed payments: {miss}|We know that life is not always easy, but when two instalments are outstanding {miss}.',
     'что если пропустить платежи|последствия просрочки кредита|чем грозит неуплата займа|если не платить кредит|санкция за два пропуска', 'what if I skip payments|default consequence|falling behind on the loan|missed instalments then what|not paying the loan|arrears result', '{miss}', 'При пропуске: {miss}.', 'Falling behind means {miss}.'),
   F('cool', 'You may withdraw within {cool}.|Right of withdrawal: {cool}|If you regret your decision you have {cool} to change your mind without giving reasons.',
     'сколько дней на отказ от кредита|можно ли передумать|срок отказа от займа|период охлаждения|когда можно отозвать договор', 'can I change my mind|cooling-off period|time to back out of the loan|cancel the credit within|days to withdraw|get out of it how long', '{cool}', 'Отказаться можно за {cool}.', 'You can back out for {cool}.')],
  'CREDIT AGREEMENT|{firm} Finance and {a}||Personal loan for {a}|{firm}, {year}',
  'The set-up fee is {fee}.|The loan is meant for {use}.|Read this before signing.|Your earlier loan of {yr1} is closed.|We checked your record.|DATA PROTECTION|We may sell our claim.|Keep us informed of your address.|Signed on {d1}.')
D('en_tax', dict(tax=(120, 9800, 1), utr='##### #####', ty=lambda r: str(r.randint(2017, 2026)), pen=(100, 900, 50), ref=(40, 2900, 1), rent=(900, 14000, 50), int=['2.75%', '4%', '6.5%', '7.75%'], keep=['six years', 'five years', '22 months', 'seven years']),
  'tax {ty}.pdf|self assessment {al} {ty}.txt|HMRC letter {d1}.pdf',
  [F('tax', 'You owe {tax} for the tax year {ty}.|Tax to pay: {tax}|Having checked your return, we work out that {tax} is payable on your earnings after all reliefs.',
     'сколько налогов доплатить|какой налог за год|сколько должны налоговой|сумма налога {ty}|налог к уплате', 'how much tax do I owe|tax bill {ty}|what does the revenue want|amount for the taxman|tax due|sum to pay HMRC', '{tax}', 'Налоговой надо {tax}.', 'The taxman wants {tax}.', 'ty'),
   F('by', 'Payment must arrive by {e1}.|Pay by {e1}: bank or card|To stop interest from running, see to it that the money is with us by {e1}.',
     'до какого платить налог|срок уплаты|крайний день налога|когда перечислить в налоговую|дедлайн по налогу', 'when is the tax due|last day for tax|tax deadline|pay the revenue until|date to pay tax|due day', '{e1}', 'Налог до {e1}.', 'Tax has to be paid until {e1}.'),
   F('utr', 'Your taxpayer reference is {utr}.|UTR: {utr}|Use {utr} as the payment reference so that we can match it.',
     'налоговый номер|мой номер налогоплательщика|какой референс в налоговой|utr какой|что писать в назначении налога', 'tax number|utr|taxpayer id|reference for paying tax|my number with the revenue|unique tax ref', '{utr}', 'Налоговый номер {utr}.', 'The taxpayer id is {utr}.'),
   F('pen', 'A penalty of {pen} applies because the return was late.|Late filing penalty: {pen}|Since nothing had come by the end of January, the law obliges us to add {pen} to your account.',
     'какой штраф налоговой|штраф за позднюю декларацию|сколько начислили за опоздание|санкция за несдачу|сколько взяли за просрочку отчёта', 'fine for filing late|tax penalty|what did the late return cost|charge from revenue|punishment amount|late return fee', '{pen}', 'Штраф {pen}.', 'Filing late cost {pen}.'),
   F('keep', 'Records must be kept for {keep}.|Keep records: {keep}|Do not throw away receipts, since we may ask to see them for up to {keep}.',
     'сколько хранить документы|срок хранения чеков для налоговой|когда можно выбросить бумаги|как долго держать квитанции|хранение отчётности', 'how long to store receipts|record keeping period|when can I throw papers away|keep tax papers time|storage of records|retain documents', '{keep}', 'Бумаги хранить {keep}.', 'Papers have to be stored {keep}.')],
  'TAX CALCULATION {ty}|{a}||HM Revenue|Dear {a}|Tax year {ty}',
  'Rental income declared: {rent}|Interest is charged at {int} a year.|You were repaid {ref} in an earlier year.|You can appeal in writing.|Our lines are busy in January.|HOW TO PAY|The agent has had a copy.|We do not ask for bank details by e-mail.|Letter dated {d1}.')
D('en_broker_club', dict(club=['rowing club', 'chess club', 'camera club', 'bridge club', 'cycling club', 'choir', 'drama group', 'tennis club'], sub=(12, 260, 1), eve=['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], place=['the church hall', 'Room 3 of the school', 'the boathouse', 'the Red Lion', 'the scout hut'], vis=['twice without paying', 'three times free', 'once as a guest', 'at any time for 3 pounds'], kit=['a white shirt', 'your own helmet', 'indoor shoes', 'a folding stand', 'a notebook'], cap=(12, 80), expel=['after three months without payment', 'for cheating', 'after two warnings', 'for damaging equipment']),
  '{club} rules.txt|{club} {year}.pdf|join the {club}.md',
  [F('sub', 'The annual subscription is {sub}.|Subscription: {sub} a year|To cover the room and the insurance each grown-up member pays {sub} every January.',
     'сколько стоит членство в клубе|взнос в кружок|годовой взнос|почём вступить|плата за клуб', 'club fee|how much to be a member|yearly cost of the {club}|dues|price of joining|what does the {club} cost', '{sub}', 'Взнос {sub}.', 'Dues are {sub}.', 'club'),
   F('eve', 'We meet every {eve} evening.|Club night: {eve}|Except in August, members come together on {eve} after work.',
     'по каким дням собирается клуб|когда встречи кружка|в какой день занятия|день клуба|когда приходить', 'when does the {club} meet|day of the week|club night|which evening|meeting day|regular day', '{eve}', 'Встречи по дням: {eve}.', 'The regular day is {eve}.', 'club'),
   F('place', 'Our meetings are held in {place}.|Place: {place}|Since the old pavilion burnt down you will find us at or in {place}.',
     'где собирается клуб|место занятий|куда приходить на кружок|помещение клуба|адрес встреч', 'where does the {club} meet|club venue|location|which place|where to go|meeting room', '{place}', 'Собираются: {place}.', 'The venue is {place}.', 'club'),
   F('vis', 'Visitors may come {vis}.|Visitors: {vis}|Anyone curious is welcome to try us out {vis} before joining.',
     'можно ли прийти попробовать|пробное посещение|правила для гостей|сколько раз можно зайти без вступления|пустят ли посмотреть', 'trial visit|can I just come and look|guests rule|try before joining|taster sessions|drop in allowed', '{vis}', 'Попробовать можно: {vis}.', 'Trying it out is possible {vis}.'),
   F('sec', 'The secretary is {b}.|Secretary: {b}|To join, fill in the form and hand it to {b}, who keeps the list.',
     'кто секретарь клуба|кому отдать анкету|кто ведёт список членов|к кому обращаться чтобы вступить|имя секретаря', 'who do I give the form to|secretary of the {club}|contact for joining|who keeps the list|person for new members|whom to see to join', '{b}', 'Секретарь — {b}.', 'New members turn to {b}.', 'club'),
   F('expel', 'A member can be excluded {expel}.|Exclusion: {expel}|It has happened only once, but the committee may strike someone off the list {expel}.',
     'за что исключают|когда могут выгнать из клуба|причина исключения|за что вычёркивают|при каких условиях исключение', 'when can you be thrown out|reason for exclusion|kicked out for what|losing membership|expelled when|grounds for removal', '{expel}', 'Исключают: {expel}.', 'People are thrown out {expel}.')],
  'RULES OF THE {town} {club}||{town} {club}|Season {year}',
  'Please bring {kit}.|There is room for {cap} people.|The club was founded in 1931.|In {yr1} we won a cup.|Tea is served at half time.|{c} runs the bar.|THE COMMITTEE|Cars must not block the lane.|The newsletter is free.', '',
  [T('Date|Event|Place|Organiser', lambda r: sorted({f'{r.randint(1, 28)} {m}' for m in EN_MONTHS}), [['open day', 'summer outing', 'quiz night', 'annual dinner', 'friendly match', 'workshop', 'jumble sale', 'talk', 'concert'], lambda r: r.choice(TOWN), name], [('what is on <k>', 1), ('where is the event of <k>', 2), ('who organises <k>', 3), ('что будет <k>', 1)])])
D('en_repair', dict(dev=['washing machine', 'phone', 'laptop', 'violin', 'watch', 'bicycle', 'lawn mower', 'radio'], cost=(15, 480, 1), tick='R-####', part=['the pump', 'the display', 'the hinge', 'the mainspring', 'the chain', 'the switch'], store=['30 days', 'six weeks', 'three months', '60 days'], war=['90 days', 'six months', '12 months', '30 days'], dia=(10, 60, 5), cause=['water inside the case', 'wear', 'a fall', 'a power surge', 'dust']),
  'repair {tick}.txt|ticket {tick} {dev}.pdf|workshop {firm}.txt',
  [F('cost', 'The repair will cost {cost}.|Repair cost: {cost}|Working time and spare parts taken together, we reckon that mending your {dev} comes to {cost}.',
     'сколько стоит починка|цена ремонта|во сколько обойдётся мастерская|сколько берут за ремонт|почём починить', 'how much to fix the {dev}|price of mending|workshop charge|fixing cost|what do they want for it|repair quote', '{cost}', 'Починка стоит {cost}.', 'Fixing it costs {cost}.', 'dev'),
   F('ready', 'Your {dev} will be ready on {d2}.|Ready on: {d2}|The part has been ordered, and unless the post lets us down you may fetch the {dev} on {d2}.',
     'когда забирать из ремонта|когда будет готово|дата готовности|какого числа починят|срок ремонта', 'when can I pick up the {dev}|ready date|when is it fixed|collect on|finished when|day to fetch it', '{d2}', 'Готово будет {d2}.', 'It can be fetched on {d2}.', 'dev'),
   F('cause', 'The damage was caused by {cause}.|Cause of damage: {cause}|Opening the {dev}, our technician saw traces of {cause}, which explains everything.',
     'почему сломалось|причина поломки|отчего не работает|из-за чего вышло из строя|что стало причиной дефекта', 'why did the {dev} break|reason for the fault|what caused it|cause|how did it get damaged|due to what', '{cause}', 'Причина поломки: {cause}.', 'It broke through {cause}.', 'dev'),
   F('war', 'We guarantee the repair for {war}.|Guarantee on repair: {war}|Should the same fault come back inside {war}, we look after it free of charge.',
     'какая гарантия на ремонт|сколько гарантируют починку|если опять сломается|гарантийный срок мастерской|на сколько гарантия', 'warranty on the repair|if it fails again|how long do they stand by the work|guarantee time|free rework period|cover after fixing', '{war}', 'Гарантия на ремонт {war}.', 'The workshop stands by it for {war}.'),
   F('store', 'Items not collected are disposed of after {store}.|Uncollected items: {store}|Our shelves are small, so after {store} we sell or recycle what nobody fetches.',
     'сколько хранят невостребованное|что если не забрать вовремя|когда утилизируют вещь|как долго держат в мастерской|до какого можно не забирать', 'how long do they keep it|not picked up what then|storage in the workshop|thrown away after|time to collect|unclaimed things', '{store}', 'Невостребованное держат {store}.', 'Things are kept {store}.')],
  '{firm} Repairs|Ticket {tick}|{dev}||Workshop receipt|{a}, {dev}',
  'We replaced {part} on another one.|Diagnosis costs {dia}.|Back up your data.|Handed in on {d1}.|In {yr1} we moved to {street}.|We also sell used goods.|CONDITIONS|Bring this slip with you.|The bag was not handed in.')
