import type { Needs } from '../../context.ts'

/** Links that open something are kept sealed, and opened only on their way to the person. */

const MARK = /⟦sealed:([\w-]{1,4000})⟧/gu

export const sealed = ({ secrets }: Needs<'secrets'>, text: string): string =>
  `⟦sealed:${Buffer.from(secrets.seal(text)).toString('base64url')}⟧`

export function revealedText({ secrets }: Needs<'secrets'>, text: string): string {
  return text.replace(MARK, (all, secret: string) => {
    try {
      return secrets.open(Buffer.from(secret, 'base64url').toString())
    } catch {
      return all
    }
  })
}

export function revealed<T>(context: Needs<'secrets'>, value: T): T {
  const text = JSON.stringify(value)
  if (!text.includes('⟦sealed:')) return value
  return JSON.parse(text, (_, item) => (typeof item === 'string' ? revealedText(context, item) : item)) as T
}
