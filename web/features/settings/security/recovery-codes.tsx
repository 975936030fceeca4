import { Download } from 'lucide-react'
import { useUser } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { securityWords } from './words.ts'

/** Shown this once, to be kept. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = securityWords.use()
  const { email } = useUser()
  const download = () => {
    const text = `${t.fileTitle(email)}\n\n${codes.join('\n')}\n`
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    Object.assign(link, { href: url, download: t.fileName })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <div className="flex flex-col gap-3 rounded border border-line bg-raised p-4">
      <h3 className="text-base font-medium">{t.recoveryTitle}</h3>
      <p className="max-w-prose text-sm text-ink-soft">{t.recoveryText}</p>
      <ul className="grid gap-x-6 gap-y-1 font-mono text-base select-all sm:grid-cols-2">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} onClick={download}>
          {t.download}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t.saved}
        </Button>
      </div>
    </div>
  )
}
