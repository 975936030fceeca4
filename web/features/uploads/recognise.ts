import { post } from '../../api/call.ts'
import type { UploadItem } from './items.ts'

/** Lays the text over the pages of a scan. Where that is refused the text is found all the same: only the file has none. */
export async function recognise(item: UploadItem | undefined, objectId: string): Promise<void> {
  if (objectId && item?.recognise)
    await post(`/v1/objects/${objectId}/pdf/searchable`, { replace: true }).catch(() => {})
}
