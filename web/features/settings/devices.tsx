import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { get, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { useForm } from '../../api/form.ts'
import { useUser } from '../../api/session.ts'
import { ownAddress } from '../../lib/base.ts'
import { formatDate } from '../../lib/format.ts'
import { lazily } from '../../lib/lazily.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { deviceDiaryWords } from './device-diary-words.ts'
import { devicesWords } from './devices-words.ts'

const DeviceDiary = lazily(() => import('./device-diary.tsx'))

/** Programs on other devices that open or sync the files, each with a password of its own. */
export default function DevicesSection() {
  return (
    <>
      <Connect />
      <Devices />
    </>
  )
}

const SCOPES = ['files', 'calendar'] as const

function Connect() {
  const t = devicesWords.use()
  const [secret, setSecret] = useState<string>()
  const { submit, error } = useForm<'name'>(async ({ name }, form) => {
    setSecret((await post('/v1/tokens', { name, scopes: [...SCOPES] })).token)
    form.reset()
    void client.invalidateQueries({ queryKey: ['tokens'] })
  })
  return (
    <Section title={t.title} text={t.text}>
      <form onSubmit={submit} noValidate className="grid items-start gap-3 md:grid-cols-[1fr_auto]">
        <TextField name="name" label={t.name} hint={t.nameHint} />
        <Button type="submit" look="primary" className="md:mt-6">
          {t.connect}
        </Button>
      </form>
      {error !== undefined && <Failed compact error={error} />}
      {secret && <Credentials secret={secret} />}
      <div className="flex flex-col">
        {Object.entries(t.steps).map(([key, [system, steps]]) => (
          <details key={key} className="border-b border-line py-2 last:border-0">
            <summary className="touchable cursor-pointer text-base">{system}</summary>
            <p className="max-w-prose pt-1 text-sm text-ink-soft">{steps}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}

function Credentials({ secret }: { secret: string }) {
  const t = devicesWords.use()
  const { email } = useUser()
  const server = ownAddress()
  return (
    <div className="flex flex-col gap-3 rounded border border-line bg-raised p-4">
      <p className="text-base">{t.ready}</p>
      <CopyLine label={t.address} text={`${server}/dav/files/`} />
      <CopyLine label={t.server} text={server} />
      <CopyLine label={t.user} text={email} />
      <CopyLine label={t.password} text={secret} />
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={`nc://login/server:${server}&user:${email}&password:${secret}`} label={t.scan} />
        <p className="max-w-64 text-sm text-ink-soft">{t.scan}</p>
      </div>
    </div>
  )
}

function Devices() {
  const t = devicesWords.use()
  const diary = deviceDiaryWords.use()
  const [shown, setShown] = useState<{ id: string; name: string }>()
  const devices = useQuery({
    queryKey: ['tokens', 'devices'],
    queryFn: async ({ signal }) => (await get('/v1/devices', signal)).items,
  })
  const act = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['tokens'] })
  }
  return (
    <Section title={t.devices} text={t.devicesText}>
      {devices.error && <Failed compact error={devices.error} onRetry={() => void devices.refetch()} />}
      {devices.data?.length === 0 && <p className="text-sm text-ink-faint">{t.none}</p>}
      <ul>
        {devices.data?.map(({ id, name, last_used_at, stopped_at, wanted, is_disconnected }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
            <span className="min-w-40 flex-1 truncate text-base">{name}</span>
            <span className="figures text-sm text-ink-faint">
              {is_disconnected && `${t.disconnected}, `}
              {last_used_at ? t.used(formatDate(last_used_at)) : t.never}
            </span>
            <Button look="quiet" aria-label={`${diary.open}: ${name}`} onClick={() => setShown({ id, name })}>
              {diary.open}
            </Button>
            {!is_disconnected && (
              <AskFirst
                title={`${t.disconnect}: ${name}?`}
                text={t.devicesText}
                action={t.disconnect}
                run={() => act(remove(`/v1/tokens/${id}`))}
              >
                {ask => (
                  <Button look="quiet" onClick={ask}>
                    {t.disconnect}
                  </Button>
                )}
              </AskFirst>
            )}
            {stopped_at && (
              <div role="alert" className="flex w-full flex-wrap items-center gap-3 rounded bg-sunken p-3">
                <p className="min-w-60 flex-1 text-sm">{t.stopped(wanted ?? 0)}</p>
                <Button onClick={() => void act(post(`/v1/devices/${id}/allow-removal`))}>{t.allow}</Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <Suspense>
          <DeviceDiary {...shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}
