import type { ReactNode } from 'react'

/** A part of a page of settings: what it is on top, what can be done below. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="border-b border-line py-6 first:pt-2 last:border-0">
      <h2 className="text-lg font-semibold">{title}</h2>
      {text && <p className="mt-0.5 text-base text-ink-soft">{text}</p>}
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </section>
  )
}
