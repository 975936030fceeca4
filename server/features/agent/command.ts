import type { Actor, Context } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Language, Words } from '../../lib/language.ts'
import { localOf } from '../../lib/time-zones.ts'
import { startConversion } from '../documents/index.ts'
import { findSettings } from '../settings/index.ts'
import { EVERYTHING } from './files/queries.ts'
import { resolveFile } from './files/resolve.ts'
import { actionOf } from './grammar/action.ts'
import type { Command } from './grammar/command.ts'
import { parseCommand } from './grammar/parse.ts'

export interface CommandReply {
  action: string
  executed: boolean
  object_id: string | null
  filename: string
  fmt: string
  lang: string
  op: string
  reply: string
  target: string
  task_id: string | null
}

const blank = () =>
  new AppError('senseless', 'blank_command', {
    en: 'The command has only blanks. Say what to do.',
    ru: 'В команде одни пробелы. Скажите, что сделать.',
  })

/** A command in words: a conversion is carried out, everything else is told apart for the client to route. */
export async function runCommand(context: Context, actor: Actor, text: string): Promise<CommandReply> {
  if (text.trim() === '') throw blank()
  const zone = (await findSettings(context.db, actor.ownerId)).timezone || 'UTC'
  const now = localOf(zone, Date.now())
  const command = parseCommand(text, now)
  const reply: CommandReply = {
    action: actionOf(command.intent),
    executed: false,
    object_id: null,
    filename: '',
    fmt: command.fmt,
    lang: command.lang,
    op: command.op,
    reply: '',
    target: command.target,
    task_id: null,
  }
  return command.intent === 'convert'
    ? convert(context, { ...actor, language: command.lang }, command, reply, now)
    : reply
}

const said = (language: Language, words: Words) => words[language]

async function convert(
  context: Context,
  actor: Actor,
  command: Command,
  reply: CommandReply,
  now: number,
): Promise<CommandReply> {
  const say = (words: Words) => ({ ...reply, reply: said(command.lang, words) })
  if (command.target === '') return say({ en: 'Which file should I convert?', ru: 'Какой файл преобразовать?' })
  const [file] = await resolveFile(context, { actor, scope: EVERYTHING, now }, command.target)
  if (!file)
    return say({
      en: `I found no file that "${command.target}" could mean.`,
      ru: `Не нашёл файла, который подходит под «${command.target}».`,
    })
  const found = { ...reply, object_id: file.id, filename: file.filename }
  if (command.fmt === '')
    return {
      ...found,
      reply: said(command.lang, {
        en: `Into which format should I convert "${file.filename}"?`,
        ru: `В какой формат преобразовать «${file.filename}»?`,
      }),
    }
  try {
    const { taskId, fmt } = await startConversion(context, actor, file.id, command.fmt)
    return {
      ...found,
      executed: true,
      fmt,
      task_id: taskId,
      reply: said(command.lang, {
        en: `Converting "${file.filename}" to ${fmt.toUpperCase()}. The result will appear as a new file.`,
        ru: `Преобразую «${file.filename}» в ${fmt.toUpperCase()}. Результат появится новым файлом.`,
      }),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...found, reply: said(command.lang, error.words) }
  }
}
