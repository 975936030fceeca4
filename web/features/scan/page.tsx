import { Camera, Maximize, Plus, RotateCw, ScanLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { goTo } from '../../lib/go.ts'
import { useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/field.tsx'
import { Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { CornerField } from './corners.tsx'
import { changePage, forgetScan, removePage, type ScanPage as Sheet, scan, showPage } from './pages.ts'
import { WHOLE } from './paper.ts'
import { saveScan } from './save.ts'
import { usePhoto, useResult } from './shown.ts'
import { scanPhoto } from './take.ts'
import { scanWords } from './words.ts'

/** Photos of pages become one PDF: corners, light and order are set here, page by page. */
export function ScanPage() {
  const t = scanWords.use()
  const now = useStore(scan)
  const { pages, at, folderId } = now
  const [done, setDone] = useState<number>()
  const [leaving, setLeaving] = useState(false)
  const isSaving = done !== undefined
  const page = pages[at]
  const leave = () => {
    forgetScan()
    goTo(folderId ? `/folders/${folderId}` : '/')
  }
  const save = async () => {
    setDone(0)
    try {
      await saveScan(now, setDone)
      // Whoever has gone elsewhere meanwhile stays there.
      if (location.pathname.endsWith('/scan')) leave()
      else forgetScan()
    } catch {
      toast(t.failed, { wrong: true })
    } finally {
      setDone(undefined)
    }
  }
  if (!page)
    return (
      <main className="h-full">
        <Empty icon={ScanLine} title={t.empty} text={t.emptyText}>
          <Button look="primary" icon={Camera} onClick={() => void scanPhoto()}>
            {t.takePhoto}
          </Button>
        </Empty>
      </main>
    )
  return (
    <main className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center gap-3 px-4">
        <h1 className="text-xl font-semibold tracking-tight">{t.title}</h1>
        <span className="figures flex-1 text-sm text-ink-faint">{t.pages(pages.length)}</span>
        <Button look="quiet" disabled={isSaving} onClick={() => setLeaving(true)}>
          {t.cancel}
        </Button>
      </header>
      <div inert={isSaving} className="flex min-h-0 flex-1 flex-col">
        <Photo key={page.id} page={page} />
      </div>
      <ul aria-label={t.pages(pages.length)} className="flex shrink-0 gap-2 overflow-x-auto px-4 pb-2">
        {pages.map((each, number) => (
          <li key={each.id}>
            <Result page={each} label={t.page(number + 1)} isShown={number === at} onShow={() => showPage(number)} />
          </li>
        ))}
      </ul>
      <footer className="flex shrink-0 items-center gap-2 border-t border-line bg-surface px-4 py-2.5">
        <Button icon={Plus} className="flex-1" disabled={isSaving} onClick={() => void scanPhoto()}>
          {t.addPage}
        </Button>
        <Button look="primary" className="flex-1" busy={isSaving} onClick={() => void save()}>
          {done === undefined ? t.save : t.saving(Math.min(done + 1, pages.length), pages.length)}
        </Button>
      </footer>
      {leaving && (
        <Dialog
          title={t.discard}
          text={t.discardText(pages.length)}
          onClose={() => setLeaving(false)}
          actions={
            <>
              <Button onClick={() => setLeaving(false)}>{t.keep}</Button>
              <Button look="wrong" onClick={leave}>
                {t.discardYes}
              </Button>
            </>
          }
        />
      )}
    </main>
  )
}

function Photo({ page }: { page: Sheet }) {
  const t = scanWords.use()
  const picture = usePhoto(page.photo)
  return (
    <>
      <div className="min-h-0 flex-1 p-6">
        {picture && (
          <CornerField
            picture={picture}
            corners={page.corners}
            onChange={corners => changePage(page.id, { corners, found: true })}
          />
        )}
      </div>
      <p role="status" className="px-4 text-sm text-ink-soft">
        {page.found ? t.drag : t.notFound}
      </p>
      <div className="flex shrink-0 items-center gap-1 px-4 py-2">
        <div className="flex-1">
          <Switch label={t.cleanUp} checked={page.clean} onChange={clean => changePage(page.id, { clean })} />
        </div>
        <IconButton
          icon={Maximize}
          label={t.wholePhoto}
          onClick={() => changePage(page.id, { corners: WHOLE, found: true })}
        />
        <IconButton
          icon={RotateCw}
          label={t.rotate}
          onClick={() => changePage(page.id, { turns: (page.turns + 1) % 4 })}
        />
        <IconButton icon={Trash2} label={t.remove} onClick={() => removePage(page.id)} />
      </div>
    </>
  )
}

interface ResultProps {
  page: Sheet
  label: string
  isShown: boolean
  onShow: () => void
}

/** What becomes of a page, small. */
function Result({ page, label, isShown, onShow }: ResultProps) {
  const canvas = useResult(page)
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isShown || undefined}
      onClick={onShow}
      className="block rounded border-2 border-transparent p-0.5 aria-[current]:border-accent"
    >
      <canvas ref={canvas} width={57} height={80} className="h-20 w-auto min-w-10 rounded-sm bg-sunken" />
    </button>
  )
}
