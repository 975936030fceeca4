import { KINDS } from '../../api/shapes.ts'
import { useFolderSearch } from '../../files/tree.ts'
import { typeWords } from '../../files/type-words.ts'
import { libraryWords } from '../../files/words.ts'
import { formatTyped } from '../../lib/format.ts'
import { language } from '../../lib/i18n.ts'
import { searchWords } from './words.ts'

type Operators = ReturnType<typeof searchWords.now>['operators']

/** What can be typed besides words; each in its own word of the language. */
const NAMES: Record<'en' | 'ru', Record<Exclude<keyof Operators, 'phrase' | 'without'>, string>> = {
  en: { type: 'type', kind: 'kind', tag: 'tag', in: 'in', after: 'after', before: 'before' },
  ru: { type: 'тип', kind: 'вид', tag: 'тег', in: 'папка', after: 'после', before: 'до' },
}

const CHIP =
  'touchable flex h-8 items-center gap-2 rounded border border-line bg-surface px-2.5 text-sm hover:border-line-strong hover:bg-sunken'

export function OperatorHints({ onInsert }: { onInsert: (text: string) => void }) {
  const t = searchWords.use()
  const names = NAMES[language()]
  const offered = [
    { text: t.examples.phrase, what: t.operators.phrase },
    { text: t.examples.without, what: t.operators.without },
    ...Object.entries(names).map(([key, name]) => ({ text: `${name}:`, what: t.operators[key as keyof Operators] })),
  ]
  return (
    <section aria-label={t.hints} className="mx-auto flex w-full max-w-5xl flex-col gap-3 p-4">
      <p className="text-base text-ink-soft">{t.begin}</p>
      <ul className="flex flex-wrap gap-2">
        {offered.map(({ text, what }) => (
          <li key={text}>
            <button type="button" className={CHIP} onClick={() => onInsert(text)}>
              <code className="font-mono text-sm text-accent-ink">{text}</code>
              <span className="text-ink-soft">{what}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MOST_OFFERED = 12

/** What is typed is a word of the language, too. */
const offered = (value: string, name: string) =>
  language() === 'ru' ? { value: name.toLowerCase(), name: '' } : { value, name }

/** What an operator that is being typed can be followed by. */
export function Suggestions({ text, onChoose }: { text: string; onChoose: (whole: string) => void }) {
  const t = searchWords.use()
  const types = typeWords.use().one
  const l = libraryWords.use()
  const [, head = '', name = '', begun = ''] = /^(.*?(?:^|\s)-?)(\p{L}+):(\S*)$/u.exec(text) ?? []
  const operator = (Object.keys(NAMES.en) as (keyof (typeof NAMES)['en'])[]).find(
    key => NAMES.en[key] === name.toLowerCase() || NAMES.ru[key] === name.toLowerCase(),
  )
  const { folders } = useFolderSearch(operator === 'in' ? begun.replaceAll('"', '') : undefined, MOST_OFFERED)
  const values =
    operator === 'kind'
      ? KINDS.map(value => offered(value, l.kinds[value]))
      : operator === 'type'
        ? Object.entries(types).map(([value, name]) => offered(value, name))
        : operator === 'in'
          ? folders.map(folder => ({ value: folder.name, name: folder.path }))
          : operator === 'after' || operator === 'before'
            ? [7, 30, 365].map(days => ({ value: formatTyped(new Date(Date.now() - days * 86_400_000)), name: '' }))
            : []
  const fitting = values.filter(each => `${each.value} ${each.name}`.toLowerCase().includes(begun.toLowerCase()))
  if (fitting.length === 0 || fitting.some(each => each.value === begun)) return null
  const written = (value: string) => (/\s/.test(value) ? `"${value}"` : value)
  return (
    <ul aria-label={t.suggestions} className="mx-auto flex w-full max-w-5xl flex-wrap gap-1.5 px-4 pb-2">
      {fitting.slice(0, MOST_OFFERED).map(each => (
        <li key={each.name + each.value}>
          <button type="button" className={CHIP} onClick={() => onChoose(`${head}${name}:${written(each.value)} `)}>
            <code className="font-mono text-accent-ink">{each.value}</code>
            {each.name && each.name !== each.value && <span className="text-ink-soft">{each.name}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
