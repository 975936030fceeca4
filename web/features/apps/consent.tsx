import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, post } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'
import { useThemes } from '../../files/files.ts'
import { useFolderSearch } from '../../files/tree.ts'
import { useSettled } from '../../lib/settled.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Failed } from '../../ui/states.tsx'
import { Decision } from './decision.tsx'
import { appsWords } from './words.ts'

/** An application asks to be let in: who it is, what it gets, for how long, and which files. */
export function ConsentPage() {
  const t = appsWords.use()
  const [asked] = useState(() => Object.fromEntries(new URLSearchParams(window.location.search)))
  const wish = useQuery({
    queryKey: ['app-request', asked],
    queryFn: () => post('/v1/connected-apps/request', asked),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const back = wish.error instanceof ApiError ? wish.error.fields.redirect_to : undefined
  // What is wrong with the request is for the application to receive.
  useEffect(() => {
    if (back) window.location.assign(back)
  }, [back])
  return (
    <main className="h-full overflow-auto">
      <div className="mx-auto flex max-w-xl flex-col gap-5 px-4 py-8 md:px-8">
        <p className="text-sm text-ink-faint">{t.title}</p>
        {wish.error && !back && <Failed error={wish.error} />}
        {back && <p>{t.going}</p>}
        {wish.data && <Wish asked={asked} {...wish.data} />}
      </div>
    </main>
  )
}

type WishProps = Schemas['AppRequestOut'] & { asked: Record<string, string> }

function Wish({ asked, name, redirect_host, scopes }: WishProps) {
  const t = appsWords.use()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function decide(allow: boolean, form?: FormData) {
    setBusy(true)
    setError(undefined)
    const [kind, id] = String(form?.get('where') ?? '').split(' ')
    const days = Number(form?.get('days') ?? 0)
    try {
      const { redirect_to } = await post('/v1/connected-apps', {
        ...asked,
        allow,
        collection_id: kind === 'folder' ? id : null,
        theme_id: kind === 'theme' ? id : null,
        expires_in_days: days || null,
      })
      window.location.assign(redirect_to)
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void decide(true, new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{t.wants(name)}</h1>
        <p className="mt-1 text-base text-ink-soft wrap-anywhere">{t.answerTo(redirect_host)}</p>
      </div>
      <div>
        <h2 className="text-base font-medium">{t.may}</h2>
        <ul className="mt-1 list-disc pl-5 text-base">
          {scopes.map(scope => (
            <li key={scope}>{t.scopes[scope]}</li>
          ))}
        </ul>
        <p className="mt-2 text-sm text-ink-soft">{t.mayNot}</p>
      </div>
      <Where />
      <SelectField name="days" label={t.howLong} defaultValue="90">
        {(['1', '30', '90', ''] as const).map(days => (
          <option key={days} value={days}>
            {t.days[days]}
          </option>
        ))}
      </SelectField>
      <p className="text-sm text-ink-soft">{t.leaves}</p>
      {error !== undefined && <Failed compact error={error} />}
      <Decision words={t} busy={busy} onDeny={() => void decide(false)} />
    </form>
  )
}

interface Choice {
  value: string
  name: string
}

const EVERYTHING: Choice = { value: '', name: '' }

function Where() {
  const t = appsWords.use()
  const [text, setText] = useState('')
  const [where, setWhere] = useState<Choice>(EVERYTHING)
  const { folders } = useFolderSearch(useSettled(text, 150))
  const themes = useThemes().data ?? []
  const choices: Choice[] = [
    EVERYTHING,
    ...themes.map(({ id, name }) => ({ value: `theme ${id}`, name: t.theme(name) })),
    ...folders.map(({ id, path }) => ({ value: `folder ${id}`, name: t.folder(path) })),
  ]
  // What is chosen stays, whatever is looked for after it.
  if (!choices.some(({ value }) => value === where.value)) choices.push(where)
  return (
    <>
      <TextField
        label={t.findFolder}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          // It chooses what was found; to allow takes a press of its own.
          event.preventDefault()
          const found = choices.find(({ value }) => value.startsWith('folder '))
          if (text.trim() && found) setWhere(found)
        }}
      />
      <SelectField
        name="where"
        label={t.where}
        hint={t.whereHint}
        value={where.value}
        onChange={event => setWhere(choices.find(({ value }) => value === event.target.value) ?? EVERYTHING)}
      >
        {choices.map(({ value, name }) => (
          <option key={value} value={value}>
            {name || t.everything}
          </option>
        ))}
      </SelectField>
    </>
  )
}
