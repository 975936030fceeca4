export { DropZone } from './drop-zone.tsx'
export { pickFiles, pickFolder } from './pick.ts'
export { uploadTarget } from './target.ts'
export { Tray } from './tray.tsx'
