import { FileKey2 } from 'lucide-react'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { documentWords } from './words.ts'

type Bind = (name: string) => { value: string; onChange: (event: { target: { value: string } }) => void }

interface SigningProps {
  field: Bind
  certificate: File | undefined
  onCertificate: (file: File | undefined) => void
}

/** Whose certificate it is, and why it is signed. Neither file nor password is kept anywhere. */
export function SigningFields({ field, certificate, onCertificate }: SigningProps) {
  const t = documentWords.use()
  return (
    <>
      <p className="text-base text-ink-soft">{t.signText}</p>
      <label className="touchable flex min-h-10 cursor-pointer items-center gap-2 rounded border border-dashed border-line-strong px-3 py-2 text-sm focus-within:border-accent hover:bg-hover">
        <FileKey2 aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <span className="min-w-0 truncate">{certificate?.name ?? t.certificate}</span>
        <input
          type="file"
          accept=".p12,.pfx,application/x-pkcs12"
          aria-label={t.certificate}
          className="sr-only"
          onChange={event => onCertificate(event.target.files?.[0])}
        />
      </label>
      <PasswordField label={t.certificatePassword} maxLength={256} autoComplete="off" {...field('password')} />
      <TextField label={t.signReason} hint={t.signReasonHint} maxLength={200} {...field('reason')} />
    </>
  )
}
