import { Globe } from 'lucide-react'
import { language } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { keepZone, moved, takeZone } from './moved.ts'
import { identityWords } from './words.ts'

/** What people call it: "Japan Time", not a name of a file. */
const nameOf = (zone: string): string =>
  new Intl.DateTimeFormat(language(), { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(part => part.type === 'timeZoneName')?.value ?? zone

/** Asks once which clock holds; until then the chosen one does. */
export default function ZoneNote() {
  const t = identityWords.use()
  const asked = useStore(moved)
  if (!asked) return null
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-1.5 text-sm"
    >
      <Globe aria-hidden className="size-4 shrink-0 text-ink-faint" />
      <span>{t.zoneMoved(nameOf(asked.to), nameOf(asked.from))}</span>
      <Button look="quiet" onClick={keepZone}>
        {t.zoneKeep}
      </Button>
      <Button onClick={() => void takeZone().catch(error => toast(messageOf(error), { wrong: true }))}>
        {t.zoneTake}
      </Button>
    </div>
  )
}
