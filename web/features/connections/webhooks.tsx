import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, get, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Bodies, Schemas } from '../../api/openapi.ts'
import { formatMoment } from '../../lib/format.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Badge, Failed, messageOf, Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { webhookWords } from './webhook-words.ts'

type Webhook = Schemas['WebhookOut']
type Delivery = Schemas['DeliveryOut']

const reread = (id?: string) => client.invalidateQueries({ queryKey: id ? ['deliveries', id] : ['webhooks'] })

/** Addresses that events are sent to, what was sent, and the way to send it again. */
export function Webhooks() {
  const t = webhookWords.use()
  const [adding, setAdding] = useState(false)
  const hooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: async ({ signal }) => (await get('/v1/webhooks', signal)).items,
  })
  return (
    <Section title={t.title} text={t.text}>
      {hooks.error && <Failed compact error={hooks.error} onRetry={() => void hooks.refetch()} />}
      {hooks.data?.length === 0 && !adding && <p className="text-sm text-ink-faint">{t.none}</p>}
      <ul>
        {hooks.data?.map(hook => (
          <Line key={hook.id} hook={hook} />
        ))}
      </ul>
      {adding ? (
        <NewWebhook onDone={() => setAdding(false)} />
      ) : (
        <div>
          <Button onClick={() => setAdding(true)}>{t.add}</Button>
        </div>
      )}
    </Section>
  )
}

function Line({ hook }: { hook: Webhook }) {
  const t = webhookWords.use()
  const [shown, setShown] = useState(false)
  const drop = async () => {
    try {
      await remove(`/v1/webhooks/${hook.id}`)
      toast(t.removed)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void reread()
  }
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-40 flex-1 truncate text-base">{hook.url}</span>
        <Button
          look="quiet"
          aria-expanded={shown}
          aria-label={t.deliveriesOf(hook.url)}
          onClick={() => setShown(!shown)}
        >
          {t.deliveries}
        </Button>
        <AskFirst title={`${t.removeIt(hook.url)}?`} action={t.remove} run={drop}>
          {ask => (
            <Button look="quiet" aria-label={t.removeIt(hook.url)} onClick={ask}>
              {t.remove}
            </Button>
          )}
        </AskFirst>
      </div>
      <p className="text-sm text-ink-faint">{hook.events.map(name => t.names[name] ?? name).join(' · ')}</p>
      {shown && <Deliveries hook={hook} />}
    </li>
  )
}

function Deliveries({ hook }: { hook: Webhook }) {
  const t = webhookWords.use()
  const { data, error, refetch } = useQuery({
    queryKey: ['deliveries', hook.id],
    queryFn: async ({ signal }) => (await get(`/v1/webhooks/${hook.id}/deliveries`, signal)).items,
    staleTime: 0,
    refetchInterval: 5000,
  })
  if (error) return <Failed compact error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.length === 0) return <p className="text-sm text-ink-faint">{t.nothingSent}</p>
  return (
    <ul aria-label={t.deliveriesOf(hook.url)}>
      {data.map(delivery => (
        <DeliveryLine key={delivery.id} hook={hook} delivery={delivery} />
      ))}
    </ul>
  )
}

function DeliveryLine({ hook, delivery }: { hook: Webhook; delivery: Delivery }) {
  const t = webhookWords.use()
  const { error, status, given_up } = delivery
  const again = async () => {
    try {
      await post(`/v1/webhooks/${hook.id}/deliveries/${delivery.id}/redeliver`)
      toast(t.sentAgain)
    } catch (caught) {
      toast(messageOf(caught), { wrong: true })
    }
    void reread(hook.id)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 text-sm">
      <span className="min-w-40 flex-1 truncate">{t.names[delivery.type] ?? delivery.type}</span>
      <span className="figures text-ink-faint">{formatMoment(delivery.happened_at)}</span>
      <span className="figures text-ink-faint">
        {status === null ? t.unreachable : t.answered(status)} · {t.attempts(delivery.attempts)}
      </span>
      <Badge look={error === null ? 'good' : given_up ? 'wrong' : undefined}>
        {error === null ? t.delivered : given_up ? t.failed : t.retrying}
      </Badge>
      <Button look="quiet" onClick={() => void again()}>
        {t.again}
      </Button>
    </li>
  )
}

const EVENTS = Object.keys(webhookWords.now().names)
type NewEvents = Bodies['POST /v1/webhooks']['events']

function NewWebhook({ onDone }: { onDone: () => void }) {
  const t = webhookWords.use()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [secret, setSecret] = useState<string>()
  const fields = error instanceof ApiError ? error.fields : {}
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setError(undefined)
    try {
      const made = await post('/v1/webhooks', {
        url: String(form.get('url')).trim(),
        events: form.getAll('events') as NewEvents,
      })
      setSecret(made.secret)
      void reread()
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  if (secret)
    return (
      <div className="flex flex-col gap-3">
        <Notice>{t.secretText}</Notice>
        <CopyLine label={t.secret} text={secret} />
        <div>
          <Button look="primary" onClick={onDone}>
            {t.done}
          </Button>
        </div>
      </div>
    )
  return (
    <form onSubmit={event => void save(event)} className="flex flex-col gap-4">
      <TextField name="url" type="url" required label={t.address} placeholder="https://" error={fields.url} />
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
        <legend className="mb-1 text-sm font-medium">{t.events}</legend>
        {EVENTS.map(name => (
          <label key={name} className="touchable flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              name="events"
              value={name}
              defaultChecked={name === 'object.ready' || name === 'object.failed'}
              className="size-4"
            />
            {t.names[name]}
          </label>
        ))}
      </fieldset>
      {error !== undefined && !fields.url && <Failed compact error={error} />}
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {t.add}
        </Button>
        <Button onClick={onDone}>{t.cancel}</Button>
      </div>
    </form>
  )
}
