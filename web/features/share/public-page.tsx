import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Link2Off, LockKeyhole } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, get, post } from '../../api/call.ts'
import type { ShareAddress } from '../../api/reply.ts'
import { setLanguage, useLanguage } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, Failed, messageOf } from '../../ui/states.tsx'
import { uiWords } from '../../ui/words.ts'
import { PublicFile, PublicFolder } from './public-content.tsx'
import { shareWords } from './words.ts'

const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code

/** What somebody outside sees who was given a link. */
export function PublicPage() {
  const t = shareWords.use()
  const language = useLanguage()
  const { token = '' } = useParams({ strict: false })
  const base = `/v1/share/${token}` as const
  const card = useQuery({
    queryKey: ['public', token],
    queryFn: ({ signal }) => get(base, signal),
    retry: false,
  })
  useEffect(() => {
    if (card.data) document.title = `${card.data.name} · Dossier`
  }, [card.data])
  return (
    <div className="flex h-dvh flex-col">
      <header className="flex h-12 shrink-0 items-center justify-between border-b border-line bg-surface px-4">
        <Logo />
        <Segmented
          label={uiWords.now().language}
          value={language}
          choices={[
            { value: 'en', text: 'EN' },
            { value: 'ru', text: 'RU' },
          ]}
          onChange={setLanguage}
        />
      </header>
      <main className="min-h-0 flex-1">
        {isCode(card.error, 'share_password') ? (
          <Password base={base} onOpen={() => void card.refetch()} />
        ) : card.error && (card.error as ApiError).status === 404 ? (
          <Empty icon={Link2Off} title={t.gone} text={t.goneText} />
        ) : card.error ? (
          <Failed error={card.error} onRetry={() => void card.refetch()} />
        ) : card.data?.kind === 'folder' ? (
          <PublicFolder base={base} card={card.data} />
        ) : (
          card.data?.object_id && <PublicFile base={base} id={card.data.object_id} />
        )}
      </main>
    </div>
  )
}

function Password({ base, onOpen }: { base: ShareAddress; onOpen: () => void }) {
  const t = shareWords.use()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await post(`${base}/unlock`, { password })
      onOpen()
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit} className="mx-auto flex h-full w-full max-w-xs flex-col justify-center gap-4 p-6">
      <LockKeyhole aria-hidden className="size-8 text-ink-faint" strokeWidth={1.25} />
      <h1 className="text-xl font-semibold">{t.needsPassword}</h1>
      <PasswordField
        label={t.password}
        autoComplete="off"
        value={password}
        onChange={event => setPassword(event.target.value)}
        error={error ? (isCode(error, 'share_password') ? t.wrongPassword : messageOf(error)) : undefined}
      />
      <Button type="submit" look="primary" busy={busy} disabled={password === ''}>
        {t.open}
      </Button>
    </form>
  )
}
