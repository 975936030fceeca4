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
    strip: 'There are sample files here, for looking around.',
    steps: {
      files: {
        title: 'Begin with a few files',
        text: 'Drop your own anywhere on the page, or take four samples: a lease, an invoice, meeting notes and a scanned receipt. They go away in one click.',
        again: 'The samples are here. Drop your own files anywhere on the page.',
        act: '',
      },
      find: {
        title: 'Find by a word or by its meaning',
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
        text: 'Share by a link, hide behind a PIN, take back under Changes whatever the service did. Ctrl K leads everywhere, this tour included.',
        act: 'See the changes',
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
    strip: 'Здесь лежат файлы-примеры, чтобы осмотреться.',
    steps: {
      files: {
        title: 'Начните с нескольких файлов',
        text: 'Перетащите свои в любое место страницы или возьмите четыре примера: договор, счёт, запись встречи и скан чека. Убрать их можно одним нажатием.',
        again: 'Примеры на месте. Свои файлы можно перетащить в любое место страницы.',
        act: '',
      },
      find: {
        title: 'Ищите по слову и по смыслу',
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
        text: 'Делитесь по ссылке, прячьте под PIN, отменяйте в «Изменениях» то, что сделал сервис. Ctrl K ведёт куда угодно, и сюда тоже.',
        act: 'Посмотреть изменения',
      },
    },
  },
)
