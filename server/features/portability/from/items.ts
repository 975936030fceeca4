import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { Compute } from '../../../ports/compute.ts'
import type { OpenedArchive, SourceEntry } from './archive.ts'

/** What other programs give out, as files to take in. */

export const SOURCES = ['folder', 'takeout', 'nextcloud', 'paperless', 'mbox'] as const
export type ImportSource = (typeof SOURCES)[number]

export interface ImportItem {
  folders: string[]
  name: string
  size: number
  modifiedAt: Date | undefined
  /** Where it comes from: the same file of the same program has the same address the next time. */
  sourceUrl: string
  tags: string[]
  favorite: boolean
  /** Somebody else has sent it. */
  origin?: 'mail'
  open(): Promise<Readable>
}

export interface ImportReading {
  archive: OpenedArchive
  /** Runs what grows with the size of a note apart from the service. */
  compute: Compute
  ownerId: string
}

const LEFT_BEHIND = /^(\.DS_Store|Thumbs\.db|desktop\.ini|~\$.*|\._.*)$/i

/** What systems leave in folders, which nobody misses. */
export const isRubbish = ({ parts }: Pick<SourceEntry, 'parts'>): boolean =>
  parts[0] === '__MACOSX' || LEFT_BEHIND.test(parts.at(-1)!)

export const addressOf = (source: string, path: string): string =>
  `${source}:${path
    .split('/')
    .map(part => encodeURIComponent(part))
    .join('/')}`

/** A file as it lies in the archive, with `parts` as its place here. */
export const itemOf = (source: ImportSource, entry: SourceEntry, parts = entry.parts): ImportItem => ({
  folders: parts.slice(0, -1),
  name: basename(parts.at(-1)!),
  size: entry.size,
  modifiedAt: entry.modifiedAt,
  sourceUrl: addressOf(source, entry.parts.join('/')),
  tags: [],
  favorite: false,
  open: entry.open,
})
