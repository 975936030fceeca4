import { type FormEvent, useState } from 'react'
import { ApiError, post } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { valuesOf } from '../../lib/form.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { browserZone } from '../../lib/zone.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Failed, Notice } from '../../ui/states.tsx'
import { uiWords } from '../../ui/words.ts'
import { Forgotten, NewPassword } from './forgotten.tsx'
import { Arrival, OtherDoors, useMethods } from './other-doors.tsx'
import { resetting } from './resetting.ts'
import { type Challenge, challengeOf, SecondStep } from './second.tsx'
import { chooseLanguage, enter, sessionEnded } from './session.ts'
import { identityWords } from './words.ts'

const inviteOf = () => new URLSearchParams(location.search).get('invite') ?? ''

type Mode = 'in' | 'join' | 'forgot' | 'reset' | 'second'

const takesPassword = (mode: Mode, first: boolean, methods: { password: boolean } | undefined) =>
  (mode === 'in' || mode === 'join') && (first || methods?.password !== false)

/** Stands in place of any page while nobody is signed in, so that the address is still there afterwards. */
export default function SignInPage() {
  const t = identityWords.use()
  const u = uiWords.use()
  const language = useLanguage()
  const state = useStore(session)
  const link = useStore(resetting)
  const ended = useStore(sessionEnded)
  const [chosen, setMode] = useState<Mode>(inviteOf() === '' ? 'in' : 'join')
  const first = state?.first_run ?? false
  const [challenge, setChallenge] = useState<Challenge>()
  const [over, setOver] = useState<unknown>()
  const mode = link !== undefined ? 'reset' : first ? 'join' : challenge ? 'second' : chosen
  const methods = useMethods()
  const titles = {
    in: t.signInTitle,
    join: t.joinTitle,
    forgot: t.forgotTitle,
    reset: t.resetTitle,
    second: t.secondTitle,
  }
  const texts = { in: t.tagline, join: t.tagline, forgot: t.forgotText, reset: t.resetText, second: t.secondText }
  const backToSignIn = () => {
    resetting.set(undefined)
    setChallenge(undefined)
    setMode('in')
  }
  return (
    <main className="flex h-dvh flex-col overflow-auto">
      <div className="m-auto w-full max-w-sm px-6 py-10">
        <Logo />
        <h1 className="mt-8 text-2xl font-semibold tracking-tight">{first ? t.firstTitle : titles[mode]}</h1>
        <p className="mt-1 mb-6 text-base text-ink-soft">{first ? t.firstText : texts[mode]}</p>
        {ended && mode === 'in' && (
          <div role="status" className="mb-4">
            <Notice look="careful">{t.sessionEnded}</Notice>
          </div>
        )}
        {mode === 'forgot' && <Forgotten onCode={() => setMode('reset')} />}
        {mode === 'reset' && <NewPassword onDone={backToSignIn} />}
        <Arrival onSecond={setChallenge} />
        {takesPassword(mode, first, methods) && (
          <Credentials
            key={mode}
            making={mode === 'join'}
            invite={!first && state?.registration === 'invite'}
            setupCode={state?.setup_code ?? false}
            onSecond={setChallenge}
            before={over}
          />
        )}
        {mode === 'second' && challenge && (
          <SecondStep
            {...challenge}
            onOver={error => {
              setOver(error)
              backToSignIn()
            }}
          />
        )}
        {mode === 'in' && <OtherDoors onForgot={() => setMode('forgot')} />}
        <div className="mt-8 flex flex-wrap items-center justify-between gap-3 text-sm text-ink-soft">
          <OtherWay first={first} mode={mode} onMode={mode === 'in' ? () => setMode('join') : backToSignIn} />
          <Segmented
            label={u.language}
            value={language}
            choices={[
              { value: 'en', text: 'EN' },
              { value: 'ru', text: 'RU' },
            ]}
            onChange={chooseLanguage}
          />
        </div>
      </div>
    </main>
  )
}

function OtherWay({ first, mode, onMode }: { first: boolean; mode: Mode; onMode: () => void }) {
  const t = identityWords.use()
  const registration = useStore(session)?.registration
  const byPassword = useMethods()?.password !== false
  if (first || (mode === 'in' && !byPassword) || (mode === 'in' && registration === 'closed')) return <span />
  if (mode === 'second')
    return (
      <button type="button" className="text-accent-ink underline" onClick={onMode}>
        {t.beginAgain}
      </button>
    )
  return (
    <span>
      {mode === 'in' ? t.noAccount : t.haveAccount}{' '}
      <button type="button" className="text-accent-ink underline" onClick={onMode}>
        {mode === 'in' ? t.create : t.signIn}
      </button>
    </span>
  )
}

interface CredentialsProps {
  making: boolean
  invite: boolean
  setupCode: boolean
  onSecond: (challenge: Challenge) => void
  /** Why it begins again. */
  before?: unknown
}

function Credentials({ making, invite, setupCode, onSecond, before }: CredentialsProps) {
  const t = identityWords.use()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | undefined>(before as ApiError | undefined)
  const [asked, setAsked] = useState(setupCode)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = valuesOf<'email' | 'password' | 'invite'>(event.currentTarget)
    setBusy(true)
    setError(undefined)
    try {
      const path = making ? '/v1/auth/register' : '/v1/auth/login'
      const { user } = await post(path, {
        ...given,
        invite: given.invite || undefined,
        ...(making ? { timezone: browserZone() } : {}),
      })
      await enter(user)
    } catch (caught) {
      const challenge = challengeOf(caught)
      if (challenge) return onSecond(challenge)
      setError(caught as ApiError)
      if ((caught as ApiError).code === 'setup_code') setAsked(true)
      setBusy(false)
    }
  }

  const fields = error instanceof ApiError ? error.fields : {}
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {making && <TextField name="name" label={t.name} hint={t.nameHint} autoComplete="name" error={fields.name} />}
      <TextField
        name="email"
        type="email"
        label={t.email}
        autoComplete="username"
        autoFocus={!making}
        required
        error={fields.email}
      />
      <PasswordField
        name="password"
        label={t.password}
        hint={making ? t.passwordHint : undefined}
        autoComplete={making ? 'new-password' : 'current-password'}
        required
        error={fields.password}
      />
      {making && invite && (
        <TextField name="invite" label={t.invite} hint={t.inviteHint} defaultValue={inviteOf()} error={fields.invite} />
      )}
      {making && asked && (
        <TextField
          name="setup_code"
          label={t.setupCode}
          hint={t.setupCodeHint}
          autoComplete="off"
          required
          error={fields.setup_code}
        />
      )}
      {error && Object.keys(fields).length === 0 && <Failed error={error} compact />}
      <Button type="submit" look="primary" busy={busy} className="h-9">
        {busy ? t.waiting : making ? t.create : t.signIn}
      </Button>
    </form>
  )
}
