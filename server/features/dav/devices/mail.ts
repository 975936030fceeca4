import { z } from 'zod'
import type { Needs } from '../../../context.ts'
import { job } from '../../../jobs/declare.ts'
import type { Words } from '../../../lib/language.ts'
import { ownerOfDevice } from './queries.ts'

/** Not everybody has the page open when a device begins to remove everything. */
export const mailStopped = job('device.mail', z.object({ tokenId: z.string(), files: z.int() }), {
  queue: 'outbound',
  attempts: 8,
})

const subject: Words = {
  en: 'A device was stopped from deleting many files',
  ru: 'Устройство остановлено: оно удаляло много файлов',
}

const text = (name: string, files: number, address: string): Words => ({
  en: `"${name}" tried to delete ${files} files within a minute. It was stopped, and nothing more is deleted until you allow it.\n\nIf this was you, allow it in Settings → Devices: ${address}\nIf not, disconnect the device there. What was deleted before is in the trash.\n`,
  ru: `«${name}» пытается удалить файлы: ${files} за минуту. Мы его остановили, и без вашего разрешения больше ничего не удалится.\n\nЕсли это были вы, разрешите удаление в разделе «Настройки → Устройства»: ${address}\nЕсли нет, отключите там это устройство. Удалённое раньше лежит в корзине.\n`,
})

export async function sendStoppedMail(
  context: Needs<'db' | 'mail' | 'config'>,
  ownerId: string,
  { tokenId, files }: { tokenId: string; files: number },
): Promise<void> {
  const device = await ownerOfDevice(context.db, ownerId, tokenId)
  if (!device || !context.mail.isOn) return
  const language = device.language === 'ru' ? 'ru' : 'en'
  const address = `${context.config.PUBLIC_URL.replace(/\/$/, '')}/settings/devices`
  await context.mail.send({
    to: device.email,
    subject: subject[language],
    text: text(device.name, files, address)[language],
    messageId: `device-${tokenId}-${Math.floor(Date.now() / 3_600_000)}@dossier`,
  })
}
