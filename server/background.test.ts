import { expect, test } from 'vitest'
import { jobs } from './background.ts'
import { isOurs, isPassing } from './lib/passing.ts'

/** What these reach belongs to others: a letter that no server takes, a bot that is blocked, a model or a bucket that has moved. */
const OF_OTHERS = [
  'agent.asks-mail',
  'agent.asks-message',
  'agent.digest',
  'agent.digest-send',
  'agent.listen',
  'agent.reply',
  'agent.run',
  'bucket.discard',
  'bucket.move',
  'calendar.mail',
  'calendar.message',
  'calendar.remind',
  'device.mail',
  'events.guests',
  'identity.forgotten',
  'identity.invited',
  'mailbox.fetch',
  'notice.mail',
  'webhook.deliver',
]
/** The next one is due soon enough, and each takes long. */
const NEVER = ['backup.run']

test('an outage of the database, the disk or the store is no attempt of any job but those that are named', () => {
  const by = (patience: string) => jobs.filter(job => job.patience === patience).map(({ name }) => name)
  expect(by('none')).toEqual(NEVER)
  expect(by('ours').toSorted()).toEqual(OF_OTHERS)
  for (const name of ['document.convert', 'pdf.operation', 'document.assemble', 'calendar.import', 'object.stored'])
    expect(by('all')).toContain(name)
})

test('what fails of ours is told from what others refuse', () => {
  const failing = (code: string, message = '') => Object.assign(new Error(message), { code })
  for (const code of ['ENOSPC', 'EIO', 'ENOMEM', '57P03', '53100', 'storage_full', 'STORAGE_SILENT'])
    expect.soft([code, isPassing(failing(code)), isOurs(failing(code))]).toEqual([code, true, true])
  for (const code of ['ECONNREFUSED', 'ETIMEDOUT', 'EAI_AGAIN'])
    expect.soft([code, isPassing(failing(code)), isOurs(failing(code))]).toEqual([code, true, false])
  expect(isOurs(failing('', 'Connection terminated unexpectedly'))).toBe(true)
  expect(isPassing(failing('EBADMSG'))).toBe(false)
})
