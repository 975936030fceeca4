import { v7 as uuidv7 } from 'uuid'
import type { Actor, Needs } from '../../context.ts'
import { invalid } from '../../lib/errors.ts'
import { randomSecret } from '../../lib/tokens.ts'
import { PrivateAddress } from '../../ports/outbound.ts'
import { insertWebhook, resealWebhook, sealedSecrets, type Webhook } from './queries.ts'

const unusable = (url: string, error: unknown) =>
  invalid(
    ['body', 'url'],
    'value_error',
    error instanceof PrivateAddress
      ? {
          en: 'The address leads into a private network. Give a public one, or allow private endpoints in the configuration.',
          ru: 'Адрес ведёт в частную сеть. Укажите публичный или разрешите частные адреса в настройках сервиса.',
        }
      : {
          en: 'The address cannot be used. Give a full http or https address whose name can be resolved.',
          ru: 'Адрес не годится. Укажите полный адрес http или https, имя которого находится.',
        },
    url,
  )

/** The secret is returned only here; without one given, a random one is made. */
export async function addWebhook(
  context: Needs<'db' | 'outbound' | 'secrets'>,
  actor: Actor,
  request: { url: string; events: string[]; secret?: string | null },
): Promise<Webhook & { secret: string }> {
  await context.outbound.check(request.url).catch(error => {
    throw unusable(request.url, error)
  })
  const secret = request.secret || randomSecret()
  const made = await insertWebhook(context.db, actor, {
    id: uuidv7(),
    url: request.url,
    events: [...new Set(request.events)],
    secret: context.secrets.seal(secret),
  })
  return { ...made, secret }
}

/** Everything sealed anew with the current key; in the caller's transaction. */
export async function resealWebhooks({ db, secrets }: Needs<'db' | 'secrets'>): Promise<number> {
  const all = await sealedSecrets(db)
  for (const { owner_id, id, secret } of all) await resealWebhook(db, owner_id, id, secrets.seal(secrets.open(secret)))
  return all.length
}
