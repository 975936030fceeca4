import { useMutation } from '@tanstack/react-query'
import { post, remove } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { calendarWords } from './words.ts'

export default function FeedDialog({ onClose }: { onClose: () => void }) {
  const t = calendarWords.use()
  const make = useMutation({ mutationFn: () => post('/v1/calendar/feed') })
  const end = useMutation({
    mutationFn: () => remove('/v1/calendar/feed'),
    onSuccess: () => {
      toast(t.feedEnded)
      onClose()
    },
  })
  return (
    <Dialog
      title={t.subscribe}
      text={t.feedText}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" className="text-wrong!" busy={end.isPending} onClick={() => end.mutate()}>
            {t.feedEnd}
          </Button>
          <Button look="primary" busy={make.isPending} onClick={() => make.mutate()}>
            {make.data ? t.feedAgain : t.feedMake}
          </Button>
        </>
      }
    >
      {make.data && <CopyLine label={t.feedAddress} text={make.data.url} />}
      {(make.error ?? end.error) && <Failed compact error={make.error ?? end.error} />}
    </Dialog>
  )
}
