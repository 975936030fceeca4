import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

const switchOf = (name: string, fallback: boolean) =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'], { error: `${name} is on or off` })
    .default(fallback ? 'on' : 'off')
    .transform(value => value === 'on' || value === 'true' || value === '1')

const count = (fallback: number, min = 0) => z.coerce.number().int().min(min).default(fallback)
/** In the clear only to this machine. */
const isIssuer = (value: string) =>
  value === '' || /^https:\/\/[^\s?#]+$|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/[^\s?#]*)?$/.test(value)
/** The path goes into pages and cookies: letters, digits and a few marks. */
const isPublicUrl = (value: string) => value === '' || /^https?:\/\/[^\s/?#]+(\/[\w.~-]+)*\/?$/.test(value)
/** Backups can also go to a bucket. */
export const isBucket = (place: string): boolean => place.startsWith('s3://')
const isFolderOrBucket = (value: string) => !isBucket(value) || /^s3:\/\/[\w.-]+(\/[\w.~-]+)*\/?$/.test(value)
const text = () => z.string().default('')

const quotas = z
  .string()
  .default('user=300,pro=600,admin=1200,ip=60')
  .transform((value, issues) => {
    const parsed: Record<string, number> = { user: 300, pro: 600, admin: 1200, ip: 60 }
    for (const pair of value.split(',').filter(Boolean)) {
      const [role = '', amount] = pair.split('=')
      if (!(role.trim() in parsed) || !Number.isInteger(Number(amount)) || Number(amount) < 1) {
        issues.addIssue({ code: 'custom', message: 'QUOTAS reads like user=300,pro=600,admin=1200,ip=60' })
        return z.NEVER
      }
      parsed[role.trim()] = Number(amount)
    }
    return parsed as Record<'user' | 'pro' | 'admin' | 'ip', number>
  })

/** Every setting of the process: environment name, default, and one sentence. `docs/configuration.md` is made from it. */
export const configShape = z.object({
  PORT: count(8080).describe('The port to listen on; 0 takes a free one and prints it.'),
  HOST: z.string().default('127.0.0.1').describe('The address to listen on; 0.0.0.0 opens it to the network.'),
  DATA_DIR: z.string().default('./data').describe('The folder that holds the database, the files and the keys.'),
  PUBLIC_URL: z
    .string()
    .refine(isPublicUrl, 'PUBLIC_URL reads like https://cloud.example.org or https://example.org/cloud')
    .transform(value => value.replace(/\/$/, ''))
    .default('')
    .describe(
      'The address people use, when a proxy stands before the service; with a path where the service stands below one, as https://example.org/cloud.',
    ),
  TRUST_PROXY: text().describe(
    'Whose X-Forwarded-For counts: true, a number of hops, or addresses and networks separated by commas.',
  ),
  DATABASE_URL: text().describe('A PostgreSQL 15 or newer; empty runs a private one under DATA_DIR.'),
  DATABASE_POOL: count(10, 2).describe('How many database connections one process keeps at most.'),
  DATABASE_PREPARE: switchOf('DATABASE_PREPARE', true).describe(
    'Prepared statements; off behind a pooler in transaction mode that does not carry them, as PgBouncer before 1.21.',
  ),
  DAV_CLIENTS: switchOf('DAV_CLIENTS', true).describe(
    "Nextcloud's desktop and mobile clients, and others that speak like them, can sync files.",
  ),
  REDIS_URL: text().describe('A Redis or Valkey that counts requests for several processes.'),
  S3_ENDPOINT: text().describe("The S3 server of the service's own files; empty keeps them under DATA_DIR."),
  S3_BUCKET: text().describe('Its bucket.'),
  S3_REGION: z.string().default('us-east-1').describe('Its region.'),
  S3_ACCESS_KEY: text().describe('Its access key.'),
  S3_SECRET_KEY: text().describe('Its secret key.'),
  SECRET_KEY: text().describe(
    '32 bytes in base64 or hex that encrypt stored secrets; a second one behind a comma only decrypts, while keys are changed; empty makes a 0600 file under DATA_DIR.',
  ),
  SERVICE_USER: z
    .string()
    .default('dossier')
    .describe(
      'The user as whom the service goes on when it is started as root; made when there is none, and given DATA_DIR. `root` stays root.',
    ),
  ISOLATION: z
    .enum(['best', 'required'])
    .default('best')
    .describe(
      'Programs that read files run apart from data and network as far as the machine allows; `required` switches off what cannot be set apart.',
    ),
  REGISTRATION: z
    .enum(['invite', 'open', 'closed'])
    .default('invite')
    .describe('Who may register after the first account: those with an invite, everybody, or nobody.'),
  SETUP_CODE: text().describe(
    'What the first account has to give when it is not made on this machine itself; empty prints one at start while there is no account, off asks for none.',
  ),
  ADMIN_EMAIL: z
    .string()
    .refine(value => value === '' || /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(value), 'ADMIN_EMAIL is no e-mail address')
    .transform(value => value.toLowerCase())
    .default('')
    .describe('The first administrator, made at start while there is no account; needs ADMIN_PASSWORD.'),
  ADMIN_PASSWORD: z
    .string()
    .refine(
      value => value === '' || (value.length >= 8 && value.length <= 256),
      'ADMIN_PASSWORD needs 8 to 256 characters',
    )
    .default('')
    .describe('Their password, to be changed after the first sign-in; later starts ignore it.'),
  PASSWORD_LOGIN: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Signing in by password; off leaves OpenID Connect and passkeys, and for the operator `npm run user -- sign-in EMAIL`.',
    ),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'OIDC_ISSUER reads like https://id.example.org; http:// only leads to this machine')
    .default('')
    .describe('The OpenID Connect provider where people also sign in, as its description names it; empty has none.'),
  OIDC_CLIENT_ID: text().describe(
    'The name of this service there. The provider has to know PUBLIC_URL with /v1/auth/oidc/callback as the redirect address, and with /sign-in as the one after signing out.',
  ),
  OIDC_CLIENT_SECRET: text().describe('Its secret; empty for a public client.'),
  OIDC_SCOPES: z
    .string()
    .default('openid email profile')
    .refine(value => value.split(' ').includes('openid'), 'OIDC_SCOPES needs openid')
    .describe('What is asked for there.'),
  OIDC_NAME: text().describe('What people call it, on the button; empty shows its host.'),
  OIDC_CREATE: switchOf('OIDC_CREATE', false).describe(
    'Makes an account for a verified e-mail that has none; off lets in who has one.',
  ),
  OIDC_ROLE_CLAIM: text().describe(
    'The claim that names the role at each sign-in (admin, pro, user; the highest counts, none is user), with dots into objects; empty leaves roles to administrators.',
  ),
  RATE_LIMITS: switchOf('RATE_LIMITS', true).describe(
    'The per-minute windows; limits on PINs and passwords always stay.',
  ),
  QUOTAS: quotas.describe('Requests a minute by role, and by address for callers without a token.'),
  TARIFFS_FILE: text().describe(
    'A JSON file {"default": name, "tariffs": {name: {"monthly_rub": number or null, "storage_bytes": number or null}}}; empty limits nobody.',
  ),
  PRICES_FILE: text().describe(
    'A JSON file {"version": text, "prices": {meter: {"prompt_1k", "completion_1k", "audio_second", "unit"}}} in roubles.',
  ),
  DISK_RESERVE: z.coerce
    .number()
    .min(0)
    .max(50)
    .default(5)
    .describe(
      'What uploads leave free of the disk of DATA_DIR, in percent and at most 2 GiB; below it they are refused, and signing in, reading and removing go on.',
    ),
  MAX_UPLOAD_BYTES: count(5 * 1024 ** 3, 1).describe('The largest file.'),
  TRASH_RETENTION_DAYS: count(14).describe('How long the trash keeps files.'),
  REVISION_RETENTION: count(20, 1).describe('How many earlier versions of a file are kept.'),
  HIDDEN_TOKEN_MINUTES: count(15, 1).describe('How long the hidden zone stays unlocked.'),
  UPLOAD_RETENTION_HOURS: count(24, 1).describe('How long an unfinished resumable upload is kept.'),
  BLOB_GRACE_HOURS: count(24).describe(
    'How long bytes stay after the nightly purge of the trash or the trimming of revisions; what a person removes for good goes at once.',
  ),
  INBOX_DIR: text().describe(
    'A folder with one folder for each person, named by e-mail address: what is put there comes into the library and is moved to .taken beside it; empty is none.',
  ),
  MAIL_POLL_SECONDS: count(300).describe(
    'How often the mailboxes that people have connected are looked into; after a failure the pause grows, up to six hours.',
  ),
  BACKUP_DIR: z
    .string()
    .refine(isFolderOrBucket, 'BACKUP_DIR reads like /srv/backups or s3://bucket/path')
    .default('')
    .describe('The folder that gets a backup every day, or a bucket as s3://bucket/path; empty makes none.'),
  BACKUP_S3_ENDPOINT: text().describe('The S3 server of such a bucket; empty takes S3_ENDPOINT and its keys.'),
  BACKUP_S3_REGION: z.string().default('us-east-1').describe('Its region.'),
  BACKUP_S3_ACCESS_KEY: text().describe('Its access key.'),
  BACKUP_S3_SECRET_KEY: text().describe('Its secret key.'),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'BACKUP_AT reads like 03:30')
    .default('03:30')
    .describe("When, by this machine's clock."),
  BACKUP_KEEP: count(7).describe('How many of them are kept; 0 removes none.'),
  BACKUP_PROVE: z
    .enum(['never', 'weekly', 'daily'])
    .default('weekly')
    .describe('How often one is restored into a private PostgreSQL, compared with what was written, and thrown away.'),
  ALLOW_PRIVATE_ENDPOINTS: switchOf('ALLOW_PRIVATE_ENDPOINTS', false).describe(
    'Lets webhooks and connections reach private, loopback and link-local addresses.',
  ),
  LLM_BASE_URL: text().describe("The service's own model: the address of an OpenAI-compatible server, with its /v1."),
  LLM_API_KEY: text().describe('Its key; empty for a server that asks for none.'),
  LLM_MODEL: text().describe('The name of the model that answers there.'),
  EMBEDDING_MODEL: text().describe(
    'The model that makes vectors there; empty uses the encoder that ships with the product.',
  ),
  TRANSCRIPTION_MODEL: text().describe('The model that writes down speech there; empty uses the one on this machine.'),
  MODELS_DIR: text().describe('A folder with further models: encoders, speech, OCR data.'),
  SEARXNG_URL: text().describe(
    'The address of a SearXNG that may be searched for answers; empty never goes to the web.',
  ),
  AGENT: switchOf('AGENT', true).describe('The agent; off answers its chat with 503.'),
  ASK_DEADLINE_SECONDS: count(60, 1).describe('How long an answer may take before it is cut off with 504.'),
  BODY_TIMEOUT_SECONDS: count(30, 1).describe('How long a caller may take to send the body of a JSON request.'),
  WORKERS: count(2, 1).describe(
    'How many files one process reads at once; others are described and indexed meanwhile.',
  ),
  SMTP_URL: z
    .string()
    .refine(
      value => value === '' || /^smtps?:\/\/[^/\s]+/.test(value),
      'SMTP_URL reads like smtp://user:password@host:587',
    )
    .default('')
    .describe(
      'The mail server for reminders, smtp:// or smtps:// with user and password; ?from= names the sender; empty sends none.',
    ),
  TELEGRAM_BOT_TOKEN: text().describe(
    'The token of a Telegram bot through which owners talk to the agent and are reminded; empty has none.',
  ),
  TELEGRAM_API_URL: z.string().default('https://api.telegram.org').describe('Where the bot is reached.'),
  METRICS_TOKEN: text().describe('The bearer token for /metrics; without it only this machine may read them.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  CHECK_REPLIES: switchOf('CHECK_REPLIES', false).describe(
    'Checks each reply against its documented shape; for tests.',
  ),
})

export type Config = z.infer<typeof configShape>

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Each of these can also come from a file, whose path stands in NAME_FILE. */
export const SECRETS = [
  ...['SECRET_KEY', 'SETUP_CODE', 'ADMIN_PASSWORD', 'DATABASE_URL', 'REDIS_URL', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  ...['OIDC_CLIENT_SECRET', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'],
  ...['LLM_API_KEY', 'SMTP_URL', 'TELEGRAM_BOT_TOKEN', 'METRICS_TOKEN'],
] as const

/** The variables with those that lie in files, as containers and service managers hand secrets over. */
export function withSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = { ...env }
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set. Keep one of them.`)
    try {
      read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      throw new ConfigError(
        `${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}, ${path}`,
      )
    }
  }
  return read
}

/** An empty variable counts as absent, so that `PORT= npm start` is the default port. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = configShape.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`The configuration cannot be used:\n${lines.join('\n')}`)
  }
  const config = parsed.data
  if (config.S3_ENDPOINT && !(config.S3_BUCKET && config.S3_ACCESS_KEY && config.S3_SECRET_KEY))
    throw new ConfigError('S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY beside it.')
  if (Boolean(config.ADMIN_EMAIL) !== Boolean(config.ADMIN_PASSWORD))
    throw new ConfigError(
      'ADMIN_EMAIL and ADMIN_PASSWORD (or ADMIN_PASSWORD_FILE) belong together: set both, or neither.',
    )
  if (config.OIDC_ISSUER && !config.OIDC_CLIENT_ID) throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID beside it.')
  if (config.PASSWORD_LOGIN === 'off' && !config.OIDC_ISSUER)
    throw new ConfigError('PASSWORD_LOGIN=off needs another way in: set OIDC_ISSUER.')
  return {
    ...config,
    DATA_DIR: resolve(config.DATA_DIR),
    INBOX_DIR: config.INBOX_DIR && resolve(config.INBOX_DIR),
    BACKUP_DIR: config.BACKUP_DIR && !isBucket(config.BACKUP_DIR) ? resolve(config.BACKUP_DIR) : config.BACKUP_DIR,
  }
}
