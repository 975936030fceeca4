export { DropZone } from './drop-zone.tsx'
export { choosePhoto, pickFiles, pickFolder, pickPhoto, upload } from './pick.ts'
export { isHiddenFolder, uploadTarget } from './target.ts'
export { Tray } from './tray.tsx'
