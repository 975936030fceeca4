import type { FileObject } from '../../api/shapes.ts'
import { isEditable, isOwn } from '../../files/given.ts'
import { Switch } from '../../ui/field.tsx'
import { documentWords } from './words.ts'

/** Whether the result takes the place of the file; whoever may only see it is not asked. */
export function AsVersion({ file, on, onChange }: { file: FileObject; on: boolean; onChange: (on: boolean) => void }) {
  const t = documentWords.use()
  if (!isEditable(file)) return null
  const hint = isOwn(file) ? t.asVersionHint : t.asVersionOfOthers(file.owner_name ?? '')
  return <Switch label={t.asVersion} hint={hint} checked={on} onChange={onChange} />
}

/** The same step, with its result in the place of the file. */
export const stepAs = <T extends { body: object }>(step: T, isVersion: boolean): T =>
  isVersion ? { ...step, body: { ...step.body, replace: true } } : step
