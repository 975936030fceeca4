import { useState } from 'react'
import { post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { lock } from '../../files/zone.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useDoing } from '../../ui/doing.ts'
import { PasswordField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { hiddenWords } from './words.ts'

const isPin = (text: string) => /^\d{4,12}$/.test(text)

/** The service has locked the zone for everybody who knew the old PIN. */
async function lockedAnew(): Promise<void> {
  await lock()
  await client.invalidateQueries({ queryKey: ['hidden-pin'] })
}

/** Sets the first PIN, or changes it with the current one. Afterwards the zone is opened with the new one. */
export function PinForm({ change, onDone }: { change: boolean; onDone: () => void }) {
  const t = hiddenWords.use()
  const [given, setGiven] = useState({ current: '', pin: '', again: '' })
  const { busy, error, act } = useDoing(onDone)
  const [tried, setTried] = useState(false)
  const field = (name: keyof typeof given) => ({
    value: given[name],
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
  })
  const isValid = isPin(given.pin) && given.pin === given.again
  const save = async () => {
    await post('/v1/hidden-pin', { pin: given.pin, ...(change ? { current_pin: given.current } : {}) })
    toast(change ? t.changed : t.set)
    await lockedAnew()
  }
  const submit = () => {
    setTried(true)
    if (isValid) void act(save)
  }
  return (
    <Dialog
      title={change ? t.changePin : t.setPin}
      onClose={onDone}
      onSubmit={submit}
      actions={
        <FormActions onCancel={onDone} busy={busy}>
          {change ? t.changePin : t.setPin}
        </FormActions>
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
  const [pin, setPin] = useState('')
  const { busy, error, act } = useDoing(onDone)
  const disable = async () => {
    await post('/v1/hidden-pin/disable', { pin })
    toast(t.removed)
    await lockedAnew()
  }
  return (
    <Dialog
      title={t.disablePin}
      text={t.disableText}
      onClose={onDone}
      onSubmit={() => void act(disable)}
      actions={
        <FormActions onCancel={onDone} look="wrong" busy={busy} disabled={pin === ''}>
          {t.disablePin}
        </FormActions>
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
