import { type Handler, handle } from '../../jobs/declare.ts'
import { catchUpVectors, embedObject } from './jobs.ts'
import * as vectors from './vectors/embed.ts'

export const searchHandlers: Handler[] = [
  handle(embedObject, vectors.makeVectors),
  handle(catchUpVectors, vectors.catchUpVectors),
]
