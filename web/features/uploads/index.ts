export { DropZone } from './drop-zone.tsx'
export { pickFiles, pickFolder, pickPhoto } from './pick.ts'
export { uploadTarget } from './target.ts'
export { Tray } from './tray.tsx'
