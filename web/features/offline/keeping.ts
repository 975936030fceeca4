import { useEffect } from 'react'
import { session } from '../../api/session.ts'
import type { FileObject } from '../../api/shapes.ts'
import { keepFile } from './kept.ts'

/** Long enough that what the viewer itself needs comes first. */
const PAUSE_MS = 1200

let scripts: (() => Promise<unknown>)[] = []

/** The scripts that show a file without the service have to be in the browser too; the frame knows which they are. */
export function whenKeeping(...loads: (() => Promise<unknown>)[]): void {
  scripts = loads
}

/** A file that is looked at can be read again without the service. */
export function useKeeping(file: FileObject | undefined): void {
  const version = file && `${file.id} ${file.version} ${file.status} ${file.is_hidden} ${file.updated_at}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another file
  useEffect(() => {
    const owner = session.get()?.user?.id
    if (!file || !owner || file.deleted_at) return
    const keep = async () => {
      // One after the other: a finger on the page never waits for all of them.
      for (const load of scripts) await load()
      await keepFile(file, owner)
    }
    const timer = setTimeout(() => void keep(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [version])
}
