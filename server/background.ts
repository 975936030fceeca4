import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { agentHandlers, agentJobs } from './features/agent/index.ts'
import * as apps from './features/apps/index.ts'
import * as backups from './features/backups/index.ts'
import {
  calendarHandlers,
  calendarUndoers,
  importEvents,
  importHandlers,
  mailReminder,
  messageReminder,
  remind,
} from './features/calendar/index.ts'
import { agentDigest, agentDigestSend, agentListen, agentReply, channelHandlers } from './features/channels/index.ts'
import { clearFolders, collectionUndoers, settleFolders, settlingHandlers } from './features/collections/index.ts'
import { davHandlers, davJobs, sweepDav } from './features/dav/index.ts'
import { diaryHandlers, sweepDiary } from './features/diary/index.ts'
import { assembleObjects, convertObject, documentHandlers, pdfOperation } from './features/documents/index.ts'
import { enrichmentHandlers, enrichmentUndoers, folderFilled } from './features/enrichment/index.ts'
import { deliverWebhook, eventHandlers, notifyGuests, sweepEvents } from './features/events/index.ts'
import { identityHandlers, identityJobs, sweepExpired, sweepStrays } from './features/identity/index.ts'
import { inboxHandlers, lookIntoInbox } from './features/inbox/index.ts'
import { ingestHandlers, objectModernised, objectScanned, objectTranscribed } from './features/ingest/index.ts'
import { fetchMailbox, lookIntoMailboxes, mailboxHandlers } from './features/mailboxes/index.ts'
import * as mcp from './features/mcp/index.ts'
import { memoryHandlers, memoryUndoers, sweepForgotten } from './features/memory/index.ts'
import { migrationHandlers, migrationJobs } from './features/migration/index.ts'
import { mailNotice, noticeHandlers, sweepNotices } from './features/notices/index.ts'
import { objectHandlers, objectJobs, objectUndoers, purgeTrash, sweepBlobs } from './features/objects/index.ts'
import { portabilityHandlers, portabilityJobs, sweepArchives } from './features/portability/index.ts'
import { recordingHandlers, recordingJobs } from './features/recordings/index.ts'
import { catchUpVectors, embedObject, pruneTerms, searchHandlers } from './features/search/index.ts'
import { savedSearchHandlers } from './features/searches/index.ts'
import * as share from './features/share/index.ts'
import { taskUndoers } from './features/tasks/index.ts'
import { sweepUploads, uploadHandlers } from './features/uploads/index.ts'
import { sweepReservations, usageHandlers } from './features/usage/index.ts'
import { sweepResults, workHandlers, workUndoers } from './features/work/index.ts'
import type { Metrics } from './http/metrics.ts'
import type { Handler, Job, Schedule } from './jobs/declare.ts'
import { assertAllHandled, createRunner, type Runner } from './jobs/runner.ts'

/** What is done in the background, and when. */

export { createTitleKeeper } from './features/search/index.ts'

const HOUR = 3600

export const jobs: Job<unknown>[] = [
  ...objectJobs,
  objectModernised,
  objectScanned,
  objectTranscribed,
  ...recordingJobs,
  clearFolders,
  settleFolders,
  sweepUploads,
  ...identityJobs,
  ...portabilityJobs,
  deliverWebhook,
  notifyGuests,
  sweepEvents,
  share.sweepShares,
  sweepReservations,
  ...davJobs,
  ...migrationJobs,
  folderFilled,
  embedObject,
  catchUpVectors,
  pruneTerms,
  pdfOperation,
  convertObject,
  assembleObjects,
  sweepResults,
  remind,
  mailReminder,
  messageReminder,
  importEvents,
  ...agentJobs,
  agentListen,
  agentReply,
  agentDigest,
  agentDigestSend,
  sweepForgotten,
  mcp.sweepMcp,
  sweepDiary,
  mailNotice,
  sweepNotices,
  apps.sweepApps,
  backups.backupDue,
  backups.backupRun,
  lookIntoInbox,
  lookIntoMailboxes,
  fetchMailbox,
]

export const undoers = {
  ...objectUndoers,
  ...collectionUndoers,
  ...enrichmentUndoers,
  ...calendarUndoers,
  ...taskUndoers,
  ...workUndoers,
  ...share.shareUndoers,
  ...memoryUndoers,
}

export const handlers: Handler[] = [
  ...identityHandlers,
  ...eventHandlers,
  ...settlingHandlers,
  ...objectHandlers,
  ...uploadHandlers,
  ...enrichmentHandlers,
  ...ingestHandlers,
  ...savedSearchHandlers,
  ...share.shareHandlers,
  ...usageHandlers,
  ...migrationHandlers,
  ...searchHandlers,
  ...workHandlers,
  ...documentHandlers,
  ...recordingHandlers,
  ...calendarHandlers,
  ...importHandlers,
  ...davHandlers,
  ...agentHandlers(undoers),
  ...channelHandlers,
  ...memoryHandlers,
  ...mcp.mcpHandlers,
  ...diaryHandlers,
  ...noticeHandlers,
  ...apps.appHandlers,
  ...backups.backupHandlers,
  ...portabilityHandlers,
  ...inboxHandlers,
  ...mailboxHandlers,
]

export const schedules: Schedule[] = [
  { job: remind, everySeconds: 5 },
  { job: lookIntoMailboxes, everySeconds: 5 },
  { job: agentDigest, everySeconds: 20 },
  { job: backups.backupDue, everySeconds: 60, atStart: true },
  { job: purgeTrash, everySeconds: HOUR },
  { job: sweepUploads, everySeconds: HOUR },
  { job: sweepExpired, everySeconds: HOUR },
  { job: sweepEvents, everySeconds: HOUR },
  { job: apps.sweepApps, everySeconds: HOUR },
  { job: sweepReservations, everySeconds: HOUR },
  { job: sweepDav, everySeconds: HOUR },
  { job: catchUpVectors, everySeconds: HOUR / 6, atStart: true },
  { job: pruneTerms, everySeconds: 24 * HOUR },
  { job: sweepResults, everySeconds: 24 * HOUR },
  { job: share.sweepShares, everySeconds: 24 * HOUR },
  { job: sweepForgotten, everySeconds: 24 * HOUR },
  { job: mcp.sweepMcp, everySeconds: 24 * HOUR },
  { job: sweepDiary, everySeconds: 24 * HOUR },
  { job: sweepNotices, everySeconds: 24 * HOUR },
  { job: sweepBlobs, everySeconds: 24 * HOUR },
  { job: sweepStrays, everySeconds: 24 * HOUR },
  { job: sweepArchives, everySeconds: HOUR },
]

/** While so many files are described and indexed, others are read already. */
const MEANWHILE = 2

export function createWorkers(context: Context, config: Config, metrics: Metrics): Runner {
  assertAllHandled(jobs, handlers)
  return createRunner(context, {
    handlers,
    schedules: [
      ...schedules,
      // Without a messenger there is nobody to listen to.
      ...(config.TELEGRAM_BOT_TOKEN ? [{ job: agentListen, everySeconds: 5 }] : []),
      ...(config.INBOX_DIR ? [{ job: lookIntoInbox, everySeconds: 5 }] : []),
    ],
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
      mailboxes: 2,
    },
    observe: (name, outcome, seconds) => metrics.jobs.observe({ name, outcome }, seconds),
  })
}
