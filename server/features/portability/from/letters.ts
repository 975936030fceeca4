import PostalMime from 'postal-mime'

/** The head of a letter, read in a thread: who sent it may have written anything there. */

export interface LetterHead {
  subject: string
  /** As ISO, or empty. */
  date: string
  messageId: string
}

export async function readLetterHead(bytes: Uint8Array): Promise<LetterHead> {
  const text = Buffer.from(bytes)
  const end = [text.indexOf('\n\n'), text.indexOf('\n\r\n')].filter(at => at >= 0)
  const head = end.length > 0 ? text.subarray(0, Math.min(...end) + 2) : text
  try {
    const { subject = '', date = '', messageId = '' } = await PostalMime.parse(head, { maxNestingDepth: 8 })
    const when = new Date(date)
    return {
      subject: nameable(subject),
      date: Number.isNaN(when.getTime()) ? '' : when.toISOString(),
      messageId: messageId.replace(/^<|>$/g, '').slice(0, 500),
    }
  } catch {
    return { subject: '', date: '', messageId: '' }
  }
}

const nameable = (subject: string): string =>
  subject
    // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing that moves the cursor belongs into a name.
    .replace(/[\u0000-\u001f/\\]/g, ' ')
    .trim()
    .slice(0, 120)
