import { useQuery } from '@tanstack/react-query'
import { get, put } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { NoticeWay, Settings } from '../../api/shapes.ts'
import { type Language, useLanguage } from '../../lib/i18n.ts'
import { look } from '../../lib/look.ts'
import { useStore } from '../../lib/store.ts'
import { SelectField, Switch } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/words.ts'
import { chooseLanguage } from '../identity/index.ts'
import { forgetAll, keepsReading } from '../offline/index.ts'
import { settingsWords } from './words.ts'

const ZONES = Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')

export function PreferencesSection() {
  const t = settingsWords.use()
  const u = uiWords.use()
  const language = useLanguage()
  const chosenLook = useStore(look)
  const keeps = useStore(keepsReading)
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => get('/v1/settings', signal),
  })
  /** At once on the page; taken back when the service refuses. */
  const save = async (change: Partial<Settings>) => {
    const before = client.getQueryData<Settings>(['settings'])
    client.setQueryData<Settings>(['settings'], now => now && { ...now, ...change })
    try {
      client.setQueryData(['settings'], await put('/v1/settings', change))
    } catch (caught) {
      client.setQueryData(['settings'], before)
      toast(messageOf(caught), { wrong: true })
    }
  }
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { notices = {} } = data.prefs as Settings['prefs']
  return (
    <Section title={t.sections.preferences}>
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          label={t.language}
          value={language}
          onChange={event => void chooseLanguage(event.target.value as Language)}
        >
          <option value="en">English</option>
          <option value="ru">Русский</option>
        </SelectField>
        <SelectField label={t.look} value={chosenLook} onChange={event => look.set(event.target.value)}>
          <option value="system">{u.looks.system}</option>
          <option value="light">{u.looks.light}</option>
          <option value="dark">{u.looks.dark}</option>
        </SelectField>
        <SelectField
          label={t.timezone}
          hint={t.timezoneHint}
          value={data.timezone || 'UTC'}
          onChange={event => void save({ timezone: event.target.value })}
        >
          <option value="UTC">{t.utc}</option>
          {ZONES.map(zone => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t.rename}
          value={data.auto_rename_mode}
          onChange={event => void save({ auto_rename_mode: event.target.value as Settings['auto_rename_mode'] })}
        >
          {(['dont_rename', 'manual', 'auto'] as const).map(mode => (
            <option key={mode} value={mode}>
              {t.renames[mode]}
            </option>
          ))}
        </SelectField>
      </div>
      <Switch
        label={t.offline}
        hint={t.offlineHint}
        checked={keeps}
        onChange={next => {
          keepsReading.set(next)
          if (!next) void forgetAll()
        }}
      />
      <div className="grid gap-4 md:grid-cols-3">
        {(['mention', 'reply', 'grant'] as const).map(kind => (
          <SelectField
            key={kind}
            label={t.notices[kind]}
            hint={t.noticeHints[kind]}
            value={notices[kind] ?? 'page'}
            onChange={event =>
              void save({
                prefs: { ...data.prefs, notices: { ...notices, [kind]: event.target.value as NoticeWay } },
              })
            }
          >
            {(['page', 'mail', 'none'] as const).map(way => (
              <option key={way} value={way}>
                {t.noticeWays[way]}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Switch label={t.memory} checked={data.chat_memory} onChange={chat_memory => void save({ chat_memory })} />
      <Switch label={t.proactive} checked={data.proactive} onChange={proactive => void save({ proactive })} />
    </Section>
  )
}
