import { words } from '../../lib/i18n.ts'

export const abilityWords = words(
  {
    without: 'Without a language model',
    withoutText: 'All of this is done on this server. Nothing leaves it.',
    alone: [
      'Reads documents, scans, photographs and recordings, and remembers on which page or at which second each word stands.',
      'Names the type of a document, its date, sum, number and whom it is with.',
      'Finds by words in any form, by meaning, by names, dates and sums.',
      'Answers questions with sentences from your files, each with its source. When there is no answer, it says so.',
      'Does simple things on request: finds, moves and renames files, makes events and tasks.',
      'Works on pages: joins, splits, rotates, blacks out, makes scans searchable.',
    ],
    with: 'With a language model',
    withText: 'Passages of your files are sent to the model you choose. Its use is counted under Usage.',
    added: [
      'Puts an answer in its own words, from several files at once. Sentences that no passage supports are left out or marked.',
      'Understands longer requests and does them step by step. Deleting and sharing always wait for your approval.',
      'Gives better titles and descriptions to what has none of its own.',
    ],
    connected: 'A model is connected.',
    connectHint: 'You can use one of your own.',
    connect: 'Connect a model',
    never: 'What it never does',
    neverText:
      'It deletes nothing for good and shares nothing by itself. What it changes is listed under Activity and can be undone.',
  },
  {
    without: 'Без языковой модели',
    withoutText: 'Всё это происходит на вашем сервере. Наружу ничего не уходит.',
    alone: [
      'Читает документы, сканы, фотографии и записи и помнит, на какой странице или секунде стоит каждое слово.',
      'Определяет тип документа, его дату, сумму, номер и с кем он.',
      'Ищет по словам в любой форме, по смыслу, по именам, датам и суммам.',
      'Отвечает на вопросы предложениями из ваших файлов, каждое — с источником. Если ответа нет, так и говорит.',
      'Выполняет простые просьбы: находит, перемещает и переименовывает файлы, создаёт события и задачи.',
      'Работает со страницами: объединяет, разделяет, поворачивает, закрашивает, делает сканы доступными для поиска.',
    ],
    with: 'С языковой моделью',
    withText: 'Отрывки ваших файлов отправляются модели, которую вы выбрали. Расход виден в разделе «Расход».',
    added: [
      'Отвечает своими словами, сразу по нескольким файлам. Предложения без подтверждения убирает или помечает.',
      'Понимает длинные просьбы и выполняет их по шагам. Удаление и общий доступ — только с вашего подтверждения.',
      'Придумывает названия и описания получше там, где своих нет.',
    ],
    connected: 'Модель подключена.',
    connectHint: 'Можно подключить свою.',
    connect: 'Подключить модель',
    never: 'Чего не происходит никогда',
    neverText:
      'Ничего не удаляется навсегда и ничем не делятся без вас. Все изменения видны в разделе «История», их можно отменить.',
  },
)
