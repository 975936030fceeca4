import { aPerson, type Person } from '../../test/support/client.ts'
import { startServer } from '../../test/support/server.ts'
import { type Asked, found, score, share, upload, vectorsMade } from './measure.ts'
import { SHORT } from './short.ts'

const isRussian = (text: string) => /[а-я]/.test(text)

/** How many of the ten shown are not what was asked for. */
async function besides(anna: Person, asked: Asked[]): Promise<number> {
  let others = 0
  for (const { text, right } of asked)
    others += (await found(anna, text, 'hybrid')).names.filter(name => !right.has(name)).length
  return others
}

/** One to three words in one language about texts in the other, among texts on other matters. */
export async function measureShort(): Promise<void> {
  const server = await startServer()
  for (const russian of [true, false]) {
    const pairs = SHORT.map((pair, n) => ({ ...pair, name: `s${n}.txt` })).filter(
      ({ text }) => isRussian(text) === russian,
    )
    const anna = await aPerson(server.url)
    await upload(
      anna,
      pairs.map(({ name, text }) => [name, text]),
    )
    await vectorsMade(anna)
    const asked = pairs.map(({ ask, name }) => ({ text: ask, right: new Map([[name, 1]]) }))
    const own = pairs.map(({ own, name }) => ({ text: own, right: new Map([[name, 1]]) }))
    const language = russian ? 'Russian' : 'English'
    console.log(`one to three words, ${language} texts: ${pairs.length} files and questions`)
    console.log(`  other language, words    ${await score(anna, asked, 'text')}`)
    console.log(`  other language, meaning  ${await score(anna, asked, 'semantic')}`)
    console.log(`  other language, search   ${await score(anna, asked, 'hybrid')}`)
    console.log(
      `  other files shown        ${share(await besides(anna, asked), asked.length)} a question, of ten at most`,
    )
    console.log(`  own language, search     ${await score(anna, own, 'hybrid')}`)
  }
  await server.stop()
}
