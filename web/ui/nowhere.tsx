import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { appWords } from '../app/words.ts'
import { Empty } from './states.tsx'

export function Nowhere() {
  const t = appWords.use()
  return (
    <Empty icon={MapPinOff} title={t.nowhere} text={t.nowhereText}>
      <Link to="/" className="text-accent-ink underline">
        {t.library}
      </Link>
    </Empty>
  )
}
