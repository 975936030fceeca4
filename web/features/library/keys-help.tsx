import { ownWords } from '../../files/own-words.ts'
import { pinWords } from '../../files/pin-words.ts'
import { libraryWords } from '../../files/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { startTour } from '../tour/index.ts'

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = libraryWords.use()
  const o = ownWords.use()
  const p = pinWords.use()
  const rows: [string, string][] = [
    ['↑ ↓  J K', t.keys.move],
    ['X', t.keys.select],
    ['Ctrl A', t.keys.all],
    ['Enter', t.keys.open],
    ['Space', t.keys.preview],
    ['R', t.keys.rename],
    ['M', t.keys.moveTo],
    ['S', o.favorite],
    ['T', o.addTag],
    ['P', p.pin],
    ['Del', t.keys.trash],
    ['I', t.details],
    ['/', t.keys.search],
    ['Ctrl K', t.keys.palette],
    ['?', t.keys.help],
  ]
  return (
    <Dialog
      title={t.keysTitle}
      onClose={onClose}
      actions={
        <Button
          onClick={() => {
            onClose()
            startTour()
          }}
        >
          {t.showAround}
        </Button>
      }
    >
      <dl className="pb-3">
        {rows.map(([keys, what]) => (
          <div
            key={keys}
            className="flex items-center justify-between border-b border-line py-1.5 text-sm last:border-0"
          >
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.split('  ').map(key => (
                <kbd key={key} className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-sans text-xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
