import { spawn } from 'node:child_process'
import type { Config } from '../../config.ts'
import type { Log } from '../../lib/log.ts'
import type { Backups } from '../../ports/backups.ts'

const WORDS_LIMIT = 4000

/** The program's own command, with the same environment. */
export const childBackups = (program: string, config: Config, log: Log, release: () => Promise<number>): Backups => ({
  release,
  async run(kind, { prove, signal }) {
    const args = [program, '--command=backup', config.BACKUP_DIR, `--kind=${kind}`]
    if (config.BACKUP_KEEP > 0) args.push(`--keep=${config.BACKUP_KEEP}`)
    if (prove) args.push('--prove')
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], signal, killSignal: 'SIGTERM' })
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-WORDS_LIMIT)
    })
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    if (code !== 0) throw new Error(words.trim() || `the backup ended with ${code}`)
    for (const line of words.split('\n')) if (line.startsWith('warning: ')) log.warn({}, line.slice('warning: '.length))
  },
})
