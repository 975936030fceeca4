import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { SavedSearch, Tag } from '../../api/shapes.ts'
import type { Picked } from '../../files/files.ts'
import { changeSearch, deleteTag, editTag, saveSearch, tagFiles, useTags } from '../../files/own.ts'
import { ownWords } from '../../files/own-words.ts'
import { TAG_COLORS, TagDot } from '../../files/tag-mark.tsx'
import { cx } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Failed } from '../../ui/states.tsx'
import { uiWords } from '../../ui/words.ts'
import { close, useDoing } from './doing.ts'

const CHIP = 'touchable inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm'

/** The tags of some files: those that all of them have are ticked, and a click puts one on or takes it off. */
export function TagFiles({ files: given }: { files: Picked[] }) {
  const t = ownWords.use()
  const u = uiWords.use()
  const known = useTags().data ?? []
  const [files, setFiles] = useState(given)
  const [name, setName] = useState('')
  const has = (tag: string) => files.every(file => file.tags.some(own => own.toLowerCase() === tag.toLowerCase()))
  const names = [
    ...new Map(
      [...known.map(tag => tag.name), ...files.flatMap(file => file.tags)].map(tag => [tag.toLowerCase(), tag]),
    ).values(),
  ]
  const put = (tag: string, on: boolean) => {
    const off = (file: Picked) => file.tags.filter(own => own.toLowerCase() !== tag.toLowerCase())
    void tagFiles(files, tag, on)
    setFiles(now => now.map(file => ({ ...file, tags: on ? [...off(file), tag] : off(file) })))
  }
  const add = () => {
    const tag = name.trim()
    setName('')
    if (tag !== '' && !has(tag)) put(tag, true)
  }
  return (
    <Dialog
      title={t.tagsOf(files.length)}
      onClose={close}
      onSubmit={add}
      actions={
        <Button look="primary" onClick={close}>
          {u.close}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label={t.addTag}
          hint={t.tagHint}
          value={name}
          maxLength={64}
          onChange={event => setName(event.target.value)}
        />
        <ul className="flex flex-wrap gap-1.5">
          {names.map(tag => (
            <li key={tag}>
              <button
                type="button"
                aria-pressed={has(tag)}
                onClick={() => put(tag, !has(tag))}
                className={cx(CHIP, has(tag) ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line')}
              >
                <TagDot color={known.find(each => each.name === tag)?.color ?? null} />
                {tag}
                {has(tag) && <X aria-hidden className="size-3.5" />}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

export function EditTag({ tag }: { tag: Tag }) {
  const t = ownWords.use()
  const u = uiWords.use()
  const [name, setName] = useState(tag.name)
  const [color, setColor] = useState(tag.color)
  const { busy, error, act } = useDoing()
  return (
    <Dialog
      title={t.editTag}
      onClose={close}
      onSubmit={() => name.trim() && void act(() => editTag(tag, { name: name.trim(), color }))}
      actions={
        <FormActions onCancel={close} busy={busy}>
          {u.save}
        </FormActions>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField label={t.tagName} value={name} maxLength={64} onChange={event => setName(event.target.value)} />
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{t.color}</legend>
          <div className="flex flex-wrap gap-1.5">
            {[null, ...TAG_COLORS].map(each => (
              <button
                key={each ?? 'none'}
                type="button"
                aria-pressed={color === each}
                onClick={() => setColor(each)}
                className={cx(CHIP, color === each ? 'border-accent' : 'border-line')}
              >
                {color === each ? <Check aria-hidden className="size-3.5" /> : <TagDot color={each} />}
                {t.colors[each ?? 'none']}
              </button>
            ))}
          </div>
        </fieldset>
        {error !== undefined && <Failed compact error={error} />}
      </div>
    </Dialog>
  )
}

export function DeleteTag({ tag }: { tag: Tag }) {
  const t = ownWords.use()
  return (
    <Confirm
      title={t.deleteTag}
      text={t.deleteTagText(tag.name, tag.count)}
      action={t.deleteTag}
      run={() => deleteTag(tag)}
      onClose={close}
    />
  )
}

interface SaveSearchProps {
  name: string
  filters: object
  query: string
  search?: SavedSearch
}

export function SaveSearch({ name: given, filters, query, search }: SaveSearchProps) {
  const t = ownWords.use()
  const u = uiWords.use()
  const [name, setName] = useState(given)
  const [watch, setWatch] = useState(search?.watch ?? false)
  const { busy, error, act } = useDoing()
  const save = () =>
    search ? changeSearch(search, { name: name.trim() }) : saveSearch({ name: name.trim(), query, filters, watch })
  return (
    <Dialog
      title={search ? t.rename : t.saveSearch}
      onClose={close}
      onSubmit={() => name.trim() && void act(save)}
      actions={
        <FormActions onCancel={close} busy={busy} disabled={!name.trim()}>
          {u.save}
        </FormActions>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField label={t.searchName} value={name} maxLength={200} onChange={event => setName(event.target.value)} />
        {!search && <Switch label={t.watch} checked={watch} onChange={setWatch} />}
        {error !== undefined && <Failed compact error={error} />}
      </div>
    </Dialog>
  )
}
