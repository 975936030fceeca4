import { get, postForm, request } from '../../api/call.ts'
import { bulk, perform, showError } from '../../files/change.ts'
import { addFile, dropFiles, refreshListings, refreshTree } from '../../files/files.ts'
import { language } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.tsx'
import { remember } from './memory.ts'
import enInvoice from './samples/en/invoice.xlsx?url'
import enLease from './samples/en/lease.pdf?url'
import enMeeting from './samples/en/meeting.md?url'
import enReceipt from './samples/en/receipt.jpg?url'
import ruInvoice from './samples/ru/invoice.xlsx?url'
import ruLease from './samples/ru/lease.pdf?url'
import ruMeeting from './samples/ru/meeting.md?url'
import ruReceipt from './samples/ru/receipt.jpg?url'
import { tourWords } from './words.ts'

/** Files that were made for looking around. The lease comes first in what is remembered: the tour works on its pages. */
const SAMPLES = {
  en: [
    ['Lease agreement.pdf', enLease],
    ['Invoice for the flat.xlsx', enInvoice],
    ['Meeting on the kitchen.md', enMeeting],
    ['Receipt, scanned.jpg', enReceipt],
  ],
  ru: [
    ['Договор аренды.pdf', ruLease],
    ['Счёт за ремонт.xlsx', ruInvoice],
    ['Встреча о кухне.md', ruMeeting],
    ['Чек, скан.jpg', ruReceipt],
  ],
} as const

/** Sent as any other file. Each is noted as it arrives, so that a page closed half-way leaves no sample behind unnoted. */
export async function addSamples(): Promise<void> {
  const ids: string[] = []
  for (const [name, address] of SAMPLES[language()]) {
    const form = new FormData()
    form.append('file', await (await request('GET', address)).blob(), name)
    const { id } = await postForm('/v1/objects', form)
    ids.push(id)
    await remember({ samples: ids })
    addFile(await get(`/v1/objects/${id}`))
  }
  refreshTree()
}

/** Precisely those that were noted, into the trash, with a way back. */
export async function removeSamples(ids: string[]): Promise<void> {
  const t = tourWords.now()
  dropFiles(ids, place => place.kind !== 'trash')
  await perform(
    ids,
    () => bulk('trash', ids),
    (_count, done) => {
      noteSamples(ids.filter(id => !done.includes(id)))
      toast(t.removed, { action: { text: t.undo, run: () => void bringBack(done) } })
    },
  )
  refreshListings()
  refreshTree()
}

const noteSamples = (ids: string[]) => void remember({ samples: ids }).catch(showError)

async function bringBack(ids: string[]): Promise<void> {
  await perform(
    ids,
    () => bulk('restore', ids),
    (_count, done) => noteSamples(done),
  )
  refreshListings()
  refreshTree()
}
