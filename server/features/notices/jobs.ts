import { z } from 'zod'
import type { Context } from '../../context.ts'
import { type Handler, handle, job, type RunJob } from '../../jobs/declare.ts'
import type { Words } from '../../lib/language.ts'
import { type Letter, letterOf, type NoticeKind, noteMailed, removeOldNotices } from './queries.ts'

export const mailNotice = job('notice.mail', z.object({ noticeId: z.string() }), { queue: 'outbound', attempts: 8 })
export const sweepNotices = job('notices.sweep', z.object({}))

const SOMEBODY: Words = { en: 'Somebody', ru: 'Кто-то' }

const SAID: Record<NoticeKind, (person: string, thing: string) => Words> = {
  mention: (person, thing) => ({
    en: `${person} mentioned you in a comment on “${thing}”`,
    ru: `${person} упоминает вас в комментарии к файлу «${thing}»`,
  }),
  reply: (person, thing) => ({
    en: `${person} replied to your comment on “${thing}”`,
    ru: `${person} отвечает на ваш комментарий к файлу «${thing}»`,
  }),
  grant: (person, thing) => ({
    en: `${person} shared the folder “${thing}” with you`,
    ru: `${person} открывает вам папку «${thing}»`,
  }),
}

const WHY: Words = {
  en: 'You chose to get such letters in Settings → Preferences, and can switch them off there.',
  ru: 'Вы выбрали такие письма в разделе «Настройки → Предпочтения», там же их можно отключить.',
}

/** Names and an address, and nothing of what is written in the file or the comment: a letter lies where it lies. */
function textOf(letter: Letter, base: string) {
  const language = letter.language === 'ru' ? 'ru' : 'en'
  const thing = letter.filename ?? letter.folder ?? ''
  const sentence = SAID[letter.kind](letter.person ?? SOMEBODY[language], thing)[language]
  const path = letter.object_id ? `/objects/${letter.object_id}` : `/folders/${letter.collection_id}`
  return {
    subject: sentence.replace(/[\r\n]+/g, ' '),
    text: `${sentence}.\n\n${base.replace(/\/$/, '')}${path}\n\n${WHY[language]}\n`,
  }
}

/** Asked again at the moment of sending: what was taken back meanwhile, read on the page or sent before is not sent. */
async function send(context: Context, { noticeId }: { noticeId: string }, { ownerId }: RunJob): Promise<void> {
  if (!context.mail.isOn) return
  const letter = await letterOf(context.db, ownerId, noticeId)
  if (!letter) return
  await context.mail.send({
    to: letter.email,
    ...textOf(letter, context.config.PUBLIC_URL),
    messageId: `${noticeId}@dossier`,
  })
  await noteMailed(context.db, ownerId, noticeId)
}

export const noticeHandlers: Handler[] = [
  handle(mailNotice, send),
  handle(sweepNotices, async ({ db }, _payload, { signal }) => {
    while (!signal.aborted && !(await removeOldNotices(db)));
  }),
]
