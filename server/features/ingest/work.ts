import type { Context } from '../../context.ts'
import { type Handler, handle } from '../../jobs/declare.ts'
import { objectStored } from '../objects/index.ts'
import { objectHeard, objectScanned } from './jobs.ts'
import { giveUpReading, readObject, readRecording, readScan } from './read.ts'

const giveUp = (context: Context, file: { objectId: string; version: number }, reason: string, ownerId: string) =>
  giveUpReading(
    context,
    ownerId,
    { id: file.objectId, version: file.version },
    { en: `The file could not be read: ${reason}`, ru: `Файл не удалось прочитать: ${reason}` },
  )

export const ingestHandlers: Handler[] = [
  handle(objectStored, readObject, giveUp),
  handle(objectScanned, readScan, giveUp),
  handle(objectHeard, readRecording, giveUp),
]
