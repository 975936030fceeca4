import { SelectField, TextField } from '../../ui/field.tsx'
import { Failed } from '../../ui/states.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useStructure } from './structure.ts'
import { documentWords } from './words.ts'

type Bind = (name: string) => { value: string; onChange: (event: { target: { value: string } }) => void }

const PLACES = ['bottom', 'bottom-left', 'bottom-right', 'top', 'top-left', 'top-right'] as const

export function NumberFields({ field }: { field: Bind }) {
  const t = documentWords.use()
  return (
    <>
      <TextField label={t.numberText} hint={t.numberHint} placeholder="{n}" maxLength={120} {...field('text')} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t.numberStart} type="number" min={0} {...field('start')} />
        <SelectField label={t.numberPlace} {...field('position')}>
          {PLACES.map(place => (
            <option key={place} value={place}>
              {t.places[place]}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  )
}

const OWN = 'field '

/** What was written into the fields of the form, by their names. */
export const filledIn = (values: Record<string, string>): Record<string, string | boolean> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(OWN) ? [[name.slice(OWN.length), value === ON ? true : value === OFF ? false : value]] : [],
    ),
  )

const [ON, OFF] = ['\u2611', '\u2610']

export function FormFields({ id, field }: { id: string; field: Bind }) {
  const t = documentWords.use()
  const { data, error, refetch } = useStructure(id)
  if (error) return <Failed compact error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const open = data.fields.filter(({ read_only, type }) => !read_only && type !== 'signature')
  if (open.length === 0) return <p className="text-base text-ink-soft">{t.noFields}</p>
  return open.map(({ name, type, value, options }) => {
    const bound = field(OWN + name)
    if (type === 'text') return <TextField key={name} label={name} placeholder={value} maxLength={10_000} {...bound} />
    const choices = type === 'checkbox' ? [ON, OFF] : options
    return (
      <SelectField key={name} label={name} {...bound}>
        <option value="">{value || '—'}</option>
        {choices.map(choice => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </SelectField>
    )
  })
}
