import { type Handler, handle } from '../../jobs/declare.ts'
import { objectStored } from '../objects/index.ts'
import { giveUpReading, readObject } from './read.ts'

export const ingestHandlers: Handler[] = [
  handle(objectStored, readObject, (context, { objectId, version }, reason, ownerId) =>
    giveUpReading(
      context,
      ownerId,
      { id: objectId, version },
      { en: `The file could not be read: ${reason}`, ru: `Файл не удалось прочитать: ${reason}` },
    ),
  ),
]
