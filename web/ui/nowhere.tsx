import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { Empty } from './states.tsx'
import { uiWords } from './words.ts'

export function Nowhere() {
  const t = uiWords.use()
  return (
    <Empty icon={MapPinOff} title={t.nowhere} text={t.nowhereText}>
      <Link to="/" className="text-accent-ink underline">
        {t.library}
      </Link>
    </Empty>
  )
}
