import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findIsolation } from '../../server/adapters/pool/isolation.ts'
import { openSandbox, type Sandbox } from '../../server/adapters/pool/sandbox.ts'

/** As the service has one, in a folder of its own. */
export const aSandbox = async (searchPath = process.env.PATH ?? ''): Promise<Sandbox> =>
  openSandbox(await mkdtemp(join(tmpdir(), 'dossier-sandbox-')), await findIsolation(searchPath))

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
