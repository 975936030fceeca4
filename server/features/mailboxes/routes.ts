import { z } from 'zod'
import type { Actor } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { boolean, integer, out, text, uuid } from '../../lib/shapes.ts'
import { addMailbox, editMailbox, removeMailbox } from './connect.ts'
import { type Mailbox, mailboxesOf } from './queries.ts'

const tag = 'integrations'

const mailboxOut = z
  .object({
    id: out.uuid(),
    name: z.string(),
    host: z.string(),
    port: z.int(),
    security: z.enum(['tls', 'starttls']),
    username: z.string(),
    folder: z.string(),
    after: z.enum(['none', 'seen', 'flagged', 'move']),
    move_to: z.string(),
    attachments: z.boolean(),
    enabled: z.boolean(),
    status: z.enum(['ok', 'error']),
    last_error: z.string(),
    last_checked_at: out.moment().nullable(),
    taken: z.int(),
    skipped: z.int(),
    created_at: out.moment(),
  })
  .meta({ id: 'MailboxOut' })

const fields = {
  name: text({ min: 1, max: 100 }),
  host: text({ min: 1, max: 255 }),
  port: integer({ min: 1, max: 65535 }),
  security: z.enum(['tls', 'starttls']),
  username: text({ min: 1, max: 320 }),
  password: text({ min: 1, max: 1000 }),
  folder: text({ min: 1, max: 255 }),
  after: z.enum(['none', 'seen', 'flagged', 'move']),
  move_to: text({ max: 255 }),
  attachments: boolean(),
  enabled: boolean(),
}

const newMailbox = z.object({
  ...fields,
  name: fields.name.optional(),
  port: fields.port.default(993),
  security: fields.security.default('tls'),
  folder: fields.folder.default('INBOX'),
  after: fields.after.default('seen'),
  move_to: fields.move_to.default(''),
  attachments: fields.attachments.default(true),
  enabled: fields.enabled.default(true),
})

const mailboxId = z.object({ mailbox_id: uuid() })

const present = (actor: Actor, { last_error, secret: _, uid_validity: __, last_uid: ___, ...mailbox }: Mailbox) => ({
  ...mailbox,
  last_error: last_error?.[actor.language] ?? '',
})

export const mailboxRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/mailboxes',
    name: 'listMailboxes',
    summary: 'Mailboxes whose letters come in as files, each with its last outcome',
    tag,
    reply: z.object({ items: z.array(mailboxOut) }),
    run: async (context, { actor }) => ({
      items: (await mailboxesOf(context.db, actor)).map(mailbox => present(actor, mailbox)),
    }),
  }),
  route({
    method: 'POST',
    path: '/v1/mailboxes',
    name: 'connectMailbox',
    refuses: ['too_many_mailboxes'],
    summary: 'Connect a mailbox over IMAP; it is checked by signing in and opening the folder',
    tag,
    body: newMailbox,
    reply: mailboxOut,
    status: 201,
    example: {
      host: 'imap.example.org',
      username: 'anna@example.org',
      password: '…',
      after: 'move',
      move_to: 'Archive',
    },
    run: async (context, { actor, body }) =>
      present(actor, await addMailbox(context, actor, { ...body, name: body.name ?? body.username.slice(0, 100) })),
  }),
  route({
    method: 'PATCH',
    path: '/v1/mailboxes/:mailbox_id',
    name: 'updateMailbox',
    summary: 'Change a mailbox, or switch it off; settings that do not work never replace ones that do',
    tag,
    params: mailboxId,
    body: z.object(fields).partial(),
    reply: mailboxOut,
    example: { enabled: false },
    run: async (context, { actor, params, body }) =>
      present(actor, await editMailbox(context, actor, params.mailbox_id, body)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/mailboxes/:mailbox_id',
    name: 'removeMailbox',
    summary: 'Disconnect a mailbox; the letters that came in stay',
    tag,
    params: mailboxId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await removeMailbox(context, actor, params.mailbox_id)
      return { ok: true }
    },
  }),
]
