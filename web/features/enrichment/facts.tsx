import { patch } from '../../api/call.ts'
import type { Enrichment, FileObject } from '../../api/shapes.ts'
import { showError } from '../../files/change.ts'
import { adoptFile } from '../../files/files.ts'
import { isEditable } from '../../files/given.ts'
import { typeWords } from '../../files/type-words.ts'
import { toast } from '../../ui/toast.tsx'
import { enrichmentWords } from './words.ts'

/** Which paper it is, to be put right by a choice; and in which language. */
export function Kind({ file, enrichment }: { file: FileObject; enrichment: Enrichment }) {
  const t = enrichmentWords.use()
  const types = typeWords.use().one
  const { doc_type, language } = enrichment
  const choose = async (next: string | null) => {
    const before = file.enrichment?.provenance.doc_type === 'manual' ? doc_type : null
    try {
      adoptFile(await patch(`/v1/objects/${file.id}`, { doc_type: next }))
      toast(t.typeChanged, {
        action: {
          text: t.undo,
          run: () => void patch(`/v1/objects/${file.id}`, { doc_type: before }).then(adoptFile, showError),
        },
      })
    } catch (error) {
      showError(error)
    }
  }
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
      <label className="flex items-center gap-2">
        {t.type}
        <select
          value={doc_type}
          disabled={!isEditable(file)}
          onChange={event => void choose(event.target.value)}
          className="h-8 rounded border border-line-strong bg-surface px-2 text-sm text-ink disabled:appearance-none disabled:border-transparent disabled:bg-transparent disabled:px-0 disabled:opacity-100"
        >
          {[...new Set([...Object.keys(types), doc_type])].map(type => (
            <option key={type} value={type}>
              {types[type] ?? type}
            </option>
          ))}
        </select>
      </label>
      {language && (
        <span>
          {t.language}: {languageName(language, t.locale)}
        </span>
      )}
      {file.has_corrections && <span className="text-accent-ink">{t.corrected}</span>}
    </p>
  )
}

function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
