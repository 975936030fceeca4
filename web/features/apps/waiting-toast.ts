import { toast } from '../../ui/toast.tsx'
import { appsWords } from './words.ts'

export function showWaiting(event: Record<string, unknown>, open: () => void): void {
  const t = appsWords.now()
  toast(t.waits(String(event.app || 'MCP'), String(event.title ?? '')), { action: { text: t.answer, run: open } })
}
