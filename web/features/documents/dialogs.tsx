import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { get } from '../../api/call.ts'
import { askedWork, type RequestedWork } from '../../files/asked-work.ts'
import { isOwn } from '../../files/given.ts'
import { formatNumber } from '../../lib/format.ts'
import { useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Failed } from '../../ui/states.tsx'
import { WorkProgress } from './progress.tsx'
import { documentWords } from './words.ts'
import { type DocumentWork, runAssembly, runConversion } from './work.ts'

const close = () => askedWork.set(undefined)

/** Converting and putting together, asked for from anywhere. */
export default function WorkDialogs() {
  const asked = useStore(askedWork)
  if (asked?.kind === 'convert') return <Convert file={asked.file} />
  if (asked?.kind === 'assemble') return <Assemble files={asked.files} />
  return null
}

function Actions({ work, start }: { work: DocumentWork | undefined; start: string }) {
  const t = documentWords.use()
  if (work?.state === 'done')
    return (
      <Button type="submit" look="primary">
        {t.close}
      </Button>
    )
  return (
    <FormActions onCancel={close} busy={work?.state === 'running'}>
      {start}
    </FormActions>
  )
}

const PICTURES = new Set(['jpg', 'png', 'webp', 'avif', 'tiff'])
const SIZES = [3840, 2560, 1920, 1280, 800]

/** The names of the sheets, of which one may be taken. */
function useSheets(file: { id: string; kind: string }, wanted: boolean): string[] {
  const { data } = useQuery({
    queryKey: ['sheet names', file.id],
    queryFn: ({ signal }) => get<'GET /v1/objects/{object_id}/cells'>(`/v1/objects/${file.id}/cells`, signal),
    enabled: wanted && file.kind === 'spreadsheet',
    retry: false,
    gcTime: 0,
  })
  return wanted ? (data?.sheets.map(({ name }) => name) ?? []) : []
}

function Convert({ file }: { file: Extract<RequestedWork, { kind: 'convert' }>['file'] }) {
  const t = documentWords.use()
  const [work, setWork] = useState<DocumentWork>()
  const [chosen, setChosen] = useState('')
  const [size, setSize] = useState('')
  const [sheet, setSheet] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['formats', file.id],
    queryFn: ({ signal }) => get(`/v1/objects/${file.id}/convert-formats`, signal),
  })
  const fmt = chosen || data?.formats[0]
  const isPicture = file.kind === 'image' && PICTURES.has(fmt ?? '')
  const sheets = useSheets(file, fmt === 'csv')
  const more = isPicture && size ? { size: Number(size) } : sheets.length > 1 && sheet ? { sheet: Number(sheet) } : {}
  const submit = () => {
    if (work?.state === 'done') close()
    else if (fmt) void runConversion(file.id, { fmt, ...more }, setWork)
  }
  return (
    <Dialog
      title={t.convertTitle(file.filename)}
      onClose={close}
      onSubmit={submit}
      actions={fmt && <Actions work={work} start={t.convert} />}
    >
      <div className="flex flex-col gap-3 pb-2">
        {error && <Failed compact error={error} onRetry={() => void refetch()} />}
        {data?.formats.length === 0 && <p className="text-base text-ink-soft">{t.convertNone}</p>}
        {fmt && work?.state !== 'done' && (
          <SelectField label={t.convertTo} value={fmt} onChange={event => setChosen(event.target.value)}>
            {data?.formats.map(each => (
              <option key={each} value={each}>
                {each.toUpperCase()}
              </option>
            ))}
          </SelectField>
        )}
        {isPicture && work?.state !== 'done' && (
          <SelectField label={t.pictureSize} value={size} onChange={event => setSize(event.target.value)}>
            <option value="">{t.asLarge}</option>
            {SIZES.map(each => (
              <option key={each} value={each}>
                {t.pixels(formatNumber(each))}
              </option>
            ))}
          </SelectField>
        )}
        {sheets.length > 1 && work?.state !== 'done' && (
          <SelectField label={t.sheet} value={sheet} onChange={event => setSheet(event.target.value)}>
            <option value="">{t.allSheets}</option>
            {sheets.map((name, at) => (
              <option key={name} value={at + 1}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {fmt && work?.state !== 'done' && !isOwn(file) && <p className="text-sm text-ink-soft">{t.ofOthers}</p>}
        {work && <WorkProgress work={work} />}
      </div>
    </Dialog>
  )
}

function Assemble({ files }: { files: Extract<RequestedWork, { kind: 'assemble' }>['files'] }) {
  const t = documentWords.use()
  const [work, setWork] = useState<DocumentWork>()
  const [order, setOrder] = useState(files)
  const [name, setName] = useState('')
  const [sort, setSort] = useState<'order' | 'date'>('order')
  const move = (index: number, by: number) => {
    const next = [...order]
    const [file] = next.splice(index, 1)
    next.splice(index + by, 0, file!)
    setOrder(next)
  }
  const submit = () => {
    if (work?.state === 'done') close()
    else void runAssembly({ object_ids: order.map(file => file.id), name: name.trim() || null, sort }, setWork)
  }
  return (
    <Dialog
      title={t.assemble}
      text={t.assembleText}
      onClose={close}
      onSubmit={submit}
      actions={<Actions work={work} start={t.assemble} />}
    >
      <div className="flex flex-col gap-3 pb-2">
        {work?.state !== 'done' && (
          <>
            <TextField label={t.name} maxLength={255} value={name} onChange={event => setName(event.target.value)} />
            <SelectField
              label={t.order}
              value={sort}
              onChange={event => setSort(event.target.value as 'order' | 'date')}
            >
              <option value="order">{t.orders.order}</option>
              <option value="date">{t.orders.date}</option>
            </SelectField>
            <ol className="flex flex-col rounded border border-line">
              {order.map((file, index) => (
                <li
                  key={file.id}
                  className="flex h-10 items-center gap-2 px-2.5 text-sm not-last:border-b not-last:border-line"
                >
                  <span className="figures w-5 text-ink-faint">{index + 1}</span>
                  <KindIcon kind={file.kind} />
                  <span className="min-w-0 flex-1 truncate">{file.filename}</span>
                  {sort === 'order' && (
                    <>
                      <IconButton
                        icon={ArrowUp}
                        small
                        plain
                        label={`${t.earlier}: ${file.filename}`}
                        disabled={index === 0}
                        onClick={() => move(index, -1)}
                      />
                      <IconButton
                        icon={ArrowDown}
                        small
                        plain
                        label={`${t.later}: ${file.filename}`}
                        disabled={index === order.length - 1}
                        onClick={() => move(index, 1)}
                      />
                    </>
                  )}
                </li>
              ))}
            </ol>
            {!files.every(isOwn) && <p className="text-sm text-ink-soft">{t.ofOthers}</p>}
          </>
        )}
        {work && <WorkProgress work={work} />}
      </div>
    </Dialog>
  )
}
