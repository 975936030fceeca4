import type { Context } from '../../../context.ts'
import { type Handler, handle, type RunJob as JobRun } from '../../../jobs/declare.ts'
import { enqueue } from '../../../jobs/queue.ts'
import type { Language, Words } from '../../../lib/language.ts'
import { emit } from '../../events/index.ts'
import { withoutRemote } from '../../tools/index.ts'
import { mailAsked, messageAsked } from './jobs.ts'
import { type AgentRun, askerOf, lockNotices, waitingQuestion, wasNoticed } from './queries.ts'
import { madeOf } from './store.ts'

/** Nobody looks at the page when another program asks for something: its owner is told, by every way that is configured. */

const MOST_CHARACTERS = 300

/** One line without addresses: names and titles are written by others. */
const plain = (text: string): string =>
  [...withoutRemote(text, []).replace(/\s+/gu, ' ').trim()].slice(0, MOST_CHARACTERS).join('')

/** In the transaction in which the call begins to wait: told once, and not lost. Of many that wait at once the first is told. */
export async function notifyOwner(tx: Context, run: AgentRun, title: string): Promise<void> {
  const app = plain(run.scope.direct?.by ?? '')
  await emit(tx, {
    ownerId: run.owner_id,
    type: 'agent.waiting',
    madeOf: madeOf(run),
    data: { run_id: run.id, session_id: run.session_id, app, title: plain(title) },
  })
  const asker = await askerOf(tx.db, run.owner_id, run.id)
  if (!asker) return
  await lockNotices(tx.db, run.owner_id, asker)
  if (await wasNoticed(tx.db, run.owner_id, asker, [mailAsked.name, messageAsked.name])) return
  const payload = { runId: run.id, seq: run.last_seq, asker }
  if (tx.mail.isOn) await enqueue(tx, mailAsked, run.owner_id, payload)
  if (tx.messenger.isOn) await enqueue(tx, messageAsked, run.owner_id, payload)
}

const subject = (app: string): Words => ({
  en: `"${app}" needs your permission`,
  ru: `«${app}» ждёт вашего разрешения`,
})

/** Without the service's own address there is no link: the one by which the program has asked may be anybody's. */
function textOf(
  { app, title, isApp, waiting }: { app: string; title: string; isApp: boolean; waiting: number },
  base: string,
  runId: string,
): Words {
  const url = `${base}/ask?who=agent&session=${runId}`
  const where = base
    ? { en: `Allow or decline it here: ${url}`, ru: `Разрешить или отклонить: ${url}` }
    : {
        en: 'To allow or decline it, open the assistant in your Dossier: it is the newest conversation.',
        ru: 'Чтобы разрешить или отклонить, откройте помощника в вашем Dossier: это самый новый разговор.',
      }
  const others = waiting - 1
  const more =
    others > 0
      ? {
          en: `\n\nMore requests of this application that wait for you: ${others}. They are in the assistant's conversations.`,
          ru: `\n\nЕщё запросов этого приложения ждут ответа: ${others}. Они в разговорах с помощником.`,
        }
      : { en: '', ru: '' }
  const ending = isApp
    ? {
        en: 'disconnect the application in Settings → Applications',
        ru: 'отключите приложение в разделе «Настройки → Приложения»',
      }
    : { en: 'revoke its token in Settings → Account', ru: 'отзовите его токен в разделе «Настройки → Учётная запись»' }
  return {
    en: `The application "${app}" wants to do this:\n\n${title}\n\nNothing is done until you answer. ${where.en}${more.en}\n\nIf you did not expect this, decline it and ${ending.en}.\n`,
    ru: `Приложение «${app}» хочет выполнить действие:\n\n${title}\n\nБез вашего ответа ничего не произойдёт. ${where.ru}${more.ru}\n\nЕсли вы этого не ждали, отклоните запрос и ${ending.ru}.\n`,
  }
}

/** The text of the notice; none once the question is decided, and none about hidden things: anybody may see a letter. */
async function noteOf(context: Context, ownerId: string, runId: string) {
  const asked = await waitingQuestion(context.db, ownerId, runId)
  if (!asked || asked.is_hidden) return undefined
  const language: Language = (asked.chosen ?? asked.language) === 'ru' ? 'ru' : 'en'
  const { is_app: isApp, waiting } = asked
  const said = { app: plain(asked.app ?? '') || 'MCP', title: plain(asked.title ?? ''), isApp, waiting }
  const base = context.config.PUBLIC_URL.replace(/\/$/, '')
  return { to: asked.email, subject: subject(said.app)[language], text: textOf(said, base, runId)[language] }
}

async function mail(context: Context, { runId, seq }: { runId: string; seq: number }, { ownerId }: JobRun) {
  const note = await noteOf(context, ownerId, runId)
  if (note && context.mail.isOn) await context.mail.send({ ...note, messageId: `asks-${runId}-${seq}@dossier` })
}

async function message(context: Context, { runId }: { runId: string }, { ownerId }: JobRun) {
  const note = (await context.messenger.reaches(ownerId)) && (await noteOf(context, ownerId, runId))
  if (note) await context.messenger.send(ownerId, note.text)
}

export const noticeHandlers: Handler[] = [handle(mailAsked, mail), handle(messageAsked, message)]
