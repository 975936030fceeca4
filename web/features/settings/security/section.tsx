import { Section } from '../../../ui/section.tsx'
import { settingsWords } from '../words.ts'
import { LinkedAccount } from './linked-account.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password.tsx'
import { Sessions } from './sessions.tsx'
import { TwoStep } from './two-step.tsx'

/** How this account is opened, and where it is open. */
export default function SecuritySection() {
  const t = settingsWords.use()
  return (
    <>
      <Section title={t.password}>
        <PasswordForm />
      </Section>
      <TwoStep />
      <Passkeys />
      <LinkedAccount />
      <Sessions />
    </>
  )
}
