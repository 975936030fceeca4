import { firstEn, firstRu } from '../../lib/first-words.ts'
import { pluralRu, words } from '../../lib/i18n.ts'
import { grouped } from '../../lib/language.ts'

export const allWords = words(
  {
    loaded: (n: number) => `${firstEn.files(n)} selected so far.`,
    all: (n: number) => `Select all ${firstEn.files(n)}`,
    allOfThem: 'Select all of them',
    selecting: (n: number, total: number) => `Selecting… ${grouped(n, 'en')} of ${firstEn.files(total)}`,
    stop: 'Stop',
  },
  {
    loaded: n => `Пока ${pluralRu(n, { one: 'выбран', few: 'выбрано', many: 'выбрано' })} ${firstRu.files(n)}.`,
    all: n => pluralRu(n, { one: 'Выбрать # файл', few: 'Выбрать все # файла', many: 'Выбрать все # файлов' }),
    allOfThem: 'Выбрать все',
    selecting: (n, total) => `Выбираем… ${grouped(n, 'ru')} из ${grouped(total, 'ru')}`,
    stop: 'Остановить',
  },
)
