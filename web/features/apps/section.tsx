import { useQuery } from '@tanstack/react-query'
import { get, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { useThemes } from '../../files/files.ts'
import { useFolder } from '../../files/tree.ts'
import { addressOf, ownAddress } from '../../lib/base.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { appsWords } from './words.ts'

/** Who was let in, and what each has read. */
export default function AppsSection() {
  const t = appsWords.use()
  const apps = useApps()
  return (
    <Section title={t.apps} text={t.appsText}>
      <CopyLine label={t.address} text={`${ownAddress()}/mcp`} />
      {apps.error && <Failed compact error={apps.error} onRetry={() => void apps.refetch()} />}
      {apps.data?.length === 0 && <p className="text-sm text-ink-faint">{t.none}</p>}
      <ul>
        {apps.data?.map(app => (
          <AppLine key={app.id} app={app} />
        ))}
      </ul>
    </Section>
  )
}

const useApps = () =>
  useQuery({
    queryKey: ['connected-apps'],
    queryFn: async ({ signal }) => (await get('/v1/connected-apps', signal)).items,
  })

type App = NonNullable<ReturnType<typeof useApps>['data']>[number]

function AppLine({ app }: { app: App }) {
  const t = appsWords.use()
  const folder = useFolder(app.collection_id)
  const theme = useThemes().data?.find(({ id }) => id === app.theme_id)
  const place = folder?.path ?? theme?.name
  const facts = [
    ...app.scopes.map(scope => t.scopes[scope]),
    ...(place ? [t.bound(place)] : []),
    t.since(formatDate(app.created_at)),
    ...(app.expires_at ? [t.until(formatDate(app.expires_at))] : []),
    app.last_used_at ? t.used(formatDate(app.last_used_at)) : t.neverUsed,
  ]
  async function disconnect() {
    try {
      await remove(`/v1/connected-apps/${app.id}`)
      toast(t.disconnected)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['connected-apps'] })
  }
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-base font-medium wrap-anywhere">{app.name}</p>
          <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>
        </div>
        <AskFirst
          title={`${t.disconnect}: ${app.name}?`}
          text={t.disconnectText}
          action={t.disconnect}
          run={disconnect}
        >
          {ask => (
            <Button look="quiet" onClick={ask}>
              {t.disconnect}
            </Button>
          )}
        </AskFirst>
      </div>
      {app.objects.length === 0 ? (
        <p className="text-sm text-ink-faint">{t.readNothing}</p>
      ) : (
        <details>
          <summary className="touchable cursor-pointer text-sm">{t.hasRead(formatNumber(app.characters))}</summary>
          <ul className="pt-1">
            {app.objects.map(({ object_id, filename, characters, last_at }) => (
              <li key={object_id} className="flex flex-wrap gap-x-3 py-1 text-sm">
                <a href={addressOf(`/objects/${object_id}`)} className="min-w-0 flex-1 truncate">
                  {filename}
                </a>
                <span className="figures text-ink-faint">{t.characters(characters)}</span>
                <span className="figures text-ink-faint">{formatDate(last_at)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
