import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, get, patch, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { valuesOf } from '../../lib/form.ts'
import { formatMoment } from '../../lib/format.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField, SelectField, Switch, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, messageOf, Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { mailboxesWords } from './mailboxes-words.ts'

type Mailbox = Schemas['MailboxOut']

const reload = () => client.invalidateQueries({ queryKey: ['mailboxes'] })

/** Mailboxes whose letters come in as files. */
export function Mailboxes() {
  const t = mailboxesWords.use()
  const [adding, setAdding] = useState(false)
  const mailboxes = useQuery({
    queryKey: ['mailboxes'],
    queryFn: async ({ signal }) => (await get('/v1/mailboxes', signal)).items,
  })
  return (
    <Section title={t.title} text={t.text}>
      {mailboxes.error && <Failed compact error={mailboxes.error} onRetry={() => void mailboxes.refetch()} />}
      <ul>
        {mailboxes.data?.map(mailbox => (
          <Line key={mailbox.id} mailbox={mailbox} />
        ))}
      </ul>
      {adding ? (
        <NewMailbox onDone={() => setAdding(false)} />
      ) : (
        <div>
          <Button onClick={() => setAdding(true)}>{t.add}</Button>
        </div>
      )}
    </Section>
  )
}

function Line({ mailbox }: { mailbox: Mailbox }) {
  const t = mailboxesWords.use()
  const { id, name, host, enabled, taken, skipped, last_error, last_checked_at } = mailbox
  const act = async (work: Promise<unknown>, said?: string) => {
    try {
      await work
      if (said) toast(said)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void reload()
  }
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-40 flex-1 truncate text-base">{name}</span>
        <span className="truncate text-sm text-ink-faint">{host}</span>
      </div>
      <p className="figures text-sm text-ink-faint">
        {[
          t.taken(taken),
          skipped > 0 && t.skipped(skipped),
          last_checked_at && t.checked(formatMoment(last_checked_at)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {enabled && last_error && <Notice look="wrong">{last_error}</Notice>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Switch
          label={t.on}
          checked={enabled}
          onChange={on => void act(patch(`/v1/mailboxes/${id}`, { enabled: on }))}
        />
        <AskFirst
          title={`${t.remove}: ${name}?`}
          text={t.removeText}
          action={t.remove}
          run={() => act(remove(`/v1/mailboxes/${id}`), t.removed)}
        >
          {ask => (
            <Button look="quiet" onClick={ask}>
              {t.remove}
            </Button>
          )}
        </AskFirst>
      </div>
    </li>
  )
}

const PORTS = { tls: '993', starttls: '143' }

function NewMailbox({ onDone }: { onDone: () => void }) {
  const t = mailboxesWords.use()
  const [security, setSecurity] = useState<Mailbox['security']>('tls')
  const [after, setAfter] = useState<Mailbox['after']>('seen')
  const [attachments, setAttachments] = useState(true)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { port, ...values } = valuesOf<'port' | 'host' | 'username' | 'password'>(event.currentTarget)
    setBusy(true)
    setError(undefined)
    try {
      const made = await post('/v1/mailboxes', { ...values, port: Number(port), security, after, attachments })
      if (made.status === 'ok') toast(t.connected)
      void reload()
      onDone()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  const fields = error instanceof ApiError ? error.fields : {}
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField name="host" label={t.host} hint={t.hostHint} error={fields.host} autoComplete="off" />
        <div className="grid grid-cols-2 gap-4">
          <SelectField
            label={t.security}
            value={security}
            onChange={event => setSecurity(event.target.value as Mailbox['security'])}
          >
            <option value="tls">{t.securities.tls}</option>
            <option value="starttls">{t.securities.starttls}</option>
          </SelectField>
          <TextField
            key={security}
            name="port"
            label={t.port}
            inputMode="numeric"
            defaultValue={PORTS[security]}
            error={fields.port}
          />
        </div>
        <TextField
          name="username"
          label={t.username}
          hint={t.usernameHint}
          error={fields.username}
          autoComplete="off"
        />
        <PasswordField
          name="password"
          label={t.password}
          hint={t.passwordHint}
          error={fields.password}
          autoComplete="off"
        />
        <TextField name="folder" label={t.folder} defaultValue="INBOX" error={fields.folder} />
        <SelectField label={t.after} value={after} onChange={event => setAfter(event.target.value as Mailbox['after'])}>
          {(['seen', 'flagged', 'move', 'none'] as const).map(choice => (
            <option key={choice} value={choice}>
              {t.afters[choice]}
            </option>
          ))}
        </SelectField>
        {after === 'move' && (
          <TextField name="move_to" label={t.moveTo} defaultValue="Dossier" error={fields.move_to} />
        )}
      </div>
      <Switch label={t.attachments} checked={attachments} onChange={setAttachments} />
      {error !== undefined && Object.keys(fields).length === 0 && <Failed compact error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {t.connect}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t.cancel}
        </Button>
      </div>
    </form>
  )
}
