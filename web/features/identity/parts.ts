export { outcomeWords } from './outcomes.ts'
export { hasPasskeys, makePasskey } from './passkey.ts'
