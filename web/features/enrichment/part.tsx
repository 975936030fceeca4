import type { ReactNode } from 'react'

export const Part = ({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) => (
  <section aria-label={name}>
    <div className="flex min-h-7 items-center justify-between">
      <h3 className="text-xs font-medium text-ink-faint">{name}</h3>
      {action}
    </div>
    {children}
  </section>
)
