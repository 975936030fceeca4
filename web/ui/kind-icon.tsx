import {
  Archive,
  AudioLines,
  File,
  FilePen,
  FileText,
  FileType,
  Film,
  Image,
  type LucideIcon,
  Mail,
  Presentation,
  Sheet,
} from 'lucide-react'
import type { Kind } from '../api/shapes.ts'
import { cx } from '../lib/class-names.ts'

const ICONS: Record<Kind, LucideIcon> = {
  pdf: FileText,
  document: FilePen,
  spreadsheet: Sheet,
  presentation: Presentation,
  text: FileType,
  image: Image,
  audio: AudioLines,
  video: Film,
  email: Mail,
  archive: Archive,
  other: File,
}

export function KindIcon({ kind, className }: { kind: string; className?: string }) {
  const Icon = ICONS[kind as Kind] ?? File
  return <Icon aria-hidden className={cx('shrink-0 text-ink-faint', className ?? 'size-4')} strokeWidth={1.5} />
}
