import type { FileObject } from '../api/shapes.ts'
import { store } from '../lib/store.ts'

/** Files that are to be converted or put together; the dialog comes when it is needed. */
export type RequestedWork =
  | { kind: 'convert'; file: Pick<FileObject, 'id' | 'filename' | 'kind' | 'access'> }
  | { kind: 'assemble'; files: Pick<FileObject, 'id' | 'filename' | 'kind' | 'access'>[] }

export const askedWork = store<RequestedWork | undefined>(undefined)
