import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { Empty } from '../ui/states.tsx'
import { appWords } from './words.ts'

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
