import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Needs } from '../../../context.ts'
import { type Handler, handle, job } from '../../../jobs/declare.ts'
import { enqueue, NOBODY } from '../../../jobs/queue.ts'
import type { Language, Words } from '../../../lib/language.ts'

/** Sealed: the address belongs to somebody who is not here yet, and the link lets them in. */
export const inviteMailed = job(
  'identity.invited',
  z.object({ email: z.string(), link: z.string(), language: z.enum(['ru', 'en']) }),
  { queue: 'outbound' },
)

const linkTo = (base: string, invite: string) =>
  `${base.replace(/\/$/, '')}/sign-in?invite=${encodeURIComponent(invite)}`

/** Whether a letter with the link is on its way: not without an address, nor where the service cannot send mail. */
export async function mailInvite(
  context: Needs<'db' | 'signals' | 'secrets' | 'mail' | 'config'>,
  { email, invite, origin }: { email?: string | null; invite: string; origin: string },
  language: Language,
): Promise<boolean> {
  if (!email || !context.mail.isOn) return false
  const { seal } = context.secrets
  const link = linkTo(context.config.PUBLIC_URL || origin, invite)
  await enqueue(context, inviteMailed, NOBODY, { email: seal(email), link: seal(link), language })
  return true
}

const SUBJECT: Words = { en: 'You are invited to Dossier', ru: 'Вас пригласили в Dossier' }

const letter = (link: string): Words => ({
  en: `You are invited to keep your files in Dossier. Open this link and choose a password:\n${link}\n\nIt serves one account. If you do not know who invites you, do nothing.\n`,
  ru: `Вас приглашают хранить файлы в Dossier. Откройте ссылку и придумайте пароль:\n${link}\n\nОна действует для одной учётной записи. Если вы не знаете, кто вас приглашает, ничего не делайте.\n`,
})

export const inviteHandlers: Handler[] = [
  handle(inviteMailed, async (context, payload) => {
    await context.mail.send({
      to: context.secrets.open(payload.email),
      subject: SUBJECT[payload.language],
      text: letter(context.secrets.open(payload.link))[payload.language],
      messageId: `${uuidv7()}@dossier`,
    })
  }),
]
