import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, get, patch, post, put, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Bodies, Schemas } from '../../api/openapi.ts'
import { formatMoment } from '../../lib/format.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField, SelectField, Switch, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Badge, Failed, messageOf, Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Migration } from './migration.tsx'
import { Webhooks } from './webhooks.tsx'
import { connectionWords } from './words.ts'

type ConnectionCard = Schemas['IntegrationOut']
type Given = Bodies['PUT /v1/integrations/s3'] & Bodies['PUT /v1/integrations/llm']

const LOOKS = { ok: 'good', error: 'wrong' } as const

export default function IntegrationsSection() {
  const cards = useQuery({
    queryKey: ['integrations'],
    queryFn: async ({ signal }) => (await get('/v1/integrations', signal)).items,
  })
  if (cards.error) return <Failed error={cards.error} onRetry={() => void cards.refetch()} />
  const s3 = cards.data?.find(card => card.kind === 's3')
  const llm = cards.data?.find(card => card.kind === 'llm')
  return (
    <>
      {s3 && <Bucket card={s3} />}
      {llm && <Model card={llm} />}
      <Webhooks />
    </>
  )
}

const adopt = (card: ConnectionCard) =>
  client.setQueryData<ConnectionCard[]>(['integrations'], now =>
    now?.map(each => (each.kind === card.kind ? card : each)),
  )

/** Empty keys are left out: the service then keeps the stored ones. */
const given = (form: HTMLFormElement): Given => {
  const values: Partial<Given> = Object.fromEntries(new FormData(form))
  for (const secret of ['access_key', 'secret_key', 'api_key'] as const) if (!values[secret]) delete values[secret]
  return values as Given
}

interface FormProps {
  card: ConnectionCard
  title: string
  text: string
  use: string
  children: (fields: Record<string, string>) => ReactNode
  below?: ReactNode
}

function Connection({ card, title, text, use, children, below }: FormProps) {
  const t = connectionWords.use()
  const own = card.configured && card.config.provided_by !== 'service'
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const path = `/v1/integrations/${card.kind}` as const
  const act = async (work: () => Promise<ConnectionCard | undefined>, said?: string) => {
    setBusy(true)
    setError(undefined)
    try {
      const next = await work()
      if (next) adopt(next)
      else await client.invalidateQueries({ queryKey: ['integrations'] })
      if (said && next?.status !== 'error') toast(said)
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = given(event.currentTarget)
    void act(() => put(path, values), t.saved)
  }
  const fields = error instanceof ApiError ? error.fields : {}
  return (
    <Section title={title} text={text}>
      <div className="flex flex-wrap items-center gap-2">
        <Badge look={LOOKS[card.status as keyof typeof LOOKS] ?? 'plain'}>{t.status[card.status]}</Badge>
        {card.checked_at && (
          <span className="figures text-sm text-ink-faint">{t.checked(formatMoment(card.checked_at))}</span>
        )}
      </div>
      {card.config.provided_by === 'service' && <Notice>{t.llmService(card.config.model ?? '')}</Notice>}
      {card.last_error && <Notice look="wrong">{card.last_error}</Notice>}
      <form onSubmit={submit} noValidate key={card.checked_at} className="flex flex-col gap-4">
        <div className="grid gap-4 md:grid-cols-2">{children(fields)}</div>
        {error !== undefined && Object.keys(fields).length === 0 && <Notice look="wrong">{messageOf(error)}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={busy}>
            {t.save}
          </Button>
          {own && (
            <>
              <Button busy={busy} onClick={() => void act(() => post(`${path}/check`))}>
                {t.check}
              </Button>
              <AskFirst
                title={`${t.remove}: ${title}?`}
                text={t.removeText}
                action={t.remove}
                run={() => act(() => remove(path).then(() => undefined), t.removed)}
              >
                {ask => (
                  <Button look="quiet" busy={busy} onClick={ask}>
                    {t.remove}
                  </Button>
                )}
              </AskFirst>
            </>
          )}
        </div>
      </form>
      {own && (
        <Switch label={use} checked={card.enabled} onChange={enabled => void act(() => patch(path, { enabled }))} />
      )}
      {own && below}
    </Section>
  )
}

function Bucket({ card }: { card: ConnectionCard }) {
  const t = connectionWords.use()
  const { config } = card
  const hint = card.secret_hint ? t.keepKeys(card.secret_hint) : undefined
  return (
    <Connection card={card} title={t.s3} text={t.s3Text} use={t.use} below={<Migration />}>
      {fields => (
        <>
          <TextField
            name="endpoint_url"
            label={t.endpoint}
            placeholder="https://s3.example.org"
            defaultValue={config.endpoint_url}
            error={fields.endpoint_url}
          />
          <TextField name="bucket" label={t.bucket} defaultValue={config.bucket} error={fields.bucket} />
          <TextField name="region" label={t.region} defaultValue={config.region} error={fields.region} />
          <SelectField name="addressing" label={t.addressing} defaultValue={config.addressing ?? 'path'}>
            <option value="path">{t.path}</option>
            <option value="virtual">{t.virtual}</option>
          </SelectField>
          <TextField name="access_key" label={t.accessKey} autoComplete="off" hint={hint} error={fields.access_key} />
          <PasswordField
            name="secret_key"
            label={t.secretKey}
            autoComplete="off"
            hint={hint}
            error={fields.secret_key}
          />
        </>
      )}
    </Connection>
  )
}

function Model({ card }: { card: ConnectionCard }) {
  const t = connectionWords.use()
  const config = card.config.provided_by === 'service' ? {} : card.config
  const hint = card.secret_hint ? t.keepKeys(card.secret_hint) : undefined
  return (
    <Connection card={card} title={t.llm} text={t.llmText} use={t.useModel}>
      {fields => (
        <>
          <TextField
            name="base_url"
            label={t.baseUrl}
            placeholder="https://llm.example.org/v1"
            defaultValue={config.base_url}
            error={fields.base_url}
          />
          <PasswordField name="api_key" label={t.apiKey} autoComplete="off" hint={hint} error={fields.api_key} />
          <TextField name="model" label={t.model} defaultValue={config.model} error={fields.model} />
          <TextField
            name="embedding_model"
            label={t.embedding}
            hint={t.embeddingHint}
            defaultValue={config.embedding_model}
            error={fields.embedding_model}
          />
        </>
      )}
    </Connection>
  )
}
