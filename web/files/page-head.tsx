import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FileObject } from '../api/shapes.ts'
import { cx } from '../lib/class-names.ts'

interface PageHeadProps {
  file: FileObject
  /** What the way back to the file is called. */
  back: string
  /** What is done with the file here, for those who only hear the page. */
  doing: string
  className?: string
  children: ReactNode
}

/** The head of a page on which one file is worked on. */
export const PageHead = ({ file, back, doing, className, children }: PageHeadProps) => (
  <header className="flex shrink-0 flex-wrap items-center gap-2 px-3 py-2.5">
    <Link
      to="/objects/$object"
      params={{ object: file.id }}
      aria-label={back}
      className="touchable flex size-8 items-center justify-center rounded text-ink-soft hover:bg-hover"
    >
      <ArrowLeft aria-hidden className="size-4" />
    </Link>
    <h1 className={cx('min-w-0 flex-1 truncate text-lg font-semibold', className)}>
      <span className="sr-only">{doing}: </span>
      {file.filename}
    </h1>
    {children}
  </header>
)
