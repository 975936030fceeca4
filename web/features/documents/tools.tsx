import { type ReactNode, useState } from 'react'
import type { FileObject } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField, SelectField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { AsVersion, stepAs } from './as-version.tsx'
import { Comparing } from './comparing.tsx'
import { pageList } from './edits.ts'
import { FormFields, filledIn, NumberFields } from './form-fields.tsx'
import type { Bookmark } from './outline.ts'
import { OutlineFields } from './outline-fields.tsx'
import { WorkProgress } from './progress.tsx'
import { SigningFields } from './signing.tsx'
import { SourcePicker } from './source-picker.tsx'
import { documentWords } from './words.ts'
import { type DocumentWork, runSigning, runStep } from './work.ts'

export type DocumentTool =
  | 'compress'
  | 'protect'
  | 'unlock'
  | 'watermark'
  | 'properties'
  | 'split'
  | 'insert'
  | 'replace'
  | 'searchable'
  | 'number'
  | 'fill'
  | 'flatten'
  | 'compare'
  | 'outline'
  | 'sign'

/** What they make is no next version of the file. */
const SEVERAL = new Set<DocumentTool>(['split', 'compare'])

interface ToolProps {
  tool: DocumentTool
  file: FileObject
  count: number
  /** Chosen pages, for those tools that are about some. */
  chosen: number[]
  onClose: () => void
}

/** The dialog of one tool: first its settings, then its progress, then its result. */
export function ToolDialog({ tool, file, count, chosen, onClose }: ToolProps) {
  const t = documentWords.use()
  const [work, setWork] = useState<DocumentWork>()
  const [values, setValues] = useState<Record<string, string>>({
    opacity: '30',
    font_size: '48',
    angle: '45',
    size: '1',
    start: '1',
    at: chosen[0] ? String(chosen[0]) : '',
    pages: pageList(chosen),
  })
  const [fault, setFault] = useState('')
  const [asVersion, setAsVersion] = useState(false)
  const [certificate, setCertificate] = useState<File>()
  /** Undefined until those of the file have come. */
  const [outline, setOutline] = useState<Bookmark[]>()
  const field = (name: string) => ({
    value: values[name] ?? '',
    onChange: (event: { target: { value: string } }) => setValues(now => ({ ...now, [name]: event.target.value })),
  })
  const start = () => {
    if (tool === 'sign') {
      setFault(certificate ? '' : t.certificateNeeded)
      const { password = '', reason = '' } = values
      if (certificate) void runSigning(file.id, { certificate, password, reason, replace: asVersion }, setWork)
      return
    }
    const body = tool === 'outline' ? outline && { items: outline } : bodyOf(tool, values, count)
    setFault(body ? '' : t.splitBad)
    if (body) void runStep(file.id, stepAs({ op: tool, body }, asVersion), setWork)
  }
  const over = work?.state === 'done'
  const fields: Record<DocumentTool, () => ReactNode> = {
    compress: () => null,
    searchable: () => <p className="text-base text-ink-soft">{t.searchableText}</p>,
    flatten: () => <p className="text-base text-ink-soft">{t.flattenText}</p>,
    compare: () => (
      <Comparing
        file={file}
        field={field}
        source={values.source}
        onSource={source => setValues(now => ({ ...now, source }))}
      />
    ),
    outline: () => <OutlineFields id={file.id} onChange={setOutline} />,
    sign: () => (
      <>
        <SigningFields field={field} certificate={certificate} onCertificate={setCertificate} />
        {fault && (
          <p role="alert" className="text-sm text-wrong">
            {fault}
          </p>
        )}
      </>
    ),
    number: () => <NumberFields field={field} />,
    fill: () => <FormFields id={file.id} field={field} />,
    protect: () => (
      <PasswordField
        label={t.password}
        hint={t.passwordHint}
        maxLength={256}
        autoComplete="new-password"
        {...field('password')}
      />
    ),
    unlock: () => <PasswordField label={t.passwordNow} maxLength={256} autoComplete="off" {...field('password')} />,
    watermark: () => (
      <>
        <TextField label={t.text} maxLength={120} {...field('text')} />
        <div className="grid grid-cols-3 gap-3">
          <TextField label={t.opacity} type="number" min={1} max={100} {...field('opacity')} />
          <TextField label={t.fontSize} type="number" min={6} max={200} {...field('font_size')} />
          <TextField label={t.angle} type="number" min={-180} max={180} {...field('angle')} />
        </div>
      </>
    ),
    properties: () => (
      <>
        {(['title', 'author', 'subject', 'keywords'] as const).map(name => (
          <TextField
            key={name}
            label={{ title: t.docTitle, author: t.author, subject: t.subject, keywords: t.keywords }[name]}
            maxLength={255}
            {...field(name)}
          />
        ))}
      </>
    ),
    split: () => (
      <>
        <SelectField label={t.splitHow} {...field('how')}>
          <option value="">{t.splitEvery}</option>
          <option value="ranges">{t.splitRanges}</option>
        </SelectField>
        {values.how === 'ranges' ? (
          <TextField label={t.splitRanges} hint={t.splitRangesHint} error={fault || undefined} {...field('ranges')} />
        ) : (
          <TextField label={t.splitEvery} type="number" min={1} max={1000} {...field('size')} />
        )}
      </>
    ),
    insert: () => (
      <>
        <SourcePicker
          beside={file}
          chosen={values.source}
          onChoose={source => setValues(now => ({ ...now, source }))}
        />
        <SelectField label={t.at} {...field('at')}>
          {Array.from({ length: Math.min(count, 500) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
          <option value="">{t.atEnd}</option>
        </SelectField>
      </>
    ),
    replace: () => (
      <>
        <SourcePicker
          beside={file}
          chosen={values.source}
          onChoose={source => setValues(now => ({ ...now, source }))}
        />
        <TextField label={t.modes.pages} {...field('pages')} />
      </>
    ),
  }
  return (
    <Dialog
      title={t[tool]}
      onClose={onClose}
      onSubmit={over ? onClose : start}
      actions={
        over ? (
          <Button type="submit" look="primary">
            {t.close}
          </Button>
        ) : (
          <FormActions onCancel={onClose} busy={work?.state === 'running'} disabled={tool === 'outline' && !outline}>
            {t.start}
          </FormActions>
        )
      }
    >
      <div className="flex flex-col gap-3 pb-1">
        {!over && work?.state !== 'running' && (
          <>
            {fields[tool]()}
            {!SEVERAL.has(tool) && <AsVersion file={file} on={asVersion} onChange={setAsVersion} />}
          </>
        )}
        {work && <WorkProgress work={work} />}
      </div>
    </Dialog>
  )
}

/** Undefined when what was written makes no sense. */
function bodyOf(
  tool: Exclude<DocumentTool, 'sign' | 'outline'>,
  values: Record<string, string>,
  count: number,
): object | undefined {
  const number = (name: string) => Number(values[name])
  switch (tool) {
    case 'compress':
    case 'searchable':
    case 'flatten':
      return {}
    case 'compare':
      return values.revision ? { other_revision_id: values.revision } : { other_object_id: values.source }
    case 'number':
      return { text: values.text || '{n}', position: values.position || 'bottom', start: number('start') }
    case 'fill':
      return { fields: filledIn(values) }
    case 'protect':
    case 'unlock':
      return { password: values.password ?? '' }
    case 'watermark':
      return {
        text: values.text ?? '',
        opacity: number('opacity') / 100,
        font_size: number('font_size'),
        angle: number('angle'),
      }
    case 'properties':
      return Object.fromEntries(
        ['title', 'author', 'subject', 'keywords'].flatMap(name => (values[name] ? [[name, values[name]]] : [])),
      )
    case 'split': {
      if (values.how !== 'ranges') return { size: number('size') }
      const ranges = (values.ranges ?? '').split(',').map(part => /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part))
      if (ranges.some(range => range === null)) return undefined
      return { ranges: ranges.map(range => [Number(range![1]), Number(range![2] ?? range![1])]) }
    }
    case 'insert':
      return { source_object_id: values.source, at: values.at ? number('at') : count + 1 }
    case 'replace':
      return { source_object_id: values.source, pages: values.pages }
  }
}
