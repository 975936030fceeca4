import { Link } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Enrichment, FileObject } from '../../api/shapes.ts'
import { isEditable, isOwn } from '../../files/given.ts'
import { filterOfAmount, filterOfDate, filterOfParty } from '../../files/of-field.ts'
import type { Filters } from '../../files/search.ts'
import { formatSum } from '../../lib/document-format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { uiWords } from '../../ui/words.ts'
import { useBackTo } from './back-to.ts'
import { saveCorrection } from './correcting.ts'
import { Part } from './part.tsx'
import { enrichmentWords } from './words.ts'

type DocumentFields = Enrichment['fields']

interface FieldsProps {
  file: FileObject
  enrichment: Enrichment
}

/** What is written into the blanks of the paper: each leads to all files like it, and can be put right. */
export function Fields({ file, enrichment }: FieldsProps) {
  const t = enrichmentWords.use()
  const [editing, setEditing] = useState(false)
  const button = useBackTo(editing)
  const { fields, provenance } = enrichment
  const { document_date, due_date, number, amount, currency, parties } = fields
  const editable = isEditable(file)
  const day = (date: string) => new Date(`${date}T00:00:00`).toLocaleDateString(t.locale, { dateStyle: 'long' })
  // The list behind it is of one's own files.
  const linked = (text: string, filters: Filters) =>
    isOwn(file) ? <Leading key={text} text={text} filters={filters} /> : text
  const known: [string, ReactNode][] = [
    [t.field.number, number],
    [t.field.date, document_date && linked(day(document_date), filterOfDate(document_date))],
    [
      t.field.parties,
      parties.length > 0 && (
        <span className="flex flex-wrap gap-x-2">
          {parties.map(name => linked(name, filterOfParty(name, enrichment)))}
        </span>
      ),
    ],
    [t.field.amount, amount !== null && linked(formatSum(amount, currency), filterOfAmount(amount))],
    [t.field.due, due_date && day(due_date)],
  ]
  const shown = known.filter(([, value]) => value)
  if (shown.length === 0 && !editable) return null
  if (editing) return <FieldsForm file={file} fields={fields} onDone={() => setEditing(false)} />
  return (
    <Part
      name={t.details}
      action={
        editable && (
          <IconButton
            ref={button}
            icon={PencilLine}
            small
            plain
            label={t.edit(t.details)}
            onClick={() => setEditing(true)}
          />
        )
      }
    >
      {shown.length === 0 && <p className="text-base text-ink-faint">{t.none}</p>}
      <dl className="flex flex-col gap-1.5 text-sm">
        {shown.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[6.5rem_1fr] gap-2">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {provenance.fields === 'manual' && <p className="mt-1 text-sm text-accent-ink">{t.corrected}</p>}
    </Part>
  )
}

function Leading({ text, filters }: { text: string; filters: Filters }) {
  const t = enrichmentWords.use()
  return (
    <Link
      to="/"
      search={filters}
      aria-label={t.findAll(text)}
      className="inline-flex min-h-6 min-w-6 items-center text-accent-ink no-underline hover:underline"
    >
      {text}
    </Link>
  )
}

/** As it is typed: 1 250,50 as well as 1250.50. */
const sumOf = (typed: string): number | null => {
  const plain = typed.replace(/\s/g, '').replace(',', '.')
  return plain === '' || Number.isNaN(Number(plain)) ? null : Number(plain)
}

const CURRENCIES = ['', 'RUB', 'USD', 'EUR', 'GBP', 'CNY', 'KZT']

function FieldsForm({ file, fields, onDone }: { file: FileObject; fields: DocumentFields; onDone: () => void }) {
  const t = enrichmentWords.use()
  const u = uiWords.use()
  const [draft, setDraft] = useState({
    number: fields.number ?? '',
    date: fields.document_date ?? '',
    parties: fields.parties.join('; '),
    amount: fields.amount === null ? '' : String(fields.amount).replace('.', t.point),
    currency: fields.currency ?? '',
    due: fields.due_date ?? '',
  })
  const put = (name: keyof typeof draft) => (event: { target: { value: string } }) =>
    setDraft(now => ({ ...now, [name]: event.target.value }))
  const wrong = draft.amount.trim() !== '' && sumOf(draft.amount) === null
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (wrong) return
    const amount = sumOf(draft.amount)
    const next: DocumentFields = {
      number: draft.number.trim() || null,
      document_date: draft.date || null,
      parties: draft.parties
        .split(';')
        .map(name => name.trim())
        .filter(Boolean)
        .slice(0, 10),
      amount,
      currency: amount === null ? null : draft.currency || null,
      due_date: draft.due || null,
    }
    if (JSON.stringify(next) === JSON.stringify(pick(fields))) return onDone()
    await saveCorrection(file, { fields: next }).then(onDone, () => {})
  }
  return (
    <Part name={t.details}>
      <form
        onSubmit={event => void save(event)}
        onKeyDown={event => {
          event.stopPropagation()
          if (event.key !== 'Escape') return
          event.preventDefault()
          onDone()
        }}
        className="flex flex-col gap-3"
      >
        <TextField autoFocus label={t.field.number} value={draft.number} maxLength={100} onChange={put('number')} />
        <TextField label={t.field.date} type="date" value={draft.date} onChange={put('date')} />
        <TextField label={t.field.parties} hint={t.partiesHint} value={draft.parties} onChange={put('parties')} />
        <div className="grid grid-cols-[1fr_6rem] gap-2">
          <TextField
            label={t.field.amount}
            inputMode="decimal"
            value={draft.amount}
            error={wrong ? t.amountWrong : undefined}
            onChange={put('amount')}
          />
          <label className="flex flex-col gap-1 text-sm font-medium">
            {t.currency}
            <select
              value={draft.currency}
              onChange={put('currency')}
              className="h-8 rounded border border-line-strong bg-surface px-2 text-base text-ink"
            >
              {[...new Set([...CURRENCIES, draft.currency])].map(code => (
                <option key={code} value={code}>
                  {code || '—'}
                </option>
              ))}
            </select>
          </label>
        </div>
        <TextField label={t.field.due} type="date" value={draft.due} onChange={put('due')} />
        <div className="flex gap-2">
          <Button type="submit" look="primary">
            {u.save}
          </Button>
          <Button onClick={onDone}>{u.cancel}</Button>
        </div>
      </form>
    </Part>
  )
}

/** In the order of the form. */
const pick = ({ number, document_date, parties, amount, currency, due_date }: DocumentFields) => ({
  number,
  document_date,
  parties,
  amount,
  currency,
  due_date,
})
