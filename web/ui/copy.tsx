import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from './button.tsx'
import { uiWords } from './words.ts'

/** A text that is shown once, to be taken along. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const t = uiWords.use()
  const id = useId()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    )
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={text}
          onFocus={event => event.target.select()}
          className="touchable h-8 min-w-0 flex-1 rounded border border-line-strong bg-sunken px-2.5 font-mono text-sm"
        />
        <Button icon={copied ? Check : Copy} onClick={() => void copy()}>
          {copied ? t.copied : t.copy}
        </Button>
      </div>
    </div>
  )
}
