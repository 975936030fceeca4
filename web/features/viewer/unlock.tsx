import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { FileObject } from '../../api/shapes.ts'
import { refreshListings } from '../../files/files.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { viewerWords } from './words.ts'

/** Of a file that says it has a password: read once, with what is given here and forgotten again. */
export function Unlock({ file }: { file: FileObject }) {
  const t = viewerWords.use()
  const [asked, ask] = useState(false)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  if (!/Введите пароль|Give the password/.test(file.error ?? '')) return null
  const close = () => {
    setPassword('')
    setFault('')
    ask(false)
  }
  const read = async () => {
    setBusy(true)
    try {
      await post(`/v1/objects/${file.id}/read-with-password`, { password })
      close()
      refreshListings()
      void client.invalidateQueries()
    } catch (error) {
      setFault((error as Error).message)
    }
    setBusy(false)
  }
  return (
    <>
      <Button icon={KeyRound} className="self-start" onClick={() => ask(true)}>
        {t.givePassword}
      </Button>
      {asked && (
        <Dialog
          title={t.givePassword}
          text={t.givePasswordText}
          onClose={close}
          onSubmit={() => void read()}
          actions={
            <FormActions onCancel={close} busy={busy}>
              {t.readIt}
            </FormActions>
          }
        >
          <PasswordField
            label={t.passwordOfFile}
            error={fault || undefined}
            maxLength={256}
            autoComplete="off"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        </Dialog>
      )}
    </>
  )
}
