export { DropZone } from './drop-zone.tsx'
export { askForHandedOver, handedOver } from './handed-over.ts'
export { forgetUploads } from './keep.ts'
export { choosePhoto, pickFiles, pickFolder, pickPhoto, upload } from './pick.ts'
export { loadRecordBar, recallRecording, record, recorded } from './record/index.ts'
export { isHiddenFolder, uploadTarget } from './target.ts'
export { Tray } from './tray.tsx'

export const loadHandedOver = async () => ({ default: (await import('./handed-over-dialog.tsx')).HandedOver })
