import type { Schemas } from '../../api/openapi.ts'
import { toast } from '../../ui/toast.tsx'
import { appsWords } from './words.ts'

export function showWaiting({ app, title }: Schemas['AgentWaitingEvent'], open: () => void): void {
  const t = appsWords.now()
  toast(t.waits(app || 'MCP', title), { action: { text: t.answer, run: open } })
}
