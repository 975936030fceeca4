import { get, post, put, whenSignedOut } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import type { Settings, User } from '../../api/shapes.ts'
import { lock, settle } from '../../files/zone.ts'
import { type Language, setLanguage } from '../../lib/i18n.ts'
import { store } from '../../lib/store.ts'
import { browserZone } from '../../lib/zone.ts'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { followChanges, forgetAll, lookAgainSoon, setReader } from '../offline/index.ts'
import { forgetSearches } from '../search/index.ts'
import { forgetUploads } from '../uploads/index.ts'
import { takeProof } from './arriving.ts'
import { moved, noticeZone } from './moved.ts'

/** Coming and going: whatever the page remembers begins and ends with its user. */

export async function begin(): Promise<void> {
  session.set(await get('/v1/auth/state'))
  const { user, language, timezone } = session.get()!
  if (user) {
    await settle()
    followChanges(user.id)
    lookAgainSoon()
  } else {
    setReader('')
    void forgetAll()
    void forgetUploads()
  }
  if (user && language) setLanguage(language)
  if (user && timezone === '') void adoptZone()
  else if (user && timezone) noticeZone(timezone)
  if (user)
    takeProof().then(
      async done => done && toast((await import('./words.ts')).identityWords.now().proved),
      error => toast(messageOf(error), { wrong: true }),
    )
}

/** The service counts days and hours where its owner lives: until they choose, that is where their browser is. */
async function adoptZone(): Promise<void> {
  const zone = browserZone()
  if (zone) client.setQueryData(['settings'], await put('/v1/settings', { timezone: zone }).catch(() => undefined))
}

async function adoptSettings(): Promise<void> {
  if (!session.get()?.user) return
  const settings = await client.fetchQuery({ queryKey: ['settings'], queryFn: () => get('/v1/settings') })
  const { language } = settings.prefs as Settings['prefs']
  if (language) setLanguage(language)
  if (settings.timezone === '') await adoptZone()
  else noticeZone(settings.timezone)
}

export async function enter(user: User): Promise<void> {
  client.clear()
  sessionEnded.set(false)
  followChanges(user.id)
  session.set(now => ({ first_run: false, registration: now?.registration ?? 'invite', user, language: null }))
  await adoptSettings()
}

function leave(): void {
  client.clear()
  forgetSearches()
  moved.set(undefined)
  setReader('')
  void forgetAll()
  // Before the queue lets go of what it sends, and another tab takes it up.
  void forgetUploads()
  session.set(now => now && { ...now, user: null })
}

/** The session ended behind somebody's back: the page of signing in says so. */
export const sessionEnded = store(false)

whenSignedOut(() => {
  if (session.get()?.user) sessionEnded.set(true)
  leave()
})

export async function signOut(): Promise<void> {
  await lock()
  const { logout_url } = await post('/v1/auth/logout')
  leave()
  if (logout_url) location.assign(logout_url)
}

/** The language of the page is the language of what the service says too. */
export async function chooseLanguage(language: Language): Promise<void> {
  setLanguage(language)
  if (session.get()?.user) client.setQueryData(['settings'], await put('/v1/settings', { prefs: { language } }))
}
