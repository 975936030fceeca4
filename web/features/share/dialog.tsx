import { useState } from 'react'
import { post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, Switch, TextField } from '../../ui/field.tsx'
import { Failed } from '../../ui/states.tsx'
import { LinkRow } from './link-row.tsx'
import { useLinks } from './links.ts'
import { People } from './people.tsx'
import { shareWords } from './words.ts'

export interface SharedThing {
  kind: 'folder' | 'file'
  id: string
  name: string
}

const DAY = 86_400_000

/** Makes a link, and lists and revokes those that are there. */
export default function ShareDialog({ target, onClose }: { target: SharedThing; onClose: () => void }) {
  const t = shareWords.use()
  const [password, setPassword] = useState('')
  const [days, setDays] = useState('7')
  const [canUpload, setCanUpload] = useState(false)
  const [made, setMade] = useState<{ url: string }>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const links = (useLinks().data ?? []).filter(link => (link.collection_id ?? link.object_id) === target.id)
  async function make() {
    setBusy(true)
    setError(undefined)
    try {
      const path = `/v1/${target.kind === 'folder' ? 'collections' : 'objects'}/${target.id}/shares` as const
      setMade(
        await post(path, {
          password: password || null,
          can_upload: target.kind === 'folder' && canUpload,
          expires_at: days ? new Date(Date.now() + Number(days) * DAY).toISOString() : null,
        }),
      )
      void client.invalidateQueries({ queryKey: ['links'] })
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  return (
    <Dialog title={t.share(target.name)} onClose={onClose} onSubmit={() => void make()}>
      {target.kind === 'folder' && <People folderId={target.id} />}
      <div className="flex flex-col gap-4 pb-4">
        <div>
          <h3 className="text-base font-medium">{t.byLink}</h3>
          <p className="text-sm text-ink-soft">{t.text}</p>
        </div>
        {made ? (
          <CopyLine label={t.link} text={made.url} />
        ) : (
          <>
            <TextField
              label={t.password}
              hint={t.passwordHint}
              autoComplete="off"
              value={password}
              onChange={event => setPassword(event.target.value)}
            />
            <SelectField label={t.expires} value={days} onChange={event => setDays(event.target.value)}>
              {[1, 7, 30, 365].map(value => (
                <option key={value} value={value}>
                  {t.days(value)}
                </option>
              ))}
              <option value="">{t.never}</option>
            </SelectField>
            {target.kind === 'folder' && <Switch label={t.canUpload} checked={canUpload} onChange={setCanUpload} />}
            {error !== undefined && <Failed compact error={error} />}
            <Button type="submit" look="primary" busy={busy}>
              {t.make}
            </Button>
          </>
        )}
        {links.length > 0 && (
          <section className="border-t border-line pt-3">
            <h3 className="text-xs font-medium text-ink-faint">{t.existing}</h3>
            <ul>
              {links.map(link => (
                <LinkRow key={link.id} link={link} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
