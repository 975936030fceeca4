import { goTo } from '../../lib/go.ts'
import { toast } from '../../ui/toast.tsx'
import { choosePhoto, upload, uploadTarget } from '../uploads/index.ts'

/** A photo from the camera becomes the next page of the scan. */
export async function scanPhoto(): Promise<void> {
  const photo = await choosePhoto()
  if (!photo) return
  const folderId = uploadTarget.get()
  const opened = await createImageBitmap(photo).catch(() => undefined)
  if (!opened) {
    await upload([photo], folderId)
    const { scanWords } = await import('./words.ts')
    toast(scanWords.now().cannotOpen)
    return
  }
  opened.close()
  const { addPhoto } = await import('./pages.ts')
  await addPhoto(photo, folderId)
  goTo('/scan')
}
