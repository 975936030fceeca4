import { useState } from 'react'
import { post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { User } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/words.ts'
import { adminWords } from './words.ts'

/** A link for somebody who has forgotten their password, to be handed over by whatever way there is. */
export function PasswordLink({ user, onClose }: { user: User; onClose: () => void }) {
  const t = adminWords.use()
  const u = uiWords.use()
  const [link, setLink] = useState<string>()
  const [error, setError] = useState<unknown>()
  const make = async () => {
    setError(undefined)
    try {
      setLink((await post(`/v1/admin/users/${user.id}/password-reset`)).reset_url)
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <Dialog
      title={t.resetPassword}
      text={t.resetPasswordText(user.email)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} data-first>
            {link ? u.close : u.cancel}
          </Button>
          {!link && (
            <Button look="primary" onClick={() => void make()}>
              {t.makeLink}
            </Button>
          )}
        </>
      }
    >
      {error !== undefined && <Failed compact error={error} />}
      {link && <CopyLine label={t.resetLink} text={link} />}
    </Dialog>
  )
}

export function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const t = adminWords.use()
  const [bucket, setBucket] = useState(false)
  const removeUser = async () => {
    await remove(`/v1/admin/users/${user.id}`, { bucket })
    toast(t.userDeleted(user.email))
    void client.invalidateQueries({ queryKey: ['users'] })
  }
  return (
    <Confirm
      title={t.deleteUser}
      text={t.deleteUserText(user.email)}
      action={t.deleteUser}
      run={removeUser}
      onClose={onClose}
    >
      <Checkbox label={t.deleteUserBucket} checked={bucket} onChange={event => setBucket(event.target.checked)} />
    </Confirm>
  )
}

/** For somebody who has lost their phone: the password stays, and is enough again. */
export function ResetSecondFactor({ user, onClose }: { user: User; onClose: () => void }) {
  const t = adminWords.use()
  const reset = async () => {
    await post(`/v1/admin/users/${user.id}/second-factor/reset`)
    toast(t.factorReset)
  }
  return (
    <Confirm
      title={t.resetFactor}
      text={t.resetFactorText(user.email)}
      action={t.resetFactor}
      run={reset}
      onClose={onClose}
    />
  )
}

export function ResetPin({ user, onClose }: { user: User; onClose: () => void }) {
  const t = adminWords.use()
  const reset = async () => {
    await post(`/v1/admin/users/${user.id}/hidden-pin/reset`)
    toast(t.pinReset)
  }
  return (
    <Confirm title={t.resetPin} text={t.resetPinText(user.email)} action={t.resetPin} run={reset} onClose={onClose} />
  )
}
