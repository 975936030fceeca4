import { FILE, type GrammarRule, rule, SEP, T } from './rule.ts'

/** What is done to files and folders, and what is kept in mind. */

export const MERGE: GrammarRule[] = [
  rule(
    'merge',
    `^(?:объедин~|склей~|скле~|соедин~|сшей~|сши~|слей~|слить|скомпон~|собер~|собрать|сложи) ${FILE}${T}(?: (?:в|воедино|вместе)(?: один| единый| общий)?(?: общий)? ?(?:файл~|документ~|pdf~|пдф~)?)?$`,
  ),
  rule(
    'merge',
    `^(?:merge|combine|join|stitch|glue|concatenate|assemble|bind|unite)(?: together)? (?:the )?${T}(?: (?:in|into|to|as)(?: a| an| one| single)*(?: pdf| file| document)*| together)*$`,
  ),
  rule('merge', `^put (?:the )?${T} together(?: .*)?$`),
]

export const PDF: GrammarRule[] = [
  rule('pdf', `^(?:сожм~|сжать|сжим~|уменьш~ размер|облегч~) ${FILE}${T}$`, { op: 'compress' }),
  rule('pdf', `^(?:compress|shrink|reduce the size of|make smaller)(?: the)? ${FILE}${T}$`, { op: 'compress' }),
  rule(
    'pdf',
    `^(?:раздел~|разбе~|разби~|порежь|разрежь) ${FILE}${T}(?: (?:на|по) (?:отдельн~ )?(?:страниц~|част~|файл~).*)?$`,
    { op: 'split' },
  ),
  rule('pdf', `^split(?: up)?(?: the)? ${FILE}${T}(?: (?:into|by|in) .*)?$`, { op: 'split' }),
  rule(
    'pdf',
    `^(?:поверн~|разверн~) (?:страниц~ (?<pages>[\\d,\\s–-]+) (?:в|из|документа|файла) )?${T}(?: на (?<angle>90|180|270)(?:°| градус~)?)?$`,
    { op: 'rotate' },
  ),
  rule(
    'pdf',
    `^rotate(?: the)? (?:pages? (?<pages>[\\d,\\s–-]+) (?:of|in)(?: the)? )?${T}(?: by (?<angle>90|180|270)(?:°| degrees)?)?$`,
    { op: 'rotate' },
  ),
  rule('pdf', `^(?:удал~|убер~|вырежь) страниц~ (?<pages>[\\d,\\s–-]+) (?:из|в|у) ${FILE}${T}$`, { op: 'delete' }),
  rule('pdf', `^(?:delete|remove|cut|drop) pages? (?<pages>[\\d,\\s–-]+) (?:from|of|in)(?: the)? ${FILE}${T}$`, {
    op: 'delete',
  }),
  rule('pdf', `^(?:защит~|закр~|запарол~) ${FILE}${T} парол~(?: (?<password>\\S+))?$`, { op: 'protect' }),
  rule('pdf', `^(?:постав~|установ~) парол~(?: (?<password>\\S+))? на ${FILE}${T}$`, { op: 'protect' }),
  rule('pdf', `^(?:protect|lock|encrypt)(?: the)? ${FILE}${T} with(?: the)?(?: a)? password(?: (?<password>\\S+))?$`, {
    op: 'protect',
  }),
  rule('pdf', `^(?:сним~|убер~) парол~ (?:с|у|на) ${FILE}${T}$`, { op: 'unlock' }),
  rule('pdf', `^(?:unlock|remove the password from|decrypt)(?: the)? ${FILE}${T}$`, { op: 'unlock' }),
  rule('pdf', `^(?:добав~|постав~|налож~) водян~ знак~(?: [«"](?<to>[^»"]+)[»"])? (?:на|в) ${FILE}${T}$`, {
    op: 'watermark',
  }),
  rule('pdf', `^(?:add|put)(?: a| the)? watermark(?: ["“](?<to>[^"”]+)["”])? (?:to|on)(?: the)? ${FILE}${T}$`, {
    op: 'watermark',
  }),
]

export const THINGS: GrammarRule[] = [
  rule(
    'make_folder',
    `^(?:созда~|заведи|завести|сдела~|добав~)(?: мне| нов~)* папк[уи]${SEP}(?:под названием |с названием |с именем )?${T}$`,
  ),
  rule('make_folder', `^(?:create|make|add|new)(?: me| a| new| the)* folder${SEP}(?:called |named )?${T}$`),
  rule('make_theme', `^(?:созда~|заведи|добав~)(?: мне| нов~)* тем[уы]${SEP}${T}$`),
  rule('make_theme', `^(?:create|make|add|new)(?: me| a| new| the)* theme${SEP}(?:called |named )?${T}$`),
  rule('remember', `^(?:запомн~|помни)(?:,? что)?§${SEP}${T}$`),
  rule('remember', `^(?:remember|keep in mind|note)(?: that| this)?§${SEP}${T}$`),
  rule('forget', `^(?:забуд~|забыть|не помни)(?: о том)?(?:,? что| про| об| о)?§${SEP}${T}$`),
  rule('forget', `^forget(?: that| about| what)?§${SEP}${T}$`),
  rule('memories', '^(?:что|чего) ты (?:обо мне |про меня )?(?:знаешь|помнишь)§.*$'),
  rule('memories', '^what do you (?:know|remember)(?: about me)?$'),
  rule('restore', `^(?:восстанов~|верн~)(?: из корзины)? ${FILE}${T}(?: из корзины)?$`),
  rule('restore', `^(?:restore|undelete|recover|bring back)(?: the)? ${FILE}${T}(?: from(?: the)? (?:trash|bin))?$`),
  rule('trash', `^(?:удал~|сотр~|стер~|выброс~|выкин~|отправь в корзину|убер~ в корзину) ${FILE}${T}$`),
  rule('trash', `^(?:убер~|отправ~|полож~|перемест~|перенес~) ${FILE}${T} в корзину$`),
  rule('trash', `^(?:delete|remove|trash|erase|throw away|bin|discard)(?: the)? ${FILE}${T}$`),
  rule('trash', `^(?:move|send|put) ${T} (?:to|in|into)(?: the)? (?:trash|bin|recycle bin)$`),
  rule('unhide', `^(?:раскрой|верни из скрытых|сделай видимым|покажи скрытый|unhide|reveal) ${FILE}${T}$`),
  rule('hide', `^(?:спряч~|скр~|скрыть|hide)(?: the)? ${FILE}${T}$`),
  rule(
    'share',
    `^(?:подел~|расшар~|откр~ доступ к|дай доступ к|созда~ ссылк~ на|сдела~ ссылк~ на|дай ссылк~ на|получи ссылк~ на)(?: публичн~)? ${FILE}${T}$`,
  ),
  rule(
    'share',
    `^(?:share|create a link to|make a link to|get(?: me)? a link to|give me a link to|create a share link for|get a share link for)(?: the)? ${FILE}${T}$`,
  ),
  rule('tag', `^(?:добав~|постав~|присво~) тег~ (?<to>.+?) (?:к|на|для|файлу|документу) ${FILE}${T}$`),
  rule('tag', `^(?:помет~|отмет~|протегир~) ${FILE}${T} (?:тег~|меткой|как) (?<to>.+)$`),
  rule('tag', `^tag(?: the)? ${FILE}${T} (?:as|with) (?<to>.+)$`),
  rule('tag', `^add(?: the| a)? tags? (?<to>.+?) to(?: the)? ${FILE}${T}$`),
]

const LAST_RU = '(?:это|последн~|все|всё|предыдущ~|только что сделанн~)'
const LAST_EN = '(?:it|that|this|everything|all|(?:the |my )?(?:last|previous))'
const STEP =
  '(?:действи~|изменени~|команд~|операци~|шаг~|напоминани~|переименовани~|перемещени~|change~?|action|command|step|thing|one|request)'
export const UNDO: GrammarRule[] = [
  rule('undo', `^(?:отмен~|откат~|верн~)(?: ${LAST_RU})?(?: ${STEP})?(?: назад| обратно)?$`),
  rule('undo', `^(?:верн~|сдела~)(?: ${LAST_RU})?(?: все| всё)? как было(?: раньше)?$`),
  rule('undo', `^(?:undo|revert|roll back|cancel|take back)(?: ${LAST_EN})?(?: ${STEP})?$`),
  rule('undo', `^(?:take|put|change|roll) ${LAST_EN} back$`),
]

const NAMED = '["«“](?<to>[^"»”]+)["»”]'
export const RENAME: GrammarRule[] = [
  rule('rename', `^(?:переимен~) ${FILE}${T} (?:в|на|как) (?<to>.+)$`),
  rule('rename', `^(?:дай|дать|присво~) ${FILE}${T} (?:имя|название) (?<to>.+)$`),
  rule('rename', `^(?:смен~|измен~|помен~) (?:имя|название) (?:у )?${FILE}${T} на (?<to>.+)$`),
  rule('rename', `^назов~ ${FILE}${T} ${NAMED}$`),
  rule('rename', `^назов~ ${FILE}(?<target>\\S+\\.\\p{L}\\S{1,4}) (?<to>.+)$`),
  rule('rename', `^назов~ ${FILE}${T} (?:как )?(?<to>\\S+)$`),
  rule('rename', `^rename(?: the)? ${FILE}${T} (?:to|as|into) (?<to>.+)$`),
  rule('rename', `^(?:change|set) (?:the )?(?:name|title) of(?: the)? ${FILE}${T} to (?<to>.+)$`),
  rule('rename', `^change ${T}'s name to (?<to>.+)$`),
  rule('rename', `^give(?: the)? ${FILE}${T} the (?:name|title) (?<to>.+)$`),
  rule('rename', `^call(?: the)? ${FILE}${T} ${NAMED}$`),
  rule('rename', `^call(?: the)? ${FILE}(?<target>\\S+\\.\\p{L}\\S{1,4}) (?<to>.+)$`),
]

const PUT =
  '(?:перемест~|перенес~|перенест~|полож~|убер~|убрать|перелож~|закин~|отправ~|помест~|слож~|перекин~|перетащ~|засун~|сунь|перетян~)'
const PUT_EN = '(?:move|put|transfer|file|drop|relocate|place|shift|send|stick)'
const THERE = '(?:туда(?: же)?|внутрь|в (?:нее|него|эту папку|нее же))'
const THERE_EN = '(?:there|inside|in there|in(?:to)? it|in(?:to)? (?:that|this|the new) folder)'

export const MOVE: GrammarRule[] = [
  rule('move', `^${PUT} ${THERE} ${FILE}${T}$`, { there: true }),
  rule('move', `^${PUT} ${FILE}${T} ${THERE}$`, { there: true }),
  rule('move', `^${PUT_EN}(?: the)? ${FILE}${T} ${THERE_EN}$`, { there: true }),
  rule('move', `^${PUT} (?:в|во)(?: папку| тему| раздел| каталог)? (?<to>.+)$`),
  rule('move', `^${PUT_EN} (?:to|into|in|under)(?: the)?(?: folder)? (?<to>.+?)(?: folder)?$`),
  rule('move', `^${PUT} ${FILE}${T} (?:в|во)(?: папку| тему| раздел| каталог)? (?<to>.+)$`),
  rule('move', `^${PUT_EN}(?: the)? ${FILE}${T} (?:to|into|in|under)(?: the)?(?: folder)? (?<to>.+?)(?: folder)?$`),
]
