import { useEffect } from 'react'
import type { FileObject } from '../../api/shapes.ts'
import { session } from '../identity/session.ts'
import { keepFile } from './kept.ts'

/** Long enough that what the viewer itself needs comes first. */
const PAUSE_MS = 1200

/** A file that is looked at can be read again without the service. */
export function useKeeping(file: FileObject | undefined): void {
  const version = file && `${file.id} ${file.version} ${file.status} ${file.is_hidden} ${file.updated_at}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another file
  useEffect(() => {
    const owner = session.get()?.user?.id
    if (!file || !owner || file.deleted_at) return
    const keep = async () => {
      // What shows it then must be here too, and what the library shows of a file that is chosen.
      await Promise.all([
        import('../../app/shelf.tsx'),
        import('../library/about.tsx'),
        import('../enrichment/panel.tsx'),
        import('../viewer/details.tsx'),
      ])
      await keepFile(file, owner)
    }
    const timer = setTimeout(() => void keep(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [version])
}
