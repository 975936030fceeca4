import { Button } from '../../ui/button.tsx'

interface DecisionProps {
  words: { allow: string; deny: string }
  busy: boolean
  /** Without it, allowing submits the form around the buttons. */
  onAllow?: () => void
  onDeny: () => void
}

/** Whether a program is let in. */
export const Decision = ({ words, busy, onAllow, onDeny }: DecisionProps) => (
  <div className="flex flex-wrap gap-2">
    <Button type={onAllow ? 'button' : 'submit'} look="primary" busy={busy} onClick={onAllow}>
      {words.allow}
    </Button>
    <Button disabled={busy} onClick={onDeny}>
      {words.deny}
    </Button>
  </div>
)
