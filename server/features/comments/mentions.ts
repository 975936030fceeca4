/**
 * A mention stands in the text as `<@id of the person>`, so that it stays true whatever they are called later. An `@name` that was only
 * typed is a word like any other.
 */
const MENTION = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/g

export const mentionedIn = (text: string): string[] => [...new Set([...text.matchAll(MENTION)].map(([, id]) => id!))]

/** So many people one comment can name. */
export const MOST_MENTIONED = 20
