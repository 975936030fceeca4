import { ReadingFailed } from '../../ports/reader.ts'
import { LIMITS } from './limits.ts'

/** Why a file was not read, or not whole, in words for its owner. */

interface Words {
  en: string
  ru: string
}

export const failed = (words: Words) => new ReadingFailed(words)

export const WHY = {
  damaged: {
    en: 'The file is damaged and could not be opened. Upload a whole copy, or save it again in the program that made it.',
    ru: 'Файл повреждён, открыть его не удалось. Загрузите целую копию или сохраните его заново в программе, где он создан.',
  },
  bomb: {
    en: 'The file unpacks to far more than it should, as archives made to do harm do. It was not read.',
    ru: 'Файл распаковывается в неправдоподобно большой объём, как бывает у вредоносных архивов. Он не прочитан.',
  },
  nested: {
    en: 'The file is nested too deeply to be read.',
    ru: 'Вложенность в файле слишком глубокая, прочитать его нельзя.',
  },
  memory: {
    en: 'Reading the file took more memory than one file may take.',
    ru: 'Чтение файла потребовало больше памяти, чем разрешено на один файл.',
  },
  slow: {
    en: 'Reading the file took longer than one file may take.',
    ru: 'Чтение файла заняло больше времени, чем разрешено на один файл.',
  },
  locked: {
    en: 'The file has a password, so its text was not read. Give the password to have it read once, or remove it and upload the file again.',
    ru: 'Файл защищён паролем, поэтому текст не прочитан. Введите пароль, чтобы прочитать его один раз, или снимите пароль и загрузите файл снова.',
  },
  sealed: {
    en: 'The file has a password, so its text was not read. Remove the password in the program that set it, and upload the file again.',
    ru: 'Файл защищён паролем, поэтому текст не прочитан. Снимите пароль в программе, где он поставлен, и загрузите файл снова.',
  },
  cut: {
    en: `Only the first ${LIMITS.textChars / 1_000_000} million characters of the text were read.`,
    ru: `Прочитаны только первые ${LIMITS.textChars / 1_000_000} миллионов знаков текста.`,
  },
  emptyScan: {
    en: 'The pages hold no text, and no text could be recognised in what they show. Look at the file yourself, or scan it again with more contrast.',
    ru: 'Обычного текста на страницах нет, а распознать его на изображениях не удалось. Посмотрите файл сами или отсканируйте его чётче.',
  },
  noOcr: {
    en: 'The pages are pictures, and text recognition is not installed on this server.',
    ru: 'Страницы — это изображения, а распознавание текста на этом сервере не установлено.',
  },
  noOffice: {
    en: 'This is an old office format, and LibreOffice, which reads it, is not installed on this server. Save the file in a new format.',
    ru: 'Это старый офисный формат, а LibreOffice, который его читает, на этом сервере не установлен. Сохраните файл в новом формате.',
  },
  tooOld: {
    en: 'This is a presentation of PowerPoint 95 or before, a format too old to be opened here. Save it as PPTX or PDF in a program that still opens it.',
    ru: 'Это презентация PowerPoint 95 или старше: такой старый формат здесь не открывается. Сохраните её в PPTX или PDF в программе, которая её ещё открывает.',
  },
  notOpened: {
    en: 'LibreOffice, which reads old office formats on this server, could not open this file, though nothing of it seems to be missing. Save it as DOCX, XLSX, PPTX or PDF in the program that made it, and upload that file.',
    ru: 'LibreOffice, который читает здесь старые офисные форматы, не смог открыть этот файл, хотя он, похоже, цел. Сохраните его в DOCX, XLSX, PPTX или PDF в программе, где он создан, и загрузите этот файл.',
  },
  dynamicForm: {
    en: 'This is a dynamic form (XFA), which only Adobe Reader shows: other programs see a page that asks to wait. Print it to PDF there, and upload that file.',
    ru: 'Это динамическая форма (XFA), её показывает только Adobe Reader: остальные программы видят страницу с просьбой подождать. Распечатайте её там в PDF и загрузите этот файл.',
  },
  onlyPreview: {
    en: 'Only the picture of the first page could be read. Save the document as PDF or in an Office format to have all of it read.',
    ru: 'Прочитано только изображение первой страницы. Чтобы прочитать документ целиком, сохраните его в PDF или в формате Office.',
  },
  onlyWords: {
    en: 'Only the words of the tables were read, not the numbers in their cells. Save the file as XLSX or PDF to have all of it read.',
    ru: 'Из таблиц прочитаны только слова, но не числа в ячейках. Чтобы прочитать файл целиком, сохраните его в XLSX или PDF.',
  },
  noIsolation: {
    en: 'Files are not read on this server: it cannot keep the programs that do so apart from everything else, and its administrator has made that a condition.',
    ru: 'Файлы на этом сервере не читаются: программы чтения нельзя изолировать, а администратор сделал это обязательным.',
  },
  noPdf: {
    en: 'PDF files cannot be read on this server: poppler-utils is not installed.',
    ru: 'PDF на этом сервере не читаются: не установлен poppler-utils.',
  },
  noArchiver: {
    en: 'Archives of this kind cannot be listed on this server: libarchive-tools is not installed.',
    ru: 'Содержимое таких архивов на этом сервере не показать: не установлен libarchive-tools.',
  },
  noMedia: {
    en: 'Sound and video cannot be read on this server: ffmpeg is not installed.',
    ru: 'Звук и видео на этом сервере не читаются: не установлен ffmpeg.',
  },
  rarePicture: {
    en: 'The picture is stored in an old or rare way that cannot be opened here, so no text was looked for in it. Save it again as PNG or JPEG.',
    ru: 'Изображение сохранено старым или редким способом, открыть его здесь нельзя, поэтому текст в нём не искали. Сохраните его заново в PNG или JPEG.',
  },
  hugePicture: {
    en: `The picture has more than ${LIMITS.pixels / 1_000_000} million pixels, so no text was looked for in it.`,
    ru: `В изображении больше ${LIMITS.pixels / 1_000_000} миллионов пикселей, текст в нём не искали.`,
  },
} satisfies Record<string, Words>

/** A lock is no fault: the file is as its owner wants it, and only they can open it. */
export const isLock = (words: Words): boolean => words === WHY.locked || words === WHY.sealed

export const onlySomePages = (done: number, all: number): Words => ({
  en: `Text was recognised on ${done} of ${all} scanned pages: a file may not take longer.`,
  ru: `Текст распознан на ${done} из ${all} отсканированных страниц: больше времени на один файл не отводится.`,
})
