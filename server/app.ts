import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { type Actor, type Context, inTransaction, type Needs } from './context.ts'
import { setSecretKey } from './db/secret-key.ts'
import { agentHandlers, agentRoutes, agentRun } from './features/agent/index.ts'
import * as apps from './features/apps/index.ts'
import { askRoutes } from './features/ask/index.ts'
import { assistantRoutes } from './features/assistant/index.ts'
import * as backups from './features/backups/index.ts'
import * as calendar from './features/calendar/index.ts'
import { changeRoutes } from './features/changes/index.ts'
import * as channels from './features/channels/index.ts'
import { clearFolders, collectionRoutes, collectionUndoers, themeRoutes } from './features/collections/index.ts'
import { bucketOf, connectionRoutes, modelChecks, resealConnections } from './features/connections/index.ts'
import { davHandlers, davRoutes, sweepDav } from './features/dav/index.ts'
import * as documents from './features/documents/index.ts'
import { draftRoutes } from './features/drafts/index.ts'
import {
  enrichmentHandlers,
  enrichmentRoutes,
  enrichmentUndoers,
  folderFilled,
  leftToService,
} from './features/enrichment/index.ts'
import { estimateRoutes } from './features/estimate/index.ts'
import { deliverWebhook, eventHandlers, eventRoutes, resealWebhooks, sweepEvents } from './features/events/index.ts'
import { coreChecks, healthRoutes } from './features/health/index.ts'
import { hiddenRoutes } from './features/hidden/index.ts'
import {
  accountLeave,
  accountRoutes,
  adminRoutes,
  authenticate,
  identityHandlers,
  identityJobs,
  identityRoutes,
  makeFirstAdministrator,
  resetByOperator,
  setupNotice,
  sweepExpired,
  sweepStrays,
} from './features/identity/index.ts'
import { ingestHandlers, ingestRoutes, objectHeard, objectModernised, objectScanned } from './features/ingest/index.ts'
import * as mcp from './features/mcp/index.ts'
import { memoryHandlers, memoryRoutes, memoryUndoers, sweepForgotten } from './features/memory/index.ts'
import { migrationHandlers, migrationJobs, migrationRoutes, migrationState } from './features/migration/index.ts'
import {
  blobUnused,
  emptyFullTrash,
  filesLeaveFolders,
  fsck,
  objectHandlers,
  objectRoutes,
  objectStored,
  objectUndoers,
  purgeTrash,
  sweepBlobs,
} from './features/objects/index.ts'
import { portabilityHandlers, portabilityJobs, portabilityRoutes, sweepArchives } from './features/portability/index.ts'
import { previewRoutes } from './features/previews/index.ts'
import { profileRoutes } from './features/profiles/index.ts'
import { recordingHandlers, recordingJobs, recordingRoutes, resealVoices } from './features/recordings/index.ts'
import {
  catchUpVectors,
  embedObject,
  encoderCheck,
  pruneStems,
  searchHandlers,
  searchRoutes,
} from './features/search/index.ts'
import { settingsRoutes, storeTimeZone } from './features/settings/index.ts'
import { publicShareRoutes, shareHandlers, shareRoutes, shareUndoers, sweepShares } from './features/share/index.ts'
import { taskRoutes, taskUndoers } from './features/tasks/index.ts'
import { transcriptRoutes } from './features/transcripts/index.ts'
import { sweepUploads, uploadHandlers, uploadRoutes } from './features/uploads/index.ts'
import { sweepReservations, usageHandlers, usageRoutes } from './features/usage/index.ts'
import { sweepResults, workHandlers, workUndoers } from './features/work/index.ts'
import { createLimits } from './http/limits.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { servicePages } from './http/pages.ts'
import type { Route } from './http/route.ts'
import { createServer } from './http/server.ts'
import { webApp } from './http/web.ts'
import type { Handler, Job, Schedule } from './jobs/declare.ts'
import { jobEnder } from './jobs/ending.ts'
import { assertAllHandled, createRunner, type Runner } from './jobs/runner.ts'
import type { Check } from './ports/checks.ts'
import type { RateCounter } from './ports/rate-counter.ts'

/** The parts of the product, and the only place where they meet. */

const HOUR = 3600

const jobs: Job<unknown>[] = [
  objectStored,
  objectModernised,
  objectScanned,
  objectHeard,
  ...recordingJobs,
  blobUnused,
  emptyFullTrash,
  clearFolders,
  purgeTrash,
  sweepBlobs,
  sweepUploads,
  ...identityJobs,
  ...portabilityJobs,
  deliverWebhook,
  sweepEvents,
  sweepShares,
  sweepReservations,
  sweepDav,
  ...migrationJobs,
  folderFilled,
  embedObject,
  catchUpVectors,
  pruneStems,
  documents.pdfOperation,
  documents.convertObject,
  documents.assembleObjects,
  sweepResults,
  calendar.remind,
  calendar.mailReminder,
  calendar.messageReminder,
  agentRun,
  channels.agentListen,
  channels.agentReply,
  channels.agentDigest,
  channels.agentDigestSend,
  sweepForgotten,
  mcp.sweepMcp,
  apps.sweepApps,
  backups.backupDue,
  backups.backupRun,
]

const undoers = {
  ...objectUndoers,
  ...collectionUndoers,
  ...enrichmentUndoers,
  ...calendar.calendarUndoers,
  ...taskUndoers,
  ...workUndoers,
  ...shareUndoers,
  ...memoryUndoers,
}

const handlers: Handler[] = [
  ...identityHandlers,
  ...eventHandlers,
  ...objectHandlers,
  ...uploadHandlers,
  ...enrichmentHandlers,
  ...ingestHandlers,
  ...shareHandlers,
  ...usageHandlers,
  ...migrationHandlers,
  ...searchHandlers,
  ...workHandlers,
  ...documents.documentHandlers,
  ...recordingHandlers,
  ...calendar.calendarHandlers,
  ...davHandlers,
  ...agentHandlers(undoers),
  ...channels.channelHandlers,
  ...memoryHandlers,
  ...mcp.mcpHandlers,
  ...apps.appHandlers,
  ...backups.backupHandlers,
  ...portabilityHandlers,
]

const schedules: Schedule[] = [
  { job: calendar.remind, everySeconds: 5 },
  { job: channels.agentDigest, everySeconds: 20 },
  { job: backups.backupDue, everySeconds: 60, atStart: true },
  { job: purgeTrash, everySeconds: HOUR },
  { job: sweepUploads, everySeconds: HOUR },
  { job: sweepExpired, everySeconds: HOUR },
  { job: sweepEvents, everySeconds: HOUR },
  { job: apps.sweepApps, everySeconds: HOUR },
  { job: sweepReservations, everySeconds: HOUR },
  { job: sweepDav, everySeconds: HOUR },
  { job: catchUpVectors, everySeconds: HOUR / 6, atStart: true },
  { job: pruneStems, everySeconds: 24 * HOUR },
  { job: sweepResults, everySeconds: 24 * HOUR },
  { job: sweepShares, everySeconds: 24 * HOUR },
  { job: sweepForgotten, everySeconds: 24 * HOUR },
  { job: mcp.sweepMcp, everySeconds: 24 * HOUR },
  { job: sweepBlobs, everySeconds: 24 * HOUR },
  { job: sweepStrays, everySeconds: 24 * HOUR },
  { job: sweepArchives, everySeconds: HOUR },
]

async function endOtherAccess(context: Needs<'db'>, actor: Actor): Promise<void> {
  await calendar.removeFeed(context.db, actor)
  await apps.endApps(context, actor)
}

export function productRoutes(checks: Check[]): Route[] {
  return [
    ...identityRoutes(storeTimeZone),
    ...accountRoutes(endOtherAccess),
    ...apps.appRoutes(mcp.forgetApp),
    ...portabilityRoutes,
    ...adminRoutes(jobEnder(handlers)),
    ...backups.backupRoutes,
    ...settingsRoutes,
    ...usageRoutes,
    ...eventRoutes,
    ...hiddenRoutes,
    ...migrationRoutes,
    ...connectionRoutes(migrationState),
    ...themeRoutes,
    ...collectionRoutes(filesLeaveFolders, leftToService),
    ...objectRoutes,
    ...draftRoutes,
    ...previewRoutes,
    ...enrichmentRoutes,
    ...changeRoutes(undoers),
    ...documents.documentRoutes([accountLeave, ...portabilityJobs].map(({ name }) => name)),
    ...transcriptRoutes,
    ...recordingRoutes,
    ...uploadRoutes,
    ...shareRoutes,
    ...publicShareRoutes,
    ...estimateRoutes,
    ...calendar.calendarRoutes,
    ...davRoutes,
    ...taskRoutes,
    ...ingestRoutes,
    ...searchRoutes,
    ...askRoutes,
    ...assistantRoutes,
    ...agentRoutes,
    ...profileRoutes,
    ...memoryRoutes,
    ...channels.channelRoutes,
    ...mcp.mcpRoutes,
    ...healthRoutes(checks),
  ]
}

/** Seals every stored secret with the current key; all of them, or none. */
export async function resealSecrets(context: Context): Promise<number> {
  return inTransaction(context, async tx => {
    const sealed = (await resealWebhooks(tx)) + (await resealConnections(tx)) + (await resealVoices(tx))
    await setSecretKey(tx.db, context.secrets.keyIds[0]!)
    return sealed
  })
}

export interface AppParts {
  context: Context
  rateCounter: RateCounter
  checks: Check[]
  metrics: Metrics
  /** No other process changes the same data. */
  alone: boolean
  version: string
  /** Where the built web app lies. */
  webFolder: string
}

export { bucketOf, createMetrics, fsck, makeFirstAdministrator, resetByOperator, setupNotice }

export async function createApi(parts: AppParts): Promise<FastifyInstance> {
  const routes = productRoutes([
    ...coreChecks(parts.context),
    ...modelChecks(parts.context),
    encoderCheck(parts.context),
    backups.backupCheck(parts.context),
    ...parts.checks,
  ])
  parts.metrics.sources.backups = () => backups.backupStanding(parts.context.db)
  const web = webApp(parts.webFolder)
  return createServer({
    context: parts.context,
    routes: [...routes, ...servicePages(routes, parts.metrics, parts.version), ...web.routes],
    web,
    authenticate: async (context, given) =>
      (await authenticate(context, given)) ?? apps.authenticateApp(context, given),
    alone: parts.alone,
    countRequest: createLimits(parts.context.config, parts.rateCounter),
    metrics: parts.metrics,
  })
}

/** While so many files are described and indexed, others are read already. */
const MEANWHILE = 2

export function createWorkers(context: Context, config: Config, metrics: Metrics): Runner {
  assertAllHandled(jobs, handlers)
  return createRunner(context, {
    handlers,
    // Without a messenger there is nobody to listen to.
    schedules: config.TELEGRAM_BOT_TOKEN ? [...schedules, { job: channels.agentListen, everySeconds: 5 }] : schedules,
    slots: {
      main: config.WORKERS + MEANWHILE,
      heavy: 1,
      scans: config.WORKERS,
      office: 1,
      recordings: 1,
      documents: 2,
      outbound: 4,
      vectors: 1,
      agent: 8,
      // One listens; the other finds that out and ends.
      listening: 2,
      backup: 1,
    },
    observe: (name, outcome, seconds) => metrics.jobs.observe({ name, outcome }, seconds),
  })
}
