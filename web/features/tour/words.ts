import { words } from '../../lib/i18n.ts'

export const tourWords = words(
  {
    label: 'Getting to know Dossier',
    step: (at: number, of: number) => `Step ${at} of ${of}`,
    skip: 'Skip',
    back: 'Back',
    next: 'Next',
    finish: 'Finish',
    addSamples: 'Add the samples',
    adding: 'Adding the samples',
    removeSamples: 'Remove the samples',
    removed: 'The samples are in the trash',
    undo: 'Undo',
    own: {
      find: (word: string) => `Search for “${word}”`,
      ask: 'Ask about your file',
      question: (title: string) => `What does “${title}” say?`,
      pages: 'Open its pages',
    },
    strip: 'There are sample files here, for looking around.',
    steps: {
      files: {
        title: 'Begin with a few files',
        touch:
          'Add your own, or take four samples: a lease, an invoice, meeting notes and a scanned receipt. They go away in one tap.',
        text: 'Drop your own anywhere on the page, or take four samples: a lease, an invoice, meeting notes and a scanned receipt. They go away in one click.',
        own: (title: string) => `“${title}” is here and read. The next steps use it.`,
        again: 'The samples are here. Add your own files whenever you like.',
        act: '',
      },
      find: {
        title: 'Find by a word or by its meaning',
        touch: 'Words are found in every form, in scans as well.',
        text: 'Press / anywhere. Words are found in every form, in scans as well.',
        act: 'Search for “door lock”',
        query: 'door lock',
      },
      ask: {
        title: 'Ask, and see the proof',
        text: 'Each sentence of an answer leads to the passage it rests on.',
        act: 'Ask when the lease ends',
        query: 'When does the lease end?',
      },
      pages: {
        title: 'Work on the pages',
        text: 'Black out, reorder, put together. A new file is made, the old one stays.',
        act: 'Open the pages of the lease',
      },
      yours: {
        title: 'It stays yours',
        text: 'Share by a link, hide behind a PIN, take back under Activity whatever the service did. Ctrl K leads everywhere, this tour included.',
        act: 'Open the activity',
      },
    },
  },
  {
    label: 'Знакомство с Dossier',
    step: (at, of) => `Шаг ${at} из ${of}`,
    skip: 'Пропустить',
    back: 'Назад',
    next: 'Дальше',
    finish: 'Готово',
    addSamples: 'Взять примеры',
    adding: 'Примеры добавляются',
    removeSamples: 'Убрать примеры',
    removed: 'Примеры в корзине',
    undo: 'Отменить',
    own: {
      find: word => `Найти «${word}»`,
      ask: 'Спросить о своём файле',
      question: title => `О чём говорится в «${title}»?`,
      pages: 'Открыть его страницы',
    },
    strip: 'Здесь лежат файлы-примеры, чтобы осмотреться.',
    steps: {
      files: {
        title: 'Начните с нескольких файлов',
        touch:
          'Добавьте свои или возьмите четыре примера: договор, счёт, запись встречи и скан чека. Убрать их можно одним нажатием.',
        text: 'Перетащите свои в любое место страницы или возьмите четыре примера: договор, счёт, запись встречи и скан чека. Убрать их можно одним нажатием.',
        own: title => `«${title}» уже здесь и прочитан. Дальше покажем на нём.`,
        again: 'Примеры на месте. Свои файлы можно добавить в любой момент.',
        act: '',
      },
      find: {
        title: 'Ищите по слову и по смыслу',
        touch: 'Слова находятся в любой форме, и на сканах тоже.',
        text: 'Нажмите / где угодно. Слова находятся в любой форме, и на сканах тоже.',
        act: 'Найти «дверной замок»',
        query: 'дверной замок',
      },
      ask: {
        title: 'Спросите и проверьте',
        text: 'Каждое предложение ответа ведёт к месту, на котором оно основано.',
        act: 'Спросить, когда кончается аренда',
        query: 'До какого числа действует договор аренды?',
      },
      pages: {
        title: 'Работайте со страницами',
        text: 'Закрашивайте, переставляйте, собирайте. Получается новый файл, прежний остаётся.',
        act: 'Открыть страницы договора',
      },
      yours: {
        title: 'Всё остаётся вашим',
        text: 'Делитесь по ссылке, прячьте под PIN, отменяйте в «Истории» то, что сделал сервис. Ctrl K ведёт куда угодно, и сюда тоже.',
        act: 'Открыть историю',
      },
    },
  },
)
