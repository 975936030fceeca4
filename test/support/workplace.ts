import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findIsolation } from '../../server/adapters/pool/isolation.ts'
import { openWorkplace, type Workplace } from '../../server/adapters/pool/workplace.ts'

/** As the service has one, in a folder of its own. */
export const aWorkplace = async (searchPath = process.env.PATH ?? ''): Promise<Workplace> =>
  openWorkplace(await mkdtemp(join(tmpdir(), 'dossier-workplace-')), await findIsolation(searchPath))

/** A search path of a machine without bubblewrap. */
export async function withoutBubblewrap(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-programs-'))
  for (const name of ['unshare', 'setpriv']) await symlink(join('/usr/bin', name), join(folder, name))
  return folder
}

/** A search path of a machine where bubblewrap cannot make a /proc anew, as in a container. */
export async function withoutOwnProc(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-programs-'))
  const refusing = '#!/bin/sh\nfor given; do [ "$given" = --proc ] && exit 1; done\nexec /usr/bin/bwrap "$@"\n'
  await writeFile(join(folder, 'bwrap'), refusing, { mode: 0o755 })
  return folder
}
