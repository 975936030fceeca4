import { generateSecret, generateURI, verifySync } from 'otplib'
import type { OneTimeCodes } from '../../ports/one-time-codes.ts'

const STEP_SECONDS = 30

export const totpCodes: OneTimeCodes = {
  newSecret: () => generateSecret({ length: 20 }),
  otpauthUrl: (secret, account) => generateURI({ issuer: 'Dossier', label: account, secret }),
  stepOf(secret, code) {
    if (!/^\d{6}$/.test(code)) return undefined
    const found = verifySync({ secret, token: code, epochTolerance: STEP_SECONDS })
    return found.valid && 'epoch' in found ? Math.floor(found.epoch / STEP_SECONDS) : undefined
  },
}
