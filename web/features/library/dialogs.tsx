import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError, get } from '../../api/call.ts'
import type { Folder, Theme } from '../../api/shapes.ts'
import { emptyTrash, removeForGood, renameFile } from '../../files/change.ts'
import type { OpenDialog } from '../../files/dialog-state.ts'
import { type Picked, useThemes } from '../../files/files.ts'
import {
  createFolder,
  createTheme,
  deleteFolder,
  deleteTheme,
  renameFolder,
  renameTheme,
  saveNote,
} from '../../files/folders.ts'
import { leaveShared } from '../../files/given.ts'
import { libraryWords } from '../../files/words.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Failed, messageOf } from '../../ui/states.tsx'
import { uiWords } from '../../ui/words.ts'
import { ShareDialog } from '../share/parts.ts'
import { close, useDoing } from './doing.ts'
import { KeysHelp } from './keys-help.tsx'
import { MoveFiles, MoveFolder } from './move-dialogs.tsx'
import { DeleteTag, EditTag, SaveSearch, TagFiles } from './own-dialogs.tsx'

export default function Dialogs({ question }: { question: OpenDialog }) {
  switch (question.kind) {
    case 'rename':
      return <RenameFile file={question.file} />
    case 'move':
      return <MoveFiles files={question.files} />
    case 'new-folder':
      return <NewFolder {...question} />
    case 'new-theme':
      return <NewTheme />
    case 'rename-folder':
      return <RenameFolder folder={question.folder} />
    case 'rename-theme':
      return <RenameTheme theme={question.theme} />
    case 'move-folder':
      return <MoveFolder folder={question.folder} />
    case 'delete-folder':
      return <DeleteFolder folder={question.folder} />
    case 'delete-theme':
      return <DeleteTheme theme={question.theme} />
    case 'note':
      return <EditNote folder={question.folder} />
    case 'share':
      return <ShareDialog target={question.target} onClose={close} />
    case 'purge':
      return (
        <ForGood
          text={libraryWords.now().purgeText(question.files.length)}
          action={libraryWords.now().purge}
          run={() => removeForGood(question.files.map(file => file.id))}
        />
      )
    case 'leave': {
      const { collection_id, name } = question.folder
      const t = libraryWords.now()
      return <ForGood text={t.leaveText(name)} action={t.leave} run={() => leaveShared(collection_id)} />
    }
    case 'empty-trash':
      return (
        <ForGood text={libraryWords.now().emptyTrashText} action={libraryWords.now().emptyTrash} run={emptyTrash} />
      )
    case 'tags':
      return <TagFiles files={question.files} />
    case 'edit-tag':
      return <EditTag tag={question.tag} />
    case 'delete-tag':
      return <DeleteTag tag={question.tag} />
    case 'save-search':
      return <SaveSearch name={question.name} filters={question.filters} query={question.query} />
    case 'rename-search':
      return <SaveSearch {...question.search} search={question.search} />
    case 'keys':
      return <KeysHelp onClose={close} />
  }
}

interface NamedProps {
  title: string
  label: string
  action: string
  initial?: string
  save: (name: string) => Promise<unknown>
  children?: ReactNode
}

function Named({ title, label, action, initial = '', save, children }: NamedProps) {
  const [name, setName] = useState(initial)
  const { busy, error, act } = useDoing()
  const fieldError = error instanceof ApiError && Object.values(error.fields)[0]
  return (
    <Dialog
      title={title}
      onClose={close}
      onSubmit={() => name.trim() && void act(() => save(name.trim()))}
      actions={
        <FormActions onCancel={close} busy={busy} disabled={!name.trim()}>
          {action}
        </FormActions>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={label}
          value={name}
          onChange={event => setName(event.target.value)}
          maxLength={255}
          onFocus={event => {
            // The part before the extension is what people change.
            const dot = initial.lastIndexOf('.')
            event.target.setSelectionRange(0, dot > 0 ? dot : initial.length)
          }}
          error={fieldError || (error ? messageOf(error) : undefined)}
        />
        {children}
      </div>
    </Dialog>
  )
}

function RenameFile({ file }: { file: Picked }) {
  const t = libraryWords.use()
  return (
    <Named
      title={t.rename}
      label={t.newName}
      action={t.rename}
      initial={file.filename}
      save={name => renameFile(file, name)}
    />
  )
}

function RenameFolder({ folder }: { folder: Folder }) {
  const t = libraryWords.use()
  return (
    <Named
      title={t.renameFolder}
      label={t.folderName}
      action={t.rename}
      initial={folder.name}
      save={name => renameFolder(folder, name)}
    />
  )
}

function RenameTheme({ theme }: { theme: Theme }) {
  const t = libraryWords.use()
  return (
    <Named
      title={t.renameTheme}
      label={t.themeName}
      action={t.rename}
      initial={theme.name}
      save={name => renameTheme(theme, name)}
    />
  )
}

function NewTheme() {
  const t = libraryWords.use()
  return <Named title={t.newTheme} label={t.themeName} action={t.create} save={createTheme} />
}

function NewFolder({ parentId, themeId }: { parentId?: string; themeId?: string }) {
  const t = libraryWords.use()
  const themes = useThemes().data ?? []
  const [theme, setTheme] = useState(themeId ?? '')
  return (
    <Named
      title={t.newFolder}
      label={t.folderName}
      action={t.create}
      save={name => createFolder(name, { parentId, themeId: theme || undefined })}
    >
      {!parentId && themes.length > 0 && (
        <SelectField label={t.toTheme} value={theme} onChange={event => setTheme(event.target.value)}>
          <option value="">{t.noTheme}</option>
          {themes.map(each => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </SelectField>
      )}
    </Named>
  )
}

function DeleteFolder({ folder }: { folder: Folder }) {
  const t = libraryWords.use()
  const u = uiWords.use()
  const { busy, error, act } = useDoing()
  return (
    <Dialog
      title={t.deleteFolder}
      text={t.deleteFolderText(folder.name)}
      onClose={close}
      onSubmit={() => void act(() => deleteFolder(folder, 'keep'))}
      actions={
        <>
          <Button onClick={close}>{u.cancel}</Button>
          <Button busy={busy} onClick={() => void act(() => deleteFolder(folder, 'trash'))}>
            {t.deleteTrash}
          </Button>
          <Button type="submit" look="primary" busy={busy} data-first>
            {t.deleteKeep}
          </Button>
        </>
      }
    >
      {error !== undefined && <Failed compact error={error} />}
    </Dialog>
  )
}

function ForGood({ text, action, run }: { text: string; action: string; run: () => Promise<void> }) {
  return <Confirm title={action} text={text} action={action} run={run} onClose={close} />
}

function DeleteTheme({ theme }: { theme: Theme }) {
  const t = libraryWords.use()
  return <ForGood text={t.deleteThemeText(theme.name)} action={t.deleteTheme} run={() => deleteTheme(theme)} />
}

function EditNote({ folder }: { folder: Folder }) {
  const note = useQuery({
    queryKey: ['note', folder.id],
    queryFn: ({ signal }) => get(`/v1/collections/${folder.id}/note`, signal),
    enabled: folder.has_note,
  })
  if (folder.has_note && !note.data && !note.error) return null
  return <NoteForm folder={folder} initial={note.data?.text ?? ''} />
}

function NoteForm({ folder, initial }: { folder: Folder; initial: string }) {
  const t = libraryWords.use()
  const u = uiWords.use()
  const [text, setText] = useState(initial)
  const { busy, error, act } = useDoing()
  return (
    <Dialog
      wide
      title={`${t.note}: ${folder.name}`}
      onClose={close}
      onSubmit={() => void act(() => saveNote(folder, text))}
      actions={
        <FormActions onCancel={close} busy={busy}>
          {u.save}
        </FormActions>
      }
    >
      <TextArea
        label={t.note}
        hint={t.noteHint}
        value={text}
        onChange={event => setText(event.target.value)}
        className="min-h-56"
        error={error ? messageOf(error) : undefined}
      />
    </Dialog>
  )
}
