import type { Context } from '../../context.ts'
import { type GivenUp, type Handler, handle } from '../../jobs/declare.ts'
import type { Words } from '../../lib/language.ts'
import { objectStored } from '../objects/index.ts'
import { objectModernised, objectScanned, objectTranscribed } from './jobs.ts'
import { giveUpReading, readObject, readRecording, readSlow } from './read.ts'

const WHY: Record<GivenUp, Words> = {
  ended: {
    en: 'The program that reads files broke off on this one twice, which usually means too little memory. It is tried again after the next start of the service.',
    ru: 'Программа чтения дважды прервалась на этом файле: обычно это нехватка памяти. После следующего запуска сервиса попытка повторится.',
  },
  passing: {
    en: 'The storage or the database was not available for a day. It is tried again after the next start of the service.',
    ru: 'Хранилище или база данных сутки были недоступны. После следующего запуска сервиса попытка повторится.',
  },
  stopped: {
    en: 'An administrator stopped the reading of this file. It can be started again from its menu.',
    ru: 'Администратор остановил чтение этого файла. Его можно запустить снова из меню файла.',
  },
  fault: {
    en: 'The file could not be read because of an error in the service. The details are in the list of jobs of the administrator.',
    ru: 'Файл не прочитан из-за ошибки в сервисе. Подробности — в списке заданий у администратора.',
  },
}

/** The reason itself may hold paths of the server: it stands in the log and in the dead letters, for the administrator. */
const giveUp = (
  context: Context,
  file: { objectId: string; version: number },
  { ownerId, why }: { ownerId: string; why: GivenUp },
) => giveUpReading(context, ownerId, { id: file.objectId, version: file.version }, WHY[why])

export const ingestHandlers: Handler[] = [
  handle(objectStored, readObject, giveUp),
  handle(objectScanned, readSlow, giveUp),
  handle(objectModernised, readSlow, giveUp),
  handle(objectTranscribed, readRecording, giveUp),
]
