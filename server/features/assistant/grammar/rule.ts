import { lazy } from '../../../lib/lazy.ts'
import type { Intent } from './command.ts'

/** In the patterns a blank stands for any white space, ~ for the rest of a word, § for the end of one. */

export interface GrammarRule {
  intent: Intent
  pattern: RegExp
  op?: string
  /** The words must also say when. */
  dated?: boolean
  /** The words must also name a format. */
  formatted?: boolean
  /** Into the folder that was named before. */
  there?: boolean
}

export const pattern = (source: string) =>
  new RegExp(source.replaceAll('~', '\\p{L}*').replaceAll(' ', '\\s+').replaceAll('§', '(?![\\p{L}\\p{N}])'), 'du')

/** Made when it is first needed: all of them together would take half a second of every start. */
export function rule(intent: Intent, source: string, more: Partial<GrammarRule> = {}): GrammarRule {
  const made = lazy(() => pattern(source))
  return {
    intent,
    get pattern() {
      return made()
    },
    ...more,
  }
}

/** What it is about. */
export const T = '(?<target>.+?)'
export const SEP = '\\s*[:,—–-]?\\s*'
export const FILE = '(?:(?:файл~|документ~|the file|the document|file|document) )?'
