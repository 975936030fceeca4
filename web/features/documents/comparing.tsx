import type { FileObject } from '../../api/shapes.ts'
import { isOwn } from '../../files/given.ts'
import { formatMoment } from '../../lib/format.ts'
import { SelectField } from '../../ui/field.tsx'
import { editorWords, useRevisions } from '../editor/parts.ts'
import { SourcePicker } from './source-picker.tsx'
import { documentWords } from './words.ts'

interface ComparingProps {
  file: FileObject
  field: (name: string) => { value: string; onChange: (event: { target: { value: string } }) => void }
  source: string | undefined
  onSource: (id: string) => void
}

/** With what the file is compared: another one, or what it was itself. */
export function Comparing({ file, field, source, onSource }: ComparingProps) {
  const t = documentWords.use()
  const e = editorWords.use()
  const { data } = useRevisions(file.id, isOwn(file))
  const earlier = data?.filter(({ is_current }) => !is_current) ?? []
  const revision = field('revision')
  return (
    <>
      <p className="text-base text-ink-soft">{t.compareText}</p>
      {earlier.length > 0 && (
        <SelectField label={t.compareWith} {...revision}>
          <option value="">{t.compareOther}</option>
          {earlier.map(({ id, version, created_at }) => (
            <option key={id} value={id}>
              {e.version(version)}, {formatMoment(created_at)}
            </option>
          ))}
        </SelectField>
      )}
      {revision.value === '' && <SourcePicker beside={file} chosen={source} onChoose={onSource} />}
    </>
  )
}
