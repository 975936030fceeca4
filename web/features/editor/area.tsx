import { useEffect, useRef } from 'react'
import { startEditor, startMerge } from './code.ts'

interface AreaProps {
  text: string
  label: string
  isMarkdown: boolean
  onChange?: (text: string) => void
  onPublish?: () => void
  /** Another text on the left, to compare with. */
  left?: { text: string; label: string }
}

/** The place of the editor. It keeps its own text: what is given is only where it begins. */
export default function Area({ text, label, isMarkdown, onChange, onPublish, left }: AreaProps) {
  const host = useRef<HTMLDivElement>(null)
  const now = useRef({ onChange, onPublish })
  now.current = { onChange, onPublish }
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once for each pair of texts
  useEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    root.replaceChildren()
    const editing = {
      root,
      text,
      label,
      isMarkdown,
      onChange: (next: string) => now.current.onChange?.(next),
      onPublish: () => now.current.onPublish?.(),
    }
    const view = left ? startMerge({ ...editing, left }) : startEditor(editing)
    if (!left && 'focus' in view) view.focus()
    return () => view.destroy()
  }, [left?.text])
  return <div ref={host} className="size-full overflow-auto bg-surface" />
}
