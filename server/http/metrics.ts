import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

interface BackupStatus {
  age: number | null
  bytes: number | null
  state: string | null
}

/** Asked when the metrics are read. */
interface Sources {
  backups(): Promise<BackupStatus | undefined>
}

/** What Prometheus reads. One registry for each process. */
export function createMetrics(longest: () => { wall: number; cpu: number } = () => ({ wall: 0, cpu: 0 })) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'dossier_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 60],
    registers: [registry],
  })
  const jobs = new Histogram({
    name: 'dossier_job_seconds',
    help: 'Time of background jobs, by name and outcome',
    labelNames: ['name', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers: [registry],
  })
  const failOpen = new Counter({
    name: 'dossier_rate_counter_failures_total',
    help: 'Requests let through because the rate counter did not answer',
    registers: [registry],
  })
  const queue = new Gauge({
    name: 'dossier_jobs',
    help: 'Jobs by name and state',
    labelNames: ['name', 'state'],
    registers: [registry],
  })
  new Gauge({
    name: 'dossier_event_loop_longest_turn_seconds',
    help: 'The longest turn of the event loop within the last hour, by the clock and in processor time',
    labelNames: ['clock'],
    registers: [registry],
    collect() {
      const { wall, cpu } = longest()
      this.set({ clock: 'wall' }, wall)
      this.set({ clock: 'cpu' }, cpu)
    },
  })
  const sources: Sources = { backups: async () => undefined }
  const backup = (name: string, help: string, value: (status: BackupStatus) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const status = await sources.backups()
        const found = status && value(status)
        if (found === null || found === undefined) this.reset()
        else this.set(found)
      },
    })
  backup('dossier_backup_age_seconds', 'Since the last backup that succeeded', ({ age }) => age)
  backup('dossier_backup_bytes', 'Of the files in the last backup that succeeded', ({ bytes }) => bytes)
  backup('dossier_backup_failed', 'Whether the last backup failed', ({ state }) =>
    state === null ? null : Number(state === 'failed'),
  )
  return { sources, registry, requests, jobs, failOpen, queue }
}

export type Metrics = ReturnType<typeof createMetrics>
