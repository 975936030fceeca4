/** Words that exclude each other, in both languages: a claim with one of them is not borne by a sentence that has another instead. */

const startOf = (stems: string) => new RegExp(`(?<!\\p{L})(?:${stems})`, 'u')

/** Said of the same thing, one is the other denied: "stays closed" is "will not be opened". */
const PAIRS = [
  [
    'keep(?:s|ing)?(?!\\p{L})|kept|retain|удерж|оставля|остается у|остаются у',
    'return|refund|gives? back|gave back|возвра|верн',
  ],
  ['open|откры', 'clos(?:e|ing)|shut|закры'],
  [
    'increas|rais(?:e|ing)|rises?(?!\\p{L})|rose(?!\\p{L})|grow|grew|повы|увелич|вырос|возрос|подорожа',
    'decreas|reduc|lower(?:s|ed)(?!\\p{L})|fell(?!\\p{L})|falls(?!\\p{L})|dropp|сниз|сниж|уменьш|упал|сокра|подешев',
  ],
  [
    'starts?(?!\\p{L})|started|begin|began|начина|начал|начн',
    'ends?(?!\\p{L})|ended|finish|stops?(?!\\p{L})|законч|заканч|заверш|прекра',
  ],
  ['first(?!\\p{L})|перв', 'last(?!\\p{L})|последн'],
  ['wins?(?!\\p{L})|won(?!\\p{L})|выигр', 'loses?(?!\\p{L})|lost(?!\\p{L})|проигр'],
  [
    'at least|not less|no less|не менее|не меньше|минимум|minimum',
    'at most|not more|no more|up to|не более|не больше|максимум|maximum',
  ],
  ['with interest|процентн(?:ый|ая)|under interest', 'interest-free|беспроцентн'],
  ['free(?!\\p{L})|бесплатн', 'платн'],
  ['inside(?!\\p{L})|indoor|внутри', 'outside(?!\\p{L})|outdoor|снаружи'],
  ['older|старше', 'younger|младше|моложе'],
  ['more expensive|дороже', 'cheaper|дешевле'],
  ['optional|необязательн|по желанию', 'obligatory|mandatory|compulsory|обязательн'],
].map(pair => pair.map(startOf) as [RegExp, RegExp])

/** Of each row only one can be. */
const ROWS = [
  [
    'daily|ежедневн|every day|каждый день',
    'weekly|еженедельн|every week|каждую неделю',
    'monthly|ежемесячн|every month|каждый месяц',
    'quarterly|ежекварт|every quarter|каждый квартал',
    'yearly|annual|ежегодн|every year|каждый год',
  ],
  ['morning|утр(?:о|ом|а|у|ен)', 'afternoon', 'evening|вечер', 'at night|ночь'],
  ['north|север', 'south|южн|юг(?:е|а|у|ом)?(?!\\p{L})', 'east|восто[кч]', 'west|запад'],
  ['left(?!\\p{L})|лев(?:ый|ая|ое|ой|ого|ую)', 'right-hand|the right(?!\\p{L})|прав(?:ый|ая|ое|ой|ого|ую)(?!\\p{L})'],
  [
    'red(?!\\p{L})|красн',
    'blue(?!\\p{L})|син(?:ий|яя|ее|ей|его|юю|ие)',
    'green(?!\\p{L})|зелен',
    'yellow(?!\\p{L})|желт',
    'black(?!\\p{L})|черн',
    'white(?!\\p{L})|бел(?:ый|ая|ое|ой|ого|ую|ые|ых)',
    'grey(?!\\p{L})|gray(?!\\p{L})|сер(?:ый|ая|ое|ой|ого|ую|ые|ых)',
  ],
].map(row => row.map(startOf))

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** How many pairs of opposite words stand between the claim and the text. */
export function oppositesOf(claim: string, said: string): number {
  const [own, there] = [plain(claim), plain(said)]
  const opposes = (a: RegExp, b: RegExp) => a.test(own) && !b.test(own) && b.test(there) && !a.test(there)
  return PAIRS.filter(([a, b]) => opposes(a, b) || opposes(b, a)).length
}

/** The claim and the text name different members of a set in which only one can be true. */
export function excludes(claim: string, said: string): boolean {
  const [own, there] = [plain(claim), plain(said)]
  return ROWS.some(row => {
    const claimed = row.filter(one => one.test(own))
    const found = row.filter(one => one.test(there))
    return claimed.length > 0 && found.length > 0 && !claimed.some(one => found.includes(one))
  })
}
