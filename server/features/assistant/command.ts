import type { Actor, Context } from '../../context.ts'
import { AppError, InvalidInput } from '../../lib/errors.ts'
import type { Language, Words } from '../../lib/language.ts'
import { localOf } from '../../lib/time-zones.ts'
import { pdfOpRequest, startConversion, startOperation } from '../documents/index.ts'
import { standIn } from '../people/index.ts'
import { findSettings } from '../settings/index.ts'
import { EVERYTHING, giversOf, shownName } from '../tools/index.ts'
import { type Resolved, resolveFile } from './files/resolve.ts'
import { actionOf } from './grammar/action.ts'
import type { Command } from './grammar/command.ts'
import { stepsOf } from './grammar/steps.ts'

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

/** A command in words: conversions and work on PDF files are carried out, all else is told apart for the client to route. */
export async function runCommand(context: Context, actor: Actor, text: string): Promise<CommandReply> {
  if (text.trim() === '') throw blank()
  const zone = (await findSettings(context.db, actor.ownerId)).timezone || 'UTC'
  const now = localOf(zone, Date.now())
  const { commands, unclear } = stepsOf(text, now)
  const command = commands[0]!
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
  if (unclear !== undefined || commands.length > 1) return { ...reply, reply: said(command.lang, ONE_AT_A_TIME) }
  if (command.intent !== 'convert' && command.intent !== 'pdf') return reply
  return change(context, { ...actor, language: command.lang }, { command, reply, now })
}

const ONE_AT_A_TIME: Words = {
  en: 'These are several steps. Ask for them one at a time, or write to the assistant in the chat.',
  ru: 'Здесь несколько шагов. Попросите о каждом отдельно или напишите помощнику в чате.',
}

const said = (language: Language, words: Words) => words[language]

async function change(
  context: Context,
  actor: Actor,
  { command, reply, now }: { command: Command; reply: CommandReply; now: number },
): Promise<CommandReply> {
  const say = (words: Words) => ({ ...reply, reply: said(command.lang, words) })
  if (command.target === '') return say({ en: 'Which file do you mean?', ru: 'Какой файл вы имеете в виду?' })
  const givers = await giversOf(context, { actor, scope: EVERYTHING })
  const files = await resolveFile(context, { actor, scope: EVERYTHING, givers, now }, command.target)
  const [file] = files
  if (files.length > 1 || file?.unsure) return say(which(files))
  if (!file)
    return say({
      en: `I found no file that "${command.target}" could mean.`,
      ru: `Не нашёл файла, который подходит под «${command.target}».`,
    })
  const found = { ...reply, object_id: file.id, filename: file.filename }
  try {
    const named = { kind: 'object' as const, id: file.id }
    const reader = file.given ? await standIn(context, actor, { as: 'viewer', named, ownerOnly: false }) : actor
    return await (command.intent === 'pdf' ? operate : convert)(context, reader, command, found)
  } catch (error) {
    const words = error instanceof AppError ? error.words : error instanceof InvalidInput ? lacking(error) : undefined
    if (!words) throw error
    // It was given when it was looked for, and is not any more.
    if (file.given && error instanceof AppError && error.code === 'not_found') return say(words)
    return { ...found, reply: said(command.lang, words) }
  }
}

/** The question back if several files fit, or none exactly: nothing is done to a file that was not clearly named. */
function which(files: Resolved[]): Words {
  const names = files.slice(0, 5).map(({ filename }) => shownName(filename))
  const more = files.length > names.length ? '…' : ''
  return files.length > 1
    ? {
        en: `Several files fit: ${names.map(name => `"${name}"`).join(', ')}${more}. Which one do you mean?`,
        ru: `Подходят несколько файлов: ${names.map(name => `«${name}»`).join(', ')}${more}. Какой из них?`,
      }
    : {
        en: `Do you mean "${names[0]}"? Give its whole name.`,
        ru: `Вы имеете в виду «${names[0]}»? Назовите файл полностью.`,
      }
}

const ASKED: Record<string, Words> = {
  pages: { en: 'Which pages?', ru: 'Какие страницы?' },
  password: { en: 'With which password?', ru: 'С каким паролем?' },
  text: { en: 'With which words?', ru: 'С какими словами?' },
}

const TOO_LONG: Words = {
  en: 'That is too long for this. Say it in fewer words.',
  ru: 'Для этого слишком длинно. Скажите короче.',
}

/** What a sentence has not said, or has said wrong. */
function lacking({ complaints: [complaint] }: InvalidInput): Words {
  const field = String(complaint?.loc.at(-1))
  if (complaint?.words) return complaint.words
  return ASKED[field] ?? { en: `I cannot do this: ${field} is missing.`, ru: `Не получится: не хватает ${field}.` }
}

async function operate(context: Context, actor: Actor, command: Command, found: CommandReply): Promise<CommandReply> {
  const { op, pages, angle, password, to } = command
  const given = { pages, password, text: to, angle: op === 'rotate' ? (angle ?? 90) : undefined }
  const request = pdfOpRequest.safeParse(given)
  if (!request.success) return { ...found, reply: said(command.lang, TOO_LONG) }
  const { taskId } = await startOperation(context, actor, found.object_id!, { op, request: request.data })
  return {
    ...found,
    executed: true,
    fmt: 'pdf',
    task_id: taskId,
    reply: said(command.lang, {
      en: `Working on "${found.filename}". The result will appear as a new file.`,
      ru: `Обрабатываю «${found.filename}». Результат появится новым файлом.`,
    }),
  }
}

async function convert(context: Context, actor: Actor, command: Command, found: CommandReply): Promise<CommandReply> {
  if (command.fmt === '')
    return {
      ...found,
      reply: said(command.lang, {
        en: `Into which format should I convert "${found.filename}"?`,
        ru: `В какой формат преобразовать «${found.filename}»?`,
      }),
    }
  const { taskId, fmt } = await startConversion(context, actor, found.object_id!, { fmt: command.fmt })
  return {
    ...found,
    executed: true,
    fmt,
    task_id: taskId,
    reply: said(command.lang, {
      en: `Converting "${found.filename}" to ${fmt.toUpperCase()}. The result will appear as a new file.`,
      ru: `Преобразую «${found.filename}» в ${fmt.toUpperCase()}. Результат появится новым файлом.`,
    }),
  }
}
