import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { handedOver } from './handed-over.ts'
import { handedWords } from './handed-over-words.ts'
import { upload } from './pick.ts'

/** Another app has shared these. Any page of the web could have sent them here, too: they are taken in when somebody says so. */
export function HandedOver({ files }: { files: File[] }) {
  const t = handedWords.use()
  const [busy, setBusy] = useState(false)
  const close = () => handedOver.set([])
  const take = async () => {
    setBusy(true)
    await upload(files, undefined)
    close()
  }
  return (
    <Dialog
      title={t.title(files.length)}
      onClose={close}
      onSubmit={() => void take()}
      actions={
        <>
          <Button onClick={close}>{t.cancel}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {t.take}
          </Button>
        </>
      }
    >
      <ul tabIndex={0} className="flex max-h-64 flex-col gap-1 overflow-auto pb-2 text-sm text-ink-soft">
        {files.map((file, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name
          <li key={at} className="truncate">
            {file.name}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
