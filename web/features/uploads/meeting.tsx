import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/field.tsx'
import type { DuplicateChoice, UploadItem } from './items.ts'
import { withQueue } from './with-queue.ts'
import { uploadWords } from './words.ts'

/** A file that is there already: what should become of it, and of all others like it. */
export default function Meeting({ item, more }: { item: UploadItem; more: number }) {
  const t = uploadWords.use()
  const [all, setAll] = useState(more > 0)
  const given = useRef(false)
  const give = (answer: DuplicateChoice) => {
    // Closing the dialog says so once more.
    if (given.current) return
    given.current = true
    withQueue(queue => queue.answer(item.id, answer, all))()
  }
  const sameBytes = item.met === 'duplicate'
  return (
    <Dialog
      title={sameBytes ? t.askDuplicate(item.name) : t.askName(item.name)}
      text={sameBytes ? t.askDuplicateText : t.askNameText}
      onClose={() => give('skip')}
      actions={
        <>
          <Button onClick={() => give('keep')}>{t.keepBoth}</Button>
          {!sameBytes && <Button onClick={() => give('replace')}>{t.replace}</Button>}
          <Button look="primary" data-first onClick={() => give('skip')}>
            {t.skip}
          </Button>
        </>
      }
    >
      {more > 0 && <Switch label={t.forAll(more + 1)} checked={all} onChange={setAll} />}
    </Dialog>
  )
}
