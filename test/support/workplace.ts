import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findIsolation } from '../../server/adapters/pool/isolation.ts'
import { openWorkplace, type Workplace } from '../../server/adapters/pool/workplace.ts'

/** As the service has one, in a folder of its own. */
export const aWorkplace = async (): Promise<Workplace> =>
  openWorkplace(await mkdtemp(join(tmpdir(), 'dossier-workplace-')), await findIsolation(process.env.PATH ?? ''))
