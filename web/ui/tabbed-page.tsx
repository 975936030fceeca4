import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { cx } from '../lib/class-names.ts'

interface TabbedPageProps {
  title: string
  /** Where the sections live: `/settings` leads to `/settings/usage`. */
  base: string
  sections: { name: string; text: string }[]
  current: string
  wide?: boolean
  children: ReactNode
}

/** A page of several sections, each with an address of its own. */
export function TabbedPage({ title, base, sections, current, wide, children }: TabbedPageProps) {
  const tabs = useRef<HTMLElement>(null)
  // A line of them is longer than a phone is wide; a wide page has them in a column.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => {
    tabs.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <main className="h-full overflow-auto">
      <div className={cx('mx-auto px-4 py-6 md:px-8', wide ? 'max-w-5xl xl:max-w-7xl' : 'max-w-3xl xl:max-w-5xl')}>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <div className="xl:flex xl:gap-8 xl:pt-6">
          <nav
            ref={tabs}
            aria-label={title}
            className="-mx-1 my-4 flex gap-1 overflow-x-auto border-b border-line px-1 xl:sticky xl:top-6 xl:mx-0 xl:my-0 xl:-ml-3 xl:w-44 xl:shrink-0 xl:flex-col xl:self-start xl:overflow-visible xl:border-0"
          >
            {sections.map(({ name, text }) => (
              <Link
                key={name}
                to={`${base}/${name}`}
                aria-current={current === name ? 'page' : undefined}
                className="touchable -mb-px flex h-9 shrink-0 items-center border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-ink-soft no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink xl:mb-0 xl:rounded xl:border-0 xl:hover:bg-hover xl:aria-[current=page]:bg-press"
              >
                {text}
              </Link>
            ))}
          </nav>
          <div className="min-w-0 xl:flex-1">
            <Suspense>{children}</Suspense>
          </div>
        </div>
      </div>
    </main>
  )
}
