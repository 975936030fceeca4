import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import {
  ArrowLeft,
  Bookmark,
  Droplets,
  FileCog,
  FileKey2,
  FilePlus2,
  GitCompareArrows,
  Hash,
  Layers,
  LockKeyhole,
  LockKeyholeOpen,
  RefreshCw,
  Replace,
  RotateCcw,
  RotateCw,
  ScanText,
  Scissors,
  Shrink,
  TextCursorInput,
  Trash2,
  Undo2,
  Wrench,
} from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useState } from 'react'
import type { FileObject } from '../../api/shapes.ts'
import { askedWork } from '../../files/asked-work.ts'
import { useFile } from '../../files/files.ts'
import { isEditable, isOwn } from '../../files/given.ts'
import { PageHead } from '../../files/page-head.tsx'
import { usePdf } from '../../files/pdf.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Failed, Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { AsVersion, stepAs } from './as-version.tsx'
import { Cropping } from './cropping.tsx'
import { EarlierVersions } from './earlier.tsx'
import { arranged, movedTo, type PageEdit, stepsOf, turned, untouched, without } from './edits.ts'
import { useHistory } from './history.ts'
import { Marking } from './marking.tsx'
import { Outcome } from './outcome.tsx'
import { type BenchSearch, MODES } from './search.ts'
import { Thumbs } from './thumbs.tsx'
import { type DocumentTool, ToolDialog } from './tools.tsx'
import { documentWords } from './words.ts'
import { type DocumentWork, runStep } from './work.ts'

/** A workbench for the pages of a PDF. Nothing is changed in place: what one makes is a new file. */
export function WorkbenchPage() {
  const t = documentWords.use()
  const { object = '' } = useParams({ strict: false })
  const { data: file, error, refetch } = useFile(object)
  const [tool, setTool] = useState<ChosenTool>()
  const [work, setWork] = useState<DocumentWork>()
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!file) return <Waiting />
  if (file.kind !== 'pdf') return <Failed error={new Error(t.notPdf)} />
  return (
    <>
      <Bench key={file.id} file={file} onTool={setTool} work={work} onWork={setWork} />
      {/* Both stay when what it made is the next version, and say so. */}
      {tool && <ToolDialog key={tool.tool} {...tool} file={file} onClose={() => setTool(undefined)} />}
    </>
  )
}

interface ChosenTool {
  tool: DocumentTool
  count: number
  chosen: number[]
}

interface BenchProps {
  file: FileObject
  onTool: (tool: ChosenTool) => void
  work: DocumentWork | undefined
  onWork: (work: DocumentWork | undefined) => void
}

function Bench({ file, onTool, work, onWork }: BenchProps) {
  const t = documentWords.use()
  const { work: mode = 'pages' } = useSearch({ strict: false }) as BenchSearch
  const navigate = useNavigate()
  const { document, error, retry } = usePdf(`/v1/objects/${file.id}/content?disposition=inline`, {
    version: file.version,
  })
  const count = document?.numPages ?? 1
  const use = (tool: DocumentTool, chosen: number[] = []) => onTool({ tool, count, chosen })
  return (
    <main className="flex h-full flex-col">
      <PageHead file={file} back={t.back} doing={t.workbench}>
        <span className="figures text-sm text-ink-faint max-md:hidden">{document && t.pages(count)}</span>
        {/* On a phone the tools stand beside the name, and below both how one works. */}
        <span aria-hidden className="order-1 basis-full sm:hidden" />
        <div className="max-sm:order-1">
          <Segmented
            label={t.mode}
            value={mode}
            choices={MODES.map(value => ({ value, text: t.modes[value] }))}
            onChange={next => {
              onWork(undefined)
              void navigate({ to: '.', search: (now: BenchSearch) => ({ ...now, work: next }), replace: true })
            }}
          />
        </div>
        <Menu
          align="end"
          items={() => [
            { text: t.compress, icon: Shrink, run: () => use('compress') },
            { text: t.protect, icon: LockKeyhole, run: () => use('protect') },
            { text: t.unlock, icon: LockKeyholeOpen, run: () => use('unlock') },
            { text: t.watermark, icon: Droplets, run: () => use('watermark') },
            { text: t.properties, icon: FileCog, run: () => use('properties') },
            { text: t.searchable, icon: ScanText, run: () => use('searchable') },
            { text: t.number, icon: Hash, run: () => use('number') },
            { text: t.fill, icon: TextCursorInput, run: () => use('fill') },
            { text: t.flatten, icon: Layers, run: () => use('flatten') },
            { text: t.outline, icon: Bookmark, run: () => use('outline') },
            { text: t.sign, icon: FileKey2, run: () => use('sign') },
            { text: t.compare, icon: GitCompareArrows, run: () => use('compare') },
            { text: t.convert, icon: RefreshCw, run: () => askedWork.set({ kind: 'convert', file }) },
          ]}
        >
          <Button icon={Wrench}>{t.tools}</Button>
        </Menu>
      </PageHead>
      {!isOwn(file) && (
        <div className="shrink-0 px-3 pb-2.5">
          <Notice>
            {isEditable(file) ? t.givenToEdit(file.owner_name ?? '') : t.givenToRead(file.owner_name ?? '')}
          </Notice>
        </div>
      )}
      <div className="min-h-0 flex-1 border-t border-line">
        {work && (
          <Outcome work={work} onBack={() => onWork(undefined)}>
            {mode === 'redact' && <EarlierVersions file={file} work={work} />}
          </Outcome>
        )}
        {/* Whoever comes back finds what they had marked; of the next version nothing is marked. */}
        <div className={work ? 'hidden' : 'size-full'}>
          {error ? (
            <Failed error={error} onRetry={retry} />
          ) : !document ? (
            <Waiting />
          ) : mode === 'pages' ? (
            <Arrange key={file.version} file={file} document={document} onTool={use} onWork={onWork} />
          ) : mode === 'crop' ? (
            <Cropping key={file.version} file={file} document={document} onWork={onWork} />
          ) : (
            <Marking key={`${mode}${file.version}`} file={file} document={document} mode={mode} onWork={onWork} />
          )}
        </div>
      </div>
    </main>
  )
}

interface ArrangeProps extends Pick<BenchProps, 'onWork'> {
  file: FileObject
  document: PDFDocumentProxy
  onTool: (tool: DocumentTool, chosen?: number[]) => void
}

function Arrange({ file, document, onTool, onWork }: ArrangeProps) {
  const t = documentWords.use()
  const { now: sheets, set: setSheets, undo, canUndo } = useHistory<PageEdit[]>(() => untouched(document.numPages))
  const [chosen, choose] = useState<Set<number>>(() => new Set())
  const [asVersion, setAsVersion] = useState(false)
  const steps = stepsOf(sheets, document.numPages)
  const save = () => {
    const step = arranged(sheets, document.numPages)
    if (step) void runStep(file.id, stepAs(step, asVersion), onWork)
  }
  const turn = (by: 90 | -90) => setSheets(turned(sheets, chosen, by))
  const removeChosen = () => {
    const left = without(sheets, chosen)
    if (left.length === 0) return toast(t.keep, { wrong: true })
    setSheets(left)
    choose(new Set())
  }
  const move = (by: -1 | 1) => {
    const places = sheets.flatMap(({ page }, index) => (chosen.has(page) ? [index] : []))
    const to = by < 0 ? Math.max(0, places[0]! - 1) : Math.min(sheets.length, places.at(-1)! + 2)
    setSheets(movedTo(sheets, chosen, to))
  }
  const startOver = () => {
    setSheets(untouched(document.numPages))
    choose(new Set())
  }
  const none = chosen.size === 0
  const pages = [...chosen].sort((a, b) => a - b)
  return (
    <div className="flex size-full flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line px-3 py-1.5">
        <Button look="quiet" onClick={() => choose(none ? new Set(sheets.map(({ page }) => page)) : new Set())}>
          {none ? t.selectAll : t.selectNone}
        </Button>
        <IconButton icon={RotateCcw} label={t.rotateLeft} keys="Shift R" disabled={none} onClick={() => turn(-90)} />
        <IconButton icon={RotateCw} label={t.rotateRight} keys="R" disabled={none} onClick={() => turn(90)} />
        <IconButton icon={ArrowLeft} label={t.earlier} keys="Alt ←" disabled={none} onClick={() => move(-1)} />
        <IconButton
          icon={ArrowLeft}
          label={t.later}
          keys="Alt →"
          disabled={none}
          onClick={() => move(1)}
          className="rotate-180"
        />
        <IconButton icon={Trash2} label={t.remove} keys="Del" disabled={none} onClick={removeChosen} />
        <IconButton icon={Undo2} label={t.undo} keys="Ctrl Z" disabled={!canUndo} onClick={undo} />
        <span aria-hidden className="mx-1 h-5 w-px bg-line" />
        <IconButton icon={Scissors} label={t.split} onClick={() => onTool('split')} />
        <IconButton icon={FilePlus2} label={t.insert} onClick={() => onTool('insert', pages)} />
        <IconButton icon={Replace} label={t.replace} disabled={none} onClick={() => onTool('replace', pages)} />
        <span aria-live="polite" className="figures ml-2 text-sm text-ink-soft">
          {!none && t.chosen(chosen.size)}
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        <Thumbs
          document={document}
          sheets={sheets}
          chosen={chosen}
          onChoose={choose}
          onChange={setSheets}
          onTurn={turn}
          onRemove={removeChosen}
        />
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2.5">
        <p className="min-w-0 flex-1 text-sm text-ink-soft">{steps.length > 0 ? t.unsaved(steps.length) : t.hint}</p>
        {steps.length > 0 && <AsVersion file={file} on={asVersion} onChange={setAsVersion} />}
        {steps.length > 0 && <Button onClick={startOver}>{t.undoAll}</Button>}
        {steps.length > 0 && (
          <Button look="primary" onClick={save}>
            {asVersion ? t.saveVersion : t.save}
          </Button>
        )}
      </footer>
    </div>
  )
}
