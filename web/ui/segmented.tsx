import type { LucideIcon } from 'lucide-react'
import { cx } from '../lib/class-names.ts'
import { Tip } from './tip.tsx'

interface Choice<T> {
  value: T
  text: string
  icon?: LucideIcon
}

/** A few choices of which one holds. */
export function Segmented<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: T
  choices: Choice<T>[]
  onChange: (value: T) => void
}) {
  return (
    <div role="radiogroup" aria-label={label} className="inline-flex rounded border border-line p-0.5">
      {choices.map(({ value: own, text, icon: Icon }) => {
        const chosen = own === value
        const button = (
          <button
            key={own}
            type="button"
            role="radio"
            aria-checked={chosen}
            aria-label={Icon ? text : undefined}
            onClick={() => onChange(own)}
            className={cx(
              'inline-flex h-6.5 items-center justify-center rounded-sm px-2.5 text-sm whitespace-nowrap transition-colors duration-120',
              Icon && 'w-8 px-0',
              chosen ? 'bg-press text-ink' : 'text-ink-soft hover:text-ink',
            )}
          >
            {Icon ? <Icon aria-hidden className="size-4" /> : text}
          </button>
        )
        return Icon ? (
          <Tip key={own} text={text}>
            {button}
          </Tip>
        ) : (
          button
        )
      })}
    </div>
  )
}
