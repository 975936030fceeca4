import { useQuery } from '@tanstack/react-query'
import { get, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { granteeName, type OpenFolder } from '../../files/open-to.ts'
import { formatDate } from '../../lib/format.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { adminWords } from './words.ts'

/** What is open to whom in the whole house, and the place to close it. */
export function OpenFolders() {
  const t = adminWords.use()
  const open = useQuery({
    queryKey: ['open-folders'],
    queryFn: async ({ signal }) => (await get('/v1/admin/grants', signal)).items,
  })
  return (
    <Section title={t.openFolders} text={t.openFoldersText}>
      {open.error && <Failed compact error={open.error} onRetry={() => void open.refetch()} />}
      {open.data?.length === 0 && <p className="text-sm text-ink-faint">{t.nothingOpen}</p>}
      <ul>
        {open.data?.map(grant => (
          <Row key={grant.id} grant={grant} />
        ))}
      </ul>
    </Section>
  )
}

function Row({ grant }: { grant: OpenFolder }) {
  const t = adminWords.use()
  const to = granteeName(grant)
  const close = async () => {
    try {
      await remove(`/v1/admin/grants/${grant.id}`)
      toast(t.folderClosed(grant.name))
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['open-folders'] })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
      <span className="min-w-32 flex-1 truncate text-base">{grant.name}</span>
      <span className="min-w-40 flex-1 truncate text-sm text-ink-soft">
        {t.openOf(grant.owner.name || grant.owner.email, to)}
      </span>
      <span className="figures text-sm text-ink-faint">{formatDate(grant.created_at)}</span>
      <AskFirst
        title={`${t.closeFolderTo(grant.name, to)}?`}
        text={t.closeFolderText}
        action={t.closeAccess}
        run={close}
      >
        {ask => (
          <Button look="quiet" aria-label={t.closeFolderTo(grant.name, to)} onClick={ask}>
            {t.closeFolder}
          </Button>
        )}
      </AskFirst>
    </li>
  )
}
