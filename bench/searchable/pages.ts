import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** Pages as a browser sets them, of which the place of every word is known, and pictures of them as a scanner gives them. */

const RUSSIAN =
  `Поставщик обязуется передать в собственность Покупателя товар, а Покупатель обязуется принять его и оплатить.
Расчёты производятся в безналичном порядке не позднее десяти рабочих дней с момента подписания накладной.
За нарушение сроков поставки виновная сторона уплачивает неустойку в размере 0,1 % за каждый день просрочки.
Комната выходит окнами на север, поэтому утром здесь прохладно даже в середине июля.
Директор поблагодарил сотрудников за работу и объявил, что осенью откроется новый склад.
Споры разрешаются путём переговоров, а при недостижении согласия передаются на рассмотрение суда.
Показания счётчика на 31 декабря составили 48217 киловатт-часов, долга за квартирой нет.
Мы получили Ваше письмо от 14 марта и благодарим за подробный ответ на наши вопросы.
Пациент жалуется на головную боль, температура нормальная, назначен покой и обильное питьё.
Настоящий договор составлен в двух экземплярах, имеющих одинаковую юридическую силу.`.split('\n')

const ENGLISH = `The Supplier shall deliver the goods to the warehouse of the Customer at its own expense and risk.
Payment is due within thirty days of the date of the invoice unless the parties have agreed otherwise.
Neither party is liable for a delay which was caused by circumstances beyond its reasonable control.
The kitchen faces the garden, and in the morning the whole room is full of light.
Our engineers have examined the machine and found that two bearings must be replaced before winter.
Any dispute arising out of this contract shall be settled by the courts of England and Wales.
The reading of the meter on 31 December was 48217 kilowatt hours, and nothing is owed.
Thank you for your letter of 14 March, which answered most of the questions that we had.
The patient complains of a headache, the temperature is normal, rest has been prescribed.
This agreement is made in two copies, each of which has the same legal force.`.split('\n')

const FONTS = ['Liberation Serif', 'Liberation Sans', 'Carlito', 'DejaVu Serif', 'DejaVu Sans', 'Liberation Mono']
const SIZES = [10, 12, 9, 14, 11]
const RESOLUTIONS = [150, 200, 300]

/** In points from the upper left corner of the page as it was set. */
export interface DrawnWord {
  text: string
  left: number
  right: number
  top: number
  bottom: number
  /** As high and as low as the letters of its font reach. */
  above: number
  below: number
}

export interface Scan {
  name: string
  words: DrawnWord[]
  jpeg: Buffer
  /** Of the page as it was set. */
  width: number
  height: number
  /** By how much the picture leans, clockwise, about the middle of the page. */
  lean: number
  /** Quarters by which the picture lies on its side, clockwise; where the page is to be turned back, people see it upright. */
  turned: 0 | 1 | 2 | 3
  turnedBack: boolean
}

const word = (text: string) => text.replaceAll('&', '&amp;').replace(/\S+/g, '<i>$&</i>')
const paragraphs = (texts: string[]) => texts.map(text => `<p>${word(text)}</p>`).join('')

type Layout = (sentences: string[], russian: boolean) => string

const LAYOUTS: Record<string, Layout> = {
  letter: said => `<h1>${word(said[0]!.split(' ').slice(0, 4).join(' '))}</h1>${paragraphs([...said, ...said])}`,
  columns: said => `<div style="columns: 2; column-gap: 30px">${paragraphs([...said, ...said])}</div>`,
  table: said => {
    const rows = said.map((text, n) => {
      const cells = [`${n + 1}`, text.split(' ').slice(0, 5).join(' '), `${(n + 3) * 417},50`]
      return `<tr>${cells.map(cell => `<td>${word(cell)}</td>`).join('')}</tr>`
    })
    return `${paragraphs(said.slice(0, 2))}<table>${rows.join('')}</table>${paragraphs(said.slice(3, 5))}`
  },
  form: (said, russian) => {
    const names = russian
      ? ['Фамилия', 'Имя', 'Адрес', 'Телефон', 'Дата рождения', 'Примечание']
      : ['Surname', 'Name', 'Address', 'Telephone', 'Date of birth', 'Remark']
    const lines = names.map((name, n) => `<p><b>${word(`${name}:`)}</b> ${word(said[n]!)}</p>`)
    return `<h2 style="text-align: center">${word(said[7]!)}</h2>${lines.join('')}<small>${paragraphs(said)}</small>`
  },
  list: said => `<h2>${word(said[2]!)}</h2><ol>${said.map(text => `<li>${word(text)}</li>`).join('')}</ol>`,
}

const [WIDTH, HEIGHT] = [794, 1123]
/** Of a pixel of the browser. */
const POINTS = 0.75

const STYLE = `* { margin: 0; padding: 0 } i { font-style: normal } p, li { margin-bottom: .6em; line-height: 1.35 }
h1 { font-size: 2em; margin-bottom: .5em } h2 { font-size: 1.4em; margin-bottom: .5em } small { font-size: .8em }
ol { margin-left: 2em } ol li { list-style: none } table { border-collapse: collapse; margin-bottom: 1em } td { border: 1px solid; padding: 4px 8px }`

/** Of every word what is black of it. */
const PLACES = `(() => {
  const ink = document.createElement('canvas').getContext('2d')
  return [...document.querySelectorAll('i')].filter(element => element.getClientRects().length === 1).map(element => {
    const style = getComputedStyle(element)
    ink.font = style.fontWeight + ' ' + style.fontSize + ' "' + style.fontFamily.replaceAll('"', '') + '"'
    const size = ink.measureText(element.textContent)
    const box = element.getBoundingClientRect()
    const base = box.top + size.fontBoundingBoxAscent
    return {
      text: element.textContent,
      left: box.left - size.actualBoundingBoxLeft, right: box.left + size.actualBoundingBoxRight,
      top: base - size.actualBoundingBoxAscent, bottom: base + size.actualBoundingBoxDescent,
      above: box.top, below: box.bottom,
    }
  })
})()`

/** A browser page of the right size and sharpness must be given: `open` makes one for so many dots of an inch. */
export async function aScan(
  n: number,
  open: (scale: number, width: number, height: number) => Promise<Page>,
): Promise<Scan> {
  const russian = n % 2 === 0
  // After thirty pages everything would come together again as before.
  const again = Math.floor(n / 30)
  const [font, size] = [FONTS[(n + again) % FONTS.length]!, SIZES[((n >> 1) + again) % SIZES.length]!]
  const [layout, set] = Object.entries(LAYOUTS)[Math.floor(n / 3) % 5]!
  const dpi = RESOLUTIONS[n % 3]!
  const sentences = russian ? RUSSIAN : ENGLISH
  const said = sentences.map((_, at) => sentences[(at * 3 + n + again) % sentences.length]!)
  const page = await open(dpi / 96, WIDTH, HEIGHT)
  const body = set(said, russian)
  await page.setContent(
    `<style>${STYLE} body { background: white; padding: 70px 80px; font: ${size}pt "${font}" }</style><body>${body}</body>`,
  )
  const seen = (await page.evaluate(PLACES)) as DrawnWord[]
  const words = seen
    .filter(({ bottom }) => bottom < HEIGHT - 20)
    .map(({ text, ...place }) => ({ text, ...inPoints(place) }))
  const picture = await page.screenshot()
  await page.close()
  const lean = n % 5 === 3 ? [-2, 1.5, 0.7, -1, 2][Math.floor(n / 5) % 5]! : 0
  const turned = n % 5 === 4 ? ([1, 2, 3][Math.floor(n / 5) % 3] as 1 | 2 | 3) : 0
  const turnedBack = n % 10 === 4
  const way = lean
    ? `leaning by ${lean}°`
    : turned
      ? `turned by ${turned * 90}°${turnedBack ? ' and back' : ''}`
      : 'straight'
  return {
    name: `${russian ? 'ru' : 'en'}, ${layout}, ${font} ${size}, ${dpi} dpi, ${way}`,
    words,
    jpeg: await scanned(picture, lean, turned),
    width: WIDTH * POINTS,
    height: HEIGHT * POINTS,
    lean,
    turned,
    turnedBack,
  }
}

const inPoints = <T extends Record<string, number>>(place: T) =>
  Object.fromEntries(Object.entries(place).map(([edge, pixels]) => [edge, pixels * POINTS])) as T

async function scanned(picture: Buffer, lean: number, turned: number): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  let page = sharp(picture).flatten({ background: 'white' })
  if (lean) {
    const leaning = await page.rotate(lean, { background: 'white' }).png().toBuffer()
    const grown = await sharp(leaning).metadata()
    const [left, top] = [Math.round((grown.width - width) / 2), Math.round((grown.height - height) / 2)]
    page = sharp(leaning).extract({ left, top, width, height })
  }
  const upright = await page.png().toBuffer()
  return sharp(upright)
    .rotate(turned * 90)
    .greyscale()
    .jpeg({ quality: 80 })
    .toBuffer()
}
