import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { get, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { showError } from '../../files/change.ts'
import { formatMoment } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { Badge, Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/words.ts'
import { Enrol } from './enrol.tsx'
import { recordingWords } from './words.ts'

type Profile = Schemas['VoiceProfileOut']

/** The voices that are remembered, each of them forgotten on request. */
export default function VoicesSection() {
  const t = recordingWords.use()
  const u = uiWords.use()
  const [asked, ask] = useState<Profile>()
  const [adding, add] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['voices'],
    queryFn: async ({ signal }) => (await get('/v1/voice-profiles', signal)).items,
  })
  const forget = async ({ id }: Profile) => {
    ask(undefined)
    try {
      await remove(`/v1/voice-profiles/${id}`)
      toast(t.forgotten)
    } catch (caught) {
      showError(caught)
    }
    void client.invalidateQueries({ queryKey: ['voices'] })
    void client.invalidateQueries({ queryKey: ['recording'] })
  }
  return (
    <Section title={t.voices} text={t.voicesText}>
      {error && <Failed compact error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-base text-ink-soft">{t.voicesNone}</p>}
      <ul aria-label={t.voices} className="flex flex-col">
        {data?.map(profile => (
          <li key={profile.id} className="flex items-center gap-2 border-b border-line py-2 last:border-0">
            <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
              <p className="max-w-full truncate text-base font-medium">{profile.name}</p>
              <p className="figures text-xs text-ink-faint">{t.agreed(formatMoment(profile.consented_at))}</p>
              <Badge look={profile.learned && profile.recognisable ? 'good' : 'plain'}>
                {!profile.recognisable ? t.notHere : profile.learned ? t.learned : t.notLearned}
              </Badge>
            </div>
            <IconButton icon={Trash2} small label={t.forget(profile.name)} onClick={() => ask(profile)} />
          </li>
        ))}
      </ul>
      <Button icon={Plus} className="self-start" onClick={() => add(true)}>
        {t.addVoice}
      </Button>
      {adding && <Enrol onClose={() => add(false)} />}
      {asked && (
        <Dialog
          title={t.forgetTitle(asked.name)}
          text={t.forgetText}
          onClose={() => ask(undefined)}
          actions={
            <>
              <Button data-first onClick={() => ask(undefined)}>
                {u.cancel}
              </Button>
              <Button look="wrong" onClick={() => void forget(asked)}>
                {t.forgetNow}
              </Button>
            </>
          }
        />
      )}
    </Section>
  )
}
