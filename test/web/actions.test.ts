import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/server.ts'

/**
 * Every request of the page that changes something, and what a person has against a mistake. A new one is named here, too: the test
 * finds them in the sources. That what is offered works is tested where it is done, most of it in undone.test.ts.
 */

const ACTIONS: Record<string, string[]> = {
  // A message with Undo follows, or it is what Undo does.
  undo: [
    'features/calendar/agenda.ts PATCH /v1/tasks/*',
    'features/calendar/back.ts DELETE dayPath(id, when)',
    'features/calendar/back.ts DELETE eventPath(later)',
    'features/calendar/back.ts PATCH dayPath(event.id, when)',
    'features/calendar/back.ts PATCH dayPath(id, when)',
    'features/calendar/back.ts PATCH eventPath(event.id)',
    'features/calendar/back.ts POST /v1/calendar/events',
    'features/calendar/back.ts POST /v1/calendar/events/*/restore',
    'features/calendar/form.ts DELETE **',
    'features/calendar/form.ts DELETE eventPath(made.id)',
    'features/calendar/form.ts PATCH isCut',
    'features/calendar/form.ts PATCH path',
    'features/calendar/form.ts POST /v1/calendar/events',
    'features/chat/done.tsx POST /v1/changes/*/undo',
    'features/enrichment/correcting.ts PATCH /v1/objects/*/enrichment',
    'features/enrichment/facts.tsx PATCH /v1/objects/*',
    'features/enrichment/ledger.tsx POST /v1/changes/*/undo',
    'features/enrichment/panel.tsx PATCH /v1/objects/*',
    'features/enrichment/panel.tsx POST /v1/objects/*/accept-name',
    'features/share/people.tsx DELETE */*',
    'features/share/people.tsx POST grants',
    'files/change.ts PATCH /v1/objects/*',
    'files/change.ts POST /v1/objects/*/lock-name',
    'files/change.ts POST /v1/objects/bulk',
    'files/folders.ts DELETE /v1/collections/*',
    'files/folders.ts DELETE /v1/themes/*',
    'files/folders.ts DELETE path',
    'files/folders.ts PATCH /v1/collections/*',
    'files/folders.ts PATCH /v1/themes/*',
    'files/folders.ts PATCH path',
    'files/folders.ts POST /v1/collections',
    'files/folders.ts POST /v1/themes',
    'files/folders.ts PUT path',
    'files/own.ts DELETE /v1/saved-searches/*',
    'files/own.ts DELETE /v1/tags/*',
    'files/own.ts PATCH /v1/saved-searches/*',
    'files/own.ts PATCH /v1/tags/*',
    'files/own.ts POST /v1/saved-searches',
    'files/pins.ts PUT /v1/pins',
    'files/removed-folder.ts PATCH /v1/collections/*',
    'files/removed-folder.ts POST /v1/collections/tree',
  ],
  // It cannot be taken back, so it is asked about first.
  asked: [
    'features/admin/groups.tsx DELETE /v1/admin/groups/*',
    'features/admin/jobs.tsx DELETE /v1/admin/jobs/*',
    'features/admin/open-folders.tsx DELETE /v1/admin/grants/*',
    'features/admin/user-dialogs.tsx DELETE /v1/admin/users/*',
    'features/admin/user-dialogs.tsx POST /v1/admin/users/*/hidden-pin/reset',
    'features/admin/user-dialogs.tsx POST /v1/admin/users/*/password-reset',
    'features/admin/user-dialogs.tsx POST /v1/admin/users/*/second-factor/reset',
    'features/apps/consent.tsx POST /v1/connected-apps',
    'features/apps/device.tsx POST /v1/device-logins/*',
    'features/apps/section.tsx DELETE /v1/connected-apps/*',
    'features/assistant/memory.tsx DELETE /v1/agent/memory',
    'features/assistant/memory.tsx DELETE /v1/agent/memory/*',
    'features/assistant/roles.tsx DELETE /v1/agent/profiles/*',
    'features/calendar/feed-dialog.tsx DELETE /v1/calendar/feed',
    'features/chat/sessions.tsx DELETE who',
    'features/connections/section.tsx DELETE path',
    'features/connections/webhooks.tsx DELETE /v1/webhooks/*',
    'features/documents/earlier.tsx DELETE /v1/objects/*/revisions',
    'features/hidden/pin-forms.tsx POST /v1/hidden-pin/disable',
    'features/library/comments.tsx DELETE /v1/comments/*',
    'features/recordings/voices.tsx DELETE /v1/voice-profiles/*',
    'features/settings/device-diary.tsx POST /v1/devices/*/undo',
    'features/settings/devices.tsx DELETE /v1/tokens/*',
    'features/settings/leaving.tsx DELETE /v1/auth/me',
    'features/settings/mailboxes.tsx DELETE /v1/mailboxes/*',
    'features/settings/security/passkeys.tsx DELETE /v1/auth/passkeys/*',
    'features/settings/security/two-step.tsx DELETE /v1/auth/totp',
    'features/settings/tokens.tsx DELETE /v1/tokens/*',
    'features/share/links.ts DELETE /v1/shares/*',
    'files/change.ts DELETE /v1/trash',
    'files/given.ts POST /v1/shared/*/leave',
  ],
  // What was there is kept, and comes back from the history of the file.
  kept: [
    'features/documents/work.ts POST /v1/objects/*/convert',
    'features/documents/work.ts POST /v1/objects/*/pdf/*',
    'features/documents/work.ts POST /v1/objects/*/pdf/sign',
    'features/documents/work.ts POST /v1/objects/assemble',
    'features/editor/page.tsx POST /v1/objects/*/draft/publish',
    'features/editor/revisions.tsx POST /v1/objects/*/revisions/*/restore',
    'features/uploads/recognise.ts POST /v1/objects/*/pdf/searchable',
  ],
  // Something new, which is removed where it stands.
  made: [
    'features/admin/groups.tsx POST /v1/admin/groups',
    'features/admin/invite.tsx POST /v1/admin/invites',
    'features/admin/users.tsx POST /v1/admin/users',
    'features/assistant/roles.tsx POST /v1/agent/profiles',
    'features/calendar/feed-dialog.tsx POST /v1/calendar/feed',
    'features/calendar/import.ts POST /v1/calendar/import',
    'features/chat/composer.tsx POST /v1/objects',
    'features/chat/voice.tsx POST /v1/objects',
    'features/connections/webhooks.tsx POST /v1/webhooks',
    'features/identity/passkey.ts POST /v1/auth/passkeys',
    'features/library/comments.tsx POST /v1/objects/*/comments',
    'features/recordings/enrol.tsx POST /v1/voice-profiles',
    'features/recordings/speakers.tsx POST /v1/voice-profiles',
    'features/settings/archive.tsx POST /v1/export',
    'features/settings/devices.tsx POST /v1/tokens',
    'features/settings/import.tsx POST /v1/import',
    'features/settings/mailboxes.tsx POST /v1/mailboxes',
    'features/settings/tokens.tsx POST /v1/tokens',
    'features/share/dialog.tsx POST path',
    'features/share/people.tsx POST /v1/collections/*/grants',
    'features/share/public-uploads.tsx POST */objects',
    'features/tour/samples.ts POST /v1/objects',
    'features/uploads/folders.ts POST /v1/collections',
  ],
  // The same field, switch or button leads back: what was chosen before is chosen again.
  there: [
    'features/admin/groups.tsx PATCH /v1/admin/groups/*',
    'features/admin/users.tsx PATCH /v1/admin/users/*',
    'features/assistant/memory.tsx PATCH /v1/agent/memory/*',
    'features/assistant/roles.tsx PATCH /v1/agent/profiles/*',
    'features/assistant/roles.tsx POST /v1/agent/activate',
    'features/connections/migration.tsx DELETE PATH',
    'features/connections/migration.tsx POST */pause',
    'features/connections/migration.tsx POST PATH',
    'features/connections/section.tsx PATCH path',
    'features/connections/section.tsx PUT path',
    'features/hidden/pin-forms.tsx POST /v1/hidden-pin',
    'features/identity/arriving.ts POST /v1/auth/oidc/*',
    'features/identity/moved.ts PUT /v1/settings',
    'features/identity/session.ts PUT /v1/settings',
    'features/library/comments.tsx PATCH /v1/comments/*',
    'features/recordings/export.tsx PATCH */transcript',
    'features/recordings/speakers.tsx PATCH */diarization',
    'features/settings/mailboxes.tsx PATCH /v1/mailboxes/*',
    'features/settings/preferences.tsx PUT /v1/settings',
    'features/settings/profile.tsx PATCH /v1/auth/me',
    'features/settings/security/linked-account.tsx DELETE /v1/auth/oidc/link',
    'features/settings/security/password.tsx POST /v1/auth/password',
    'features/settings/security/two-step.tsx POST /v1/auth/totp',
    'features/settings/security/two-step.tsx POST /v1/auth/totp/confirm',
    'features/settings/security/two-step.tsx POST /v1/auth/totp/recovery-codes',
    'features/share/people.tsx PATCH path',
    'features/tour/memory.ts PUT /v1/settings',
  ],
  // Nothing of a person's is changed: asking, signing in and out, ending or repeating work of the service, a draft.
  nothing: [
    'features/admin/backups.tsx POST /v1/admin/backups',
    'features/admin/jobs.tsx POST /v1/admin/jobs/*/retry',
    'features/admin/waiting-links.tsx POST /v1/admin/users/*/oidc-link',
    'features/apps/consent.tsx POST /v1/connected-apps/request',
    'features/chat/conversation.ts POST /v1/agent/runs/*/cancel',
    'features/chat/voice.tsx POST /v1/objects/bulk',
    'features/connections/section.tsx POST */check',
    'features/connections/webhooks.tsx POST /v1/webhooks/*/deliveries/*/redeliver',
    'features/editor/keeping.ts PUT /v1/objects/*/draft',
    'features/editor/page.tsx DELETE /v1/objects/*/draft',
    'features/identity/arriving.ts POST /v1/auth/confirm',
    'features/identity/confirm.tsx POST /v1/auth/confirm',
    'features/identity/forgotten.tsx POST /v1/auth/forgot',
    'features/identity/forgotten.tsx POST /v1/auth/reset',
    'features/identity/other-doors.tsx POST /v1/auth/login/link',
    'features/identity/other-doors.tsx POST /v1/auth/login/passkey',
    'features/identity/passkey.ts POST /v1/auth/login/passkey/options',
    'features/identity/passkey.ts POST /v1/auth/passkeys/options',
    'features/identity/second.tsx POST /v1/auth/login/second',
    'features/identity/session.ts POST /v1/auth/logout',
    'features/identity/sign-in.tsx POST path',
    'features/notices/panel.tsx POST /v1/notices/read',
    'features/recordings/player.tsx DELETE */transcription',
    'features/recordings/diarizing.ts DELETE */diarize-status/*',
    'features/recordings/diarizing.ts POST */diarize',
    'features/settings/account.tsx POST /v1/processing/retry-failed',
    'features/settings/devices.tsx POST /v1/devices/*/allow-removal',
    'features/settings/security/sessions.tsx DELETE /v1/auth/sessions',
    'features/settings/security/sessions.tsx DELETE /v1/auth/sessions/*',
    'features/share/public-page.tsx POST */unlock',
    'features/viewer/unlock.tsx POST /v1/objects/*/read-with-password',
    'files/change.ts POST /v1/objects/archive',
    'files/zone.ts POST /v1/hidden-pin/lock',
    'files/zone.ts POST /v1/hidden-pin/unlock',
  ],
}

const VERBS: Record<string, string> = { post: 'POST', postForm: 'POST', put: 'PUT', patch: 'PATCH', remove: 'DELETE' }

/** A call: by whose name, with which operation written out, or as a plain request; and its address as it is written. */
const CALL =
  /\b(?:(postForm|post|put|patch|remove)(?:<\s*'\w+ ([^']+)'\s*>)?\(\s*|request\(\s*'(POST|PUT|PATCH|DELETE)',\s*)(`[^`]*`|'[^']*'|[\w.]+(?:\([^()]*\))?)/g

const addressOf = (written: string) =>
  /^[`']/.test(written)
    ? written
        .slice(1, -1)
        .replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '*')
        .split('?')[0]!
    : written

const WEB = join(ROOT, 'web')

function actionsIn(path: string): string[] {
  const source = readFileSync(join(WEB, path), 'utf8')
  const imported = /import \{([^}]*)\} from '[./]*\/api\/call\.ts'/.exec(source)?.[1] ?? ''
  const names = imported.split(',').map(name => name.trim())
  return [...source.matchAll(CALL)].flatMap(([, name, operation, method, written]) => {
    if (!names.includes(name ?? 'request')) return []
    const address = operation ? operation.replaceAll(/\{[^}]*\}/g, '*') : addressOf(written!)
    return [`${path} ${method ?? VERBS[name!]} ${address}`]
  })
}

test('every action of the page has a way back, is asked about first, or loses nothing', () => {
  const found = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !path.startsWith('api/') && !path.includes('.test.'))
    .flatMap(actionsIn)
  expect([...new Set(found)].sort()).toEqual(Object.values(ACTIONS).flat().sort())
})

test('what is said of an action shows in the file that does it, or in the one that asks', () => {
  const sources = (paths: string[]) => paths.map(path => [path, readFileSync(join(WEB, path), 'utf8')] as const)
  const filesOf = (kind: string) => [...new Set(ACTIONS[kind]!.map(action => action.split(' ')[0]!))]
  const without = (kind: string, sign: RegExp, elsewhere: string[]) =>
    sources(filesOf(kind).filter(path => !elsewhere.includes(path)))
      .filter(([, source]) => !sign.test(source))
      .map(([path]) => path)
  // These are called by others, which offer it.
  expect(without('undo', /\bundo\b/i, ['features/calendar/back.ts', 'files/removed-folder.ts'])).toEqual([])
  expect(without('asked', /\b(AskFirst|Confirm|Dialog)\b|<form|allow/, [])).toEqual([
    'features/share/links.ts',
    'files/change.ts',
    'files/given.ts',
  ])
})
