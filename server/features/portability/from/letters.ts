import { extname } from 'node:path'
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

const MOST_ATTACHED = 50
const DEEPEST = 64

export interface AttachedFile {
  name: string
  content: Uint8Array
}

/** What people have attached: pictures that stand in the text, and what has no name, belong to the letter itself. */
export async function readAttached(bytes: Uint8Array): Promise<AttachedFile[]> {
  const options = { maxNestingDepth: DEEPEST, attachmentEncoding: 'arraybuffer' as const }
  const letter = await PostalMime.parse(Buffer.from(bytes), options).catch(() => undefined)
  return (letter?.attachments ?? [])
    .filter(({ disposition, filename, related }) => filename && !(related && disposition !== 'attachment'))
    .slice(0, MOST_ATTACHED)
    .map(({ filename, content }) => ({ name: fileName(filename!), content: bytesOf(content) }))
    .filter(({ name, content }) => name !== '' && content.length > 0)
}

/** Of a long name the ending stays. */
function fileName(given: string): string {
  const ending = extname(given).slice(0, 20)
  return nameable(given.slice(0, given.length - ending.length)) + nameable(ending)
}

const bytesOf = (content: string | ArrayBuffer | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

const nameable = (subject: string): string =>
  subject
    // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing that moves the cursor belongs into a name.
    .replace(/[\u0000-\u001f/\\]/g, ' ')
    .trim()
    .slice(0, 120)
