import type { FastifyInstance } from 'fastify'
import { handlers, undoers } from './background.ts'
import { ConfigError } from './config.ts'
import { type Actor, type Context, inTransaction } from './context.ts'
import { setSecretKey } from './db/secret-key.ts'
import { agentRoutes } from './features/agent/index.ts'
import * as apps from './features/apps/index.ts'
import { askRoutes, judgeCheck } from './features/ask/index.ts'
import { assistantRoutes } from './features/assistant/index.ts'
import * as backups from './features/backups/index.ts'
import { calendarRoutes, importEvents, removeFeed } from './features/calendar/index.ts'
import { changeRoutes } from './features/changes/index.ts'
import { channelRoutes } from './features/channels/index.ts'
import { collectionRoutes, themeRoutes } from './features/collections/index.ts'
import { commentRoutes } from './features/comments/index.ts'
import { bucketOf, connectionRoutes, modelChecks, resealConnections } from './features/connections/index.ts'
import { conversationRoutes } from './features/conversations/index.ts'
import { davRoutes, undoDevice } from './features/dav/index.ts'
import { diaryRoutes } from './features/diary/index.ts'
import { documentRoutes } from './features/documents/index.ts'
import { draftRoutes } from './features/drafts/index.ts'
import { enrichmentRoutes, leftToService } from './features/enrichment/index.ts'
import { estimateRoutes } from './features/estimate/index.ts'
import { eventRoutes, resealWebhooks } from './features/events/index.ts'
import { favoriteRoutes } from './features/favorites/index.ts'
import { coreChecks, healthRoutes } from './features/health/index.ts'
import { hiddenRoutes } from './features/hidden/index.ts'
import * as identity from './features/identity/index.ts'
import { ingestRoutes } from './features/ingest/index.ts'
import { mailboxRoutes, resealMailboxes } from './features/mailboxes/index.ts'
import * as mcp from './features/mcp/index.ts'
import { memoryRoutes } from './features/memory/index.ts'
import { migrationRoutes, migrationState } from './features/migration/index.ts'
import { noticeRoutes } from './features/notices/index.ts'
import { filesLeaveFolders, fsck, objectRoutes } from './features/objects/index.ts'
import { peopleRoutes, standIn } from './features/people/index.ts'
import { pinRoutes } from './features/pins/index.ts'
import { portabilityJobs, portabilityRoutes } from './features/portability/index.ts'
import { previewRoutes } from './features/previews/index.ts'
import { profileRoutes } from './features/profiles/index.ts'
import { recordingRoutes, resealVoices } from './features/recordings/index.ts'
import { encoderCheck, searchRoutes } from './features/search/index.ts'
import { savedSearchRoutes } from './features/searches/index.ts'
import { settingsRoutes, storeTimeZone } from './features/settings/index.ts'
import * as share from './features/share/index.ts'
import { taskRoutes } from './features/tasks/index.ts'
import { transcriptRoutes } from './features/transcripts/index.ts'
import { uploadRoutes } from './features/uploads/index.ts'
import { usageRoutes } from './features/usage/index.ts'
import { createLimits } from './http/limits.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { servicePages } from './http/pages.ts'
import type { Route } from './http/route.ts'
import { createServer } from './http/server.ts'
import { webApp } from './http/web.ts'
import { jobEnder } from './jobs/ending.ts'
import { mountOf } from './lib/mount.ts'
import type { Check } from './ports/checks.ts'
import type { RateCounter } from './ports/rate-counter.ts'

/** The parts of the product, and the only place where they meet. */

async function endOtherAccess(context: Context, actor: Actor): Promise<void> {
  await removeFeed(context.db, actor)
  await apps.endApps(context, actor)
}

export function productRoutes(checks: Check[]): Route[] {
  return [
    ...identity.identityRoutes(storeTimeZone, mcp.forgetEnded),
    ...identity.oidcRoutes,
    ...identity.accountRoutes({ end: endOtherAccess, forget: mcp.forgetEnded }),
    ...apps.appRoutes(mcp.forgetApp, mcp.forgetEnded),
    ...portabilityRoutes,
    ...identity.adminRoutes(jobEnder(handlers)),
    ...backups.backupRoutes,
    ...settingsRoutes,
    ...usageRoutes,
    ...eventRoutes,
    ...hiddenRoutes,
    ...migrationRoutes,
    ...connectionRoutes(migrationState),
    ...mailboxRoutes,
    ...themeRoutes,
    ...collectionRoutes(filesLeaveFolders, leftToService),
    ...objectRoutes,
    ...draftRoutes,
    ...commentRoutes,
    ...favoriteRoutes,
    ...pinRoutes,
    ...diaryRoutes,
    ...noticeRoutes,
    ...previewRoutes,
    ...enrichmentRoutes,
    ...changeRoutes(undoers),
    ...documentRoutes([identity.accountLeave, ...portabilityJobs, undoDevice, importEvents].map(({ name }) => name)),
    ...transcriptRoutes,
    ...recordingRoutes,
    ...uploadRoutes,
    ...peopleRoutes,
    ...share.shareRoutes,
    ...share.publicShareRoutes,
    ...estimateRoutes,
    ...calendarRoutes,
    ...davRoutes,
    ...taskRoutes,
    ...ingestRoutes,
    ...searchRoutes,
    ...savedSearchRoutes,
    ...askRoutes,
    ...assistantRoutes,
    ...agentRoutes,
    ...conversationRoutes,
    ...profileRoutes,
    ...memoryRoutes,
    ...channelRoutes,
    ...mcp.mcpRoutes,
    ...healthRoutes(checks),
  ]
}

/** Seals every stored secret with the current key; all of them, or none. */
export async function resealSecrets(context: Context): Promise<number> {
  return inTransaction(context, async tx => {
    let sealed = 0
    for (const reseal of [
      resealWebhooks,
      resealConnections,
      resealMailboxes,
      resealVoices,
      share.resealLinks,
      identity.resealTotp,
    ])
      sealed += await reseal(tx)
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

export { bucketOf, createMetrics, fsck }
export const { linkByOperator, makeFirstAdministrator, resetByOperator, resetFactorsByOperator, setupNotice } = identity

export async function createApi(parts: AppParts): Promise<FastifyInstance> {
  const routes = productRoutes([
    ...coreChecks(parts.context),
    ...modelChecks(parts.context),
    encoderCheck(parts.context),
    judgeCheck(parts.context),
    backups.backupCheck(parts.context),
    ...parts.checks,
  ])
  parts.metrics.sources.backups = () => backups.backupStatus(parts.context.db)
  const mount = mountOf(parts.context.config.PUBLIC_URL)
  const web = webApp(parts.webFolder, mount)
  const all = [...routes, ...servicePages(routes, parts.metrics, parts.version), ...web.routes]
  const topOf = (path: string) => path.split('/')[1]
  // If the proxy strips the path, an address below it could not be told from the service's own path of that name.
  if (mount && all.some(({ path }) => topOf(path) === topOf(mount)))
    throw new ConfigError(`PUBLIC_URL ends in ${mount}, which the service uses itself. Take another path, like /cloud.`)
  return createServer({
    context: parts.context,
    routes: all,
    web,
    authenticate: async (context, given) =>
      (await identity.authenticate(context, given)) ?? apps.authenticateApp(context, given),
    standIn,
    alone: parts.alone,
    countRequest: createLimits(parts.context.config, parts.rateCounter),
    metrics: parts.metrics,
  })
}
