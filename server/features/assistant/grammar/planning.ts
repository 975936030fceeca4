import { type GrammarRule, rule, SEP, T } from './rule.ts'

/** Reminders, tasks, events and what is on. */

const MAKE = '(?:созда~|добав~|постав~|завед~|внес~|занес~|запиш~|запис~|сдела~|напиш~|запланир~|нов~|установ~)'
const MAKE_EN = '(?:create|add|make|set up|set|put|new|write down|log)'
const EVENTS =
  '(?:встреч~|созвон~|звон~|совещан~|собран~|событи~|мероприят~|планерк~|собеседован~|обед~|ужин~|завтрак~|тренировк~|демо~|презентаци~|вебинар~|интервью|прием~|запись~ к|визит~|урок~|заняти~|день рождения|поездк~|отпуск~|рейс~|дедлайн~|meeting~|call~|event~|appointment~|lunch~|dinner~|breakfast~|interview~|sync~|standup~|stand-up~|demo~|webinar~|workshop~|session~|review~|birthday~|flight~|party|training~|class|lesson~|haircut~)'
const TODO = '(?:(?:список |списка |списке )?(?:дел~|задач~)|to-?do(?: list|s)?|todos|task list|tasks|list of tasks)'
export const REMIND: GrammarRule[] = [
  rule('remind', `^(?:не забудь )?(?:напомн~|напомина~)(?: мне| нам)?§${SEP}${T}$`),
  rule('remind', `^${MAKE}(?: мне)? (?:напомин~)(?: о том| чтобы)?§${SEP}${T}$`),
  rule(
    'remind',
    `^(?:remind me|ping me|nudge me|don't let me forget|do not let me forget|don't forget to remind me)§${SEP}${T}$`,
  ),
  rule('remind', `^${MAKE_EN}(?: me)?(?: a| an| another)? reminder§${SEP}${T}$`),
]

export const TASKS: GrammarRule[] = [
  rule(
    'tasks_from_file',
    `^(?:вытащ~|извлек~|собер~|выпиш~|выдел~|состав~|найд~|созда~|сдела~|поставь) (?:все |мне |список )*(?:задач~|поручени~|дел) (?:из|по|на основе|с) ${T}$`,
  ),
  rule(
    'tasks_from_file',
    `^(?:extract|pull|get|find|list|create|make|collect)(?: me| all| the)* (?:action items|tasks|to-?dos)(?: out)? (?:from|of|in) ${T}$`,
  ),
  rule(
    'close_task',
    `^(?:закр~|заверш~|выполн~|отмет~)(?: как)?(?: выполненн~| сделанн~| готов~)? (?:задач~|дел[оа]) ${T}$`,
  ),
  rule('close_task', `^(?:close|complete|finish|tick off|check off)(?: the| my)? (?:task|to-?do)§${SEP}${T}$`),
  rule('close_task', `^mark(?: the| my)? (?:task|to-?do) ${T} (?:as )?(?:done|complete|completed|finished)$`),
  rule(
    'task',
    `^${MAKE}(?: мне| нов~)*(?: задач~)§(?: для (?<assignee>\\p{L}+)| (?<assignee2>\\p{Lu}\\p{L}+(?:у|ю|е|и|ой)))?${SEP}${T}$`,
  ),
  rule('task', `^(?:нов~ )?задач[аи](?: для (?<assignee>\\p{L}+))?\\s*[:—–-]\\s*${T}$`),
  rule('task', `^${MAKE}(?: мне)? в ${TODO}${SEP}${T}$`),
  rule('task', `^(?:поруч~) (?<assignee>\\p{L}+) ${T}$`),
  rule(
    'task',
    `^${MAKE_EN}(?: me| a| an| new)* (?:task|to-?do)(?: item)?(?: for (?<assignee>\\p{L}+))?§${SEP}(?:to )?${T}$`,
  ),
  rule('task', `^(?:new )?(?:task|to-?do)(?: for (?<assignee>\\p{L}+))?\\s*[:—–-]\\s*(?:to )?${T}$`),
  rule('task', `^(?:add|put|include) ${T} (?:to|on|in|into) (?:my |the )?${TODO}$`),
  rule('task', `^assign (?<assignee>\\p{L}+)(?: a task| the task)? to ${T}$`),
  rule('task', `^(?:assign|give)(?: a task| the task)? to (?<assignee>\\p{L}+)${SEP}(?:to )?${T}$`),
]

export const CALENDAR: GrammarRule[] = [
  rule('cancel_event', `^(?:отмен~|удал~|убер~) (?:событие |мою |мой )*(?<target>${EVENTS}.*?)$`),
  rule('cancel_event', `^(?:cancel|call off|delete|remove)(?: the| my)* (?<target>.*?${EVENTS}.*?)$`),
  rule('reschedule', `^(?:перенес~|сдвин~|передвин~|перестав~) (?:мою |мой )?(?<target>${EVENTS}.*?)$`, {
    dated: true,
  }),
  rule('reschedule', `^(?:move|reschedule|postpone|push|shift)(?: the| my)* (?<target>.*?${EVENTS}.*?)$`, {
    dated: true,
  }),
  rule('schedule', `^${MAKE}(?: мне)? в календар[ьея]${SEP}${T}$`),
  rule('schedule', `^${MAKE}(?: мне| нов~)*(?: событи~)${SEP}${T}$`),
  rule('schedule', `^(?:запланир~|назнач~|забронир~|организ~|устро~|заброн~)(?: мне)?(?: время на| время для)? ${T}$`),
  rule('schedule', `^${MAKE}(?: мне| нов~)* (?<target>${EVENTS}.*?)$`),
  rule('schedule', `^(?:постав~|добав~|запиш~|запис~|внес~|занес~)(?: меня| мне)? ${T}$`, { dated: true }),
  rule('schedule', `^(?:put|add|enter|insert) ${T} (?:on|to|in|into) (?:my |the )?calendar§(?<rest>.*)$`),
  rule('schedule', `^${MAKE_EN}(?: me| a| an| new| the)* event${SEP}(?:called |named )?${T}$`),
  rule('schedule', `^(?:schedule|book|arrange|plan|organi[sz]e)(?: me)?(?: a| an)? ${T}$`),
  rule('schedule', `^block(?: out)?(?: an hour| a slot| some time| time| half an hour)? (?:for )?${T}$`),
  rule('schedule', `^${MAKE_EN}(?: me)?(?: a| an)? (?<target>.*?${EVENTS}.*?)$`),
]

const AGENDA_NOUNS =
  '(?:встреч~|план(?:ы|ов)|дел(?:а|о)?|событи~|задач~|расписани~|созвон~|мероприяти~|запланирован~|напоминани~)'
const AGENDA_EN = '(?:meetings?|events?|tasks?|appointments?|plans|agenda|schedule|calendar|to-?dos?|reminders?|calls?)'

export const AGENDA: GrammarRule[] = [
  rule('agenda', `^(?:что|чего)(?: там)? (?:у меня|у нас)§(?!.*(?:договор|файл|документ|написан)).*$`, { dated: true }),
  rule('agenda', '^что(?: мне| нам)? (?:нужно|надо|предстоит) (?:с?делать|успеть)§.*$'),
  rule('agenda', '^что(?: у меня)?(?: намечено| запланировано| по плану)§.*$'),
  rule('agenda', '^что .*(?:по плану|запланировано|намечено)$'),
  rule(
    'agenda',
    `^(?:какие|какая|какой|какое|сколько)(?: у меня| у нас| мои| есть)* ${AGENDA_NOUNS}(?: у меня| у нас)?(?: (?:на|в|сегодня|завтра|послезавтра|до|за|ближайш~|есть|запланирован~|предстоят|открыт~).*)?$`,
  ),
  rule('agenda', `^есть ли(?: у меня| у нас)?.*(?:встреч~|созвон~|событи~|задач~|дела|планы)§.*$`),
  rule(
    'agenda',
    '^(?:покаж~|выведи|откр~|дай|озвуч~|прочит~|расскаж~)?(?: мне)?\\s*(?:весь |все |всю |мо[йиюея]~ )*(?:календарь|расписание|повестк~|распорядок|список дел|задачи|дела|встречи|события|напоминания)§(?: мои| дня)?(?:\\s+(?:на|за|в|сегодня|завтра|послезавтра|до).*)?$',
  ),
  rule('agenda', '^(?:покаж~ |какой |дай )?(?:мо[йие]~? )?план(?:ы)? (?:на|дня)§.*$'),
  rule('agenda', `^когда(?: у меня)?(?: моя| мой)? (?:следующ~|ближайш~) ${EVENTS}.*$`),
  rule('agenda', '^(?:свободен|свободна|занят|занята)(?: ли)?(?: я)?§.*$'),
  rule(
    'agenda',
    "^what(?:'s| is| are)(?: on| planned| scheduled| coming up| happening| due)§(?!.*(?:contract|file|document)).*$",
  ),
  rule('agenda', `^what(?:'s| is| are)(?: on)?(?: my| our) (?:.*?)${AGENDA_EN}§.*$`),
  rule('agenda', '^what (?:do|have) (?:i|we)(?: got| have)?(?: to do| planned| scheduled| coming up| on)?$'),
  rule('agenda', '^what (?:do|have) (?:i|we)(?: got| have)?(?: to do| planned| scheduled| coming up| on)?§.*$', {
    dated: true,
  }),
  rule('agenda', `^(?:do|have) (?:i|we)(?: have| got)?(?: any| a)? ${AGENDA_EN}§.*$`),
  rule('agenda', `^(?:are there )?any ${AGENDA_EN}§.*$`),
  rule('agenda', '^(?:am|are) (?:i|we) (?:free|busy|available)§.*$'),
  rule(
    'agenda',
    `^(?:show|list|see|read|display|open|give me|tell me)?(?: me)?(?: all)?\\s*(?:my|today's|tomorrow's|this week's) (?:upcoming |open )?${AGENDA_EN}§.*$`,
  ),
  rule('agenda', `^when(?:'s| is)? (?:my|our|the) next ${AGENDA_EN}.*$`),
]
