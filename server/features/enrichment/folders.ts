import { inTransaction, type Needs } from '../../context.ts'
import type { Words } from '../../lib/language.ts'
import { recordChange } from '../changes/index.ts'
import { renameByService } from '../collections/index.ts'
import { type FiledAway, folderToName } from './queries.ts'

const PLURALS: Record<string, Words> = {
  contract: { en: 'Contracts', ru: 'Договоры' },
  invoice: { en: 'Invoices', ru: 'Счета' },
  act: { en: 'Acts', ru: 'Акты' },
  letter: { en: 'Letters', ru: 'Письма' },
  report: { en: 'Reports', ru: 'Отчёты' },
  statement: { en: 'Statements', ru: 'Выписки' },
  receipt: { en: 'Receipts', ru: 'Чеки' },
  resume: { en: 'Résumés', ru: 'Резюме' },
  presentation: { en: 'Presentations', ru: 'Презентации' },
  spreadsheet: { en: 'Spreadsheets', ru: 'Таблицы' },
  manual: { en: 'Manuals', ru: 'Инструкции' },
  article: { en: 'Articles', ru: 'Статьи' },
  note: { en: 'Notes', ru: 'Заметки' },
  form: { en: 'Forms', ru: 'Анкеты и бланки' },
  certificate: { en: 'Certificates', ru: 'Справки и свидетельства' },
  photo: { en: 'Photos', ru: 'Фотографии' },
  recording: { en: 'Recordings', ru: 'Записи' },
  code: { en: 'Source code', ru: 'Исходный код' },
}

interface Named {
  name: string
  why: Words
}

/** Names a folder that is left to the service after what most of its files have in common. */
export async function nameFolder(context: Needs<'db' | 'signals'>, ownerId: string, id: string): Promise<void> {
  await inTransaction(context, async tx => {
    const folder = await folderToName(tx.db, ownerId, id)
    const named = folder && nameOf(folder.files)
    if (!named) return
    const before = await renameByService(tx, { ownerId }, id, named.name)
    if (before === undefined) return
    await recordChange(
      tx,
      { ownerId },
      {
        by: 'service',
        subject: 'collection',
        subjectId: id,
        field: 'name',
        before,
        after: named.name,
        why: named.why,
      },
    )
  })
}

/** What stands out: the commonest value that at least half of the files have. */
function shared(
  files: FiledAway[],
  valuesOf: (file: FiledAway) => string[],
): { value: string; files: number } | undefined {
  const counts = new Map<string, number>()
  for (const file of files) for (const value of new Set(valuesOf(file))) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [best] = [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b))
  return best && best[1] * 2 >= files.length ? { value: best[0], files: best[1] } : undefined
}

const organisationsOf = ({ enrichment }: FiledAway) =>
  (enrichment.entities?.organisations ?? []).slice(0, 5).map(({ normal, text }) => normal ?? text)

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "Договоры — ООО «Ромашка»", "Счета", or the keyword that most of them share; undefined when nothing stands out. */
export function nameOf(files: FiledAway[]): Named | undefined {
  if (files.length === 0) return undefined
  const russian = files.filter(file => file.enrichment.language === 'ru').length * 2 >= files.length
  const type = shared(files, file => [file.enrichment.doc_type ?? 'other'])
  const plural = type && PLURALS[type.value]?.[russian ? 'ru' : 'en']
  const party = files.length > 1 ? shared(files, organisationsOf) : undefined
  const keyword = shared(files, file => (file.enrichment.keywords ?? []).map(word => word.toLowerCase()))
  const subject = party?.value ?? (plural ? undefined : keyword && capital(keyword.value))
  const name = [...[plural, subject].filter(Boolean).join(' — ')].slice(0, 200).join('').trim()
  if (!name) return undefined
  const n = files.length
  return {
    name,
    why: {
      en: `Named after its content: this is what most of the ${n} files in it have in common.`,
      ru: `Названа по содержимому: это общее у большинства файлов в папке (всего ${n}).`,
    },
  }
}
