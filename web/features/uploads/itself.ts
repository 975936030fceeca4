import { ApiError, request } from '../../api/call.ts'
import { whenLetIn } from '../../files/change.ts'
import type { UploadItem } from './items.ts'

/**
 * A line broke, or the page was closed, while the answer was on its way: then what is there already is this very file,
 * stored since it was chosen. As sw-uploads.js does.
 */
export async function isItself({ name, at, isAgain }: UploadItem, file?: File, objectId?: string): Promise<boolean> {
  // Only pages that came over a safe line can compute a digest.
  if (!isAgain || !file || !objectId || !crypto.subtle) return false
  const found = await whenLetIn(() => request('GET', `/v1/objects/${objectId}`)).catch(error => {
    // A service that is away has not said no.
    if (!(error instanceof ApiError && error.status >= 400 && error.status < 500)) throw error
  })
  if (!found) return false
  const there: { original_name: string; created_at: string; content_hash: string } = await found.json()
  // By the clock of the service, which tells whole seconds.
  const age = Date.parse(found.headers.get('date') ?? '') - Date.parse(there.created_at)
  if (there.original_name !== name || !(age <= Date.now() - at)) return false
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return there.content_hash === Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}
