import { useState } from 'react'
import { post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { lock } from '../../files/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/words.ts'
import { hiddenWords } from './words.ts'

const isPin = (text: string) => /^\d{4,12}$/.test(text)

/** Sets the first PIN, or changes it with the current one. Afterwards the zone is opened with the new one. */
export function PinForm({ change, onDone }: { change: boolean; onDone: () => void }) {
  const t = hiddenWords.use()
  const u = uiWords.use()
  const [given, setGiven] = useState({ current: '', pin: '', again: '' })
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const field = (name: keyof typeof given) => ({
    value: given[name],
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
  })
  async function submit() {
    setTried(true)
    if (!isPin(given.pin) || given.pin !== given.again) return
    setBusy(true)
    setError(undefined)
    try {
      await post('/v1/hidden-pin', { pin: given.pin, ...(change ? { current_pin: given.current } : {}) })
      toast(change ? t.changed : t.set)
      // The service has locked the zone for everybody who knew the old one.
      await lock()
      await client.invalidateQueries({ queryKey: ['hidden-pin'] })
      onDone()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={change ? t.changePin : t.setPin}
      onClose={onDone}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onDone}>{u.cancel}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {change ? t.changePin : t.setPin}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {change && <PasswordField label={t.currentPin} {...field('current')} />}
        <PasswordField
          label={t.newPin}
          hint={t.pinHint}
          error={tried && !isPin(given.pin) ? t.wrongShape : undefined}
          {...field('pin')}
        />
        <PasswordField
          label={t.repeatPin}
          error={tried && given.pin !== given.again ? t.differ : undefined}
          {...field('again')}
        />
        {error !== undefined && <Failed compact error={error} />}
      </div>
    </Dialog>
  )
}

export function DisablePin({ onDone }: { onDone: () => void }) {
  const t = hiddenWords.use()
  const u = uiWords.use()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  async function submit() {
    setBusy(true)
    setError(undefined)
    try {
      await post('/v1/hidden-pin/disable', { pin })
      toast(t.removed)
      await lock()
      await client.invalidateQueries({ queryKey: ['hidden-pin'] })
      onDone()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t.disablePin}
      text={t.disableText}
      onClose={onDone}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onDone}>{u.cancel}</Button>
          <Button type="submit" look="wrong" busy={busy} disabled={pin === ''}>
            {t.disablePin}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <PasswordField
          label={t.currentPin}
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onChange={event => setPin(event.target.value)}
        />
        {error !== undefined && <Failed compact error={error} />}
      </div>
    </Dialog>
  )
}
