import type { Actor, Needs } from '../../context.ts'
import type { Words } from '../../lib/language.ts'
import { findSettings } from '../settings/index.ts'

const NO_MAIL: Words = {
  en: 'Reminders are not sent by e-mail: the administrator has not configured a mail server.',
  ru: 'Напоминания не приходят на почту: администратор не настроил почтовый сервер.',
}
const MESSENGER_UNWANTED: Words = {
  en: 'Reminders in the messenger are switched off in the settings.',
  ru: 'Напоминания в мессенджере выключены в настройках.',
}
const NO_MESSENGER: Words = {
  en: 'Reminders in the messenger are switched on, but no messenger is connected.',
  ru: 'Напоминания в мессенджере включены, но мессенджер не подключён.',
}

/** By which ways reminders do not come; empty when all are open. They always come to the open page. */
export async function reminderNote(context: Needs<'db' | 'mail' | 'messenger'>, actor: Actor): Promise<string> {
  const notes: Words[] = []
  if (!context.mail.isOn) notes.push(NO_MAIL)
  const { calendar_reminders_messenger: wanted } = await findSettings(context.db, actor.ownerId)
  if (!wanted) notes.push(MESSENGER_UNWANTED)
  else if (!context.messenger.isOn || !(await context.messenger.reaches(actor.ownerId))) notes.push(NO_MESSENGER)
  return notes.map(words => words[actor.language]).join(' ')
}
