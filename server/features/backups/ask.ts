import type { Actor, Needs } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError } from '../../lib/errors.ts'
import { assertFirstTenant } from '../identity/index.ts'
import { backupRun } from './jobs.ts'
import { lastBackups, scheduleState } from './queries.ts'

const noFolder = () =>
  new AppError('conflict', 'no_backup_dir', {
    en: 'Set BACKUP_DIR to the folder for backups, then start the service again.',
    ru: 'Укажите в BACKUP_DIR папку для резервных копий и перезапустите сервис.',
  })

const running = () =>
  new AppError('conflict', 'backup_running', {
    en: 'A backup is being made already. Wait until it has ended.',
    ru: 'Резервная копия уже создаётся. Дождитесь её окончания.',
  })

const SHOWN = 20

/** A backup holds the data of everybody: it is a matter of the first tenant. */
export async function listBackups(context: Needs<'db'>, actor: Actor) {
  await assertFirstTenant(context, actor)
  return lastBackups(context.db, SHOWN)
}

export async function askForBackup(
  context: Needs<'config' | 'db' | 'signals'>,
  actor: Actor,
  prove: boolean,
): Promise<string> {
  await assertFirstTenant(context, actor)
  if (!context.config.BACKUP_DIR) throw noFolder()
  if ((await scheduleState(context.db, backupRun.name))?.busy) throw running()
  return enqueue(context, backupRun, actor.ownerId, { kind: 'asked', prove })
}
