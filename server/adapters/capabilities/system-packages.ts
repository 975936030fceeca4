import { access, constants, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Check } from '../../ports/checks.ts'

interface SystemPackage {
  capability: string
  packages: string[]
  command?: string
  for: 'run' | 'test'
  what: string
}

/** A check for each capability that comes from a package of the operating system: off until its program is there. */
export async function capabilityChecks(root: string, searchPath: string): Promise<Check[]> {
  const listed = JSON.parse(await readFile(join(root, 'scripts/system-packages.json'), 'utf8')) as SystemPackage[]
  return (
    listed
      // How well programs are set apart has a check of its own: bubblewrap is one of the ways.
      .filter(entry => entry.for === 'run' && entry.command && entry.capability !== 'isolation')
      .map(entry => ({
        name: entry.capability,
        async run() {
          const found = await findCommand(entry.command!, searchPath)
          if (!found) throw new Error(`off: install ${entry.packages.join(' ')}. ${entry.what}`)
          return entry.what
        },
      }))
  )
}

async function findCommand(command: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter)) {
    const path = join(folder, command)
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  return undefined
}
