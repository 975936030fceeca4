import { type Agreeing, agreeing } from '../../files/dialog-state.ts'
import { libraryWords } from '../../files/words.ts'
import { formatList } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'

/** Before something goes into a folder that others see, or out of one. */
export default function AgreeToMove({ question }: { question: Agreeing }) {
  const t = libraryWords.use()
  const end = (yes: boolean) => {
    agreeing.set(undefined)
    question.settle(yes)
  }
  return (
    <Dialog
      title={t.moveShared}
      onClose={() => end(false)}
      onSubmit={() => end(true)}
      actions={<FormActions onCancel={() => end(false)}>{t.move}</FormActions>}
    >
      <div className="flex flex-col gap-2 text-base">
        {question.gain.length > 0 && <p>{t.willSee(formatList(question.gain))}</p>}
        {question.lose.length > 0 && <p>{t.willNotSee(formatList(question.lose))}</p>}
      </div>
    </Dialog>
  )
}
