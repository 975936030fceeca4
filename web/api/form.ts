import { type FormEvent, useState } from 'react'
import { valuesOf } from '../lib/form.ts'
import { ApiError } from './call.ts'

/** A form of plain fields: `busy` while it is sent, then the error, if any, and what the service says of each field. */
export function useForm<Name extends string>(
  send: (given: Record<Name, string>, form: HTMLFormElement) => Promise<unknown>,
) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setError(undefined)
    await send(valuesOf<Name>(form), form).catch(setError)
    setBusy(false)
  }
  const fields: ApiError['fields'] = error instanceof ApiError ? error.fields : {}
  return { busy, error, fields, submit }
}
