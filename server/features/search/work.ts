import { type Handler, handle } from '../../jobs/declare.ts'
import { catchUpVectors, embedObject, pruneStems } from './jobs.ts'
import * as stems from './prune.ts'
import * as vectors from './vectors/embed.ts'

export const searchHandlers: Handler[] = [
  handle(embedObject, vectors.makeVectors),
  handle(catchUpVectors, vectors.catchUpVectors),
  handle(pruneStems, stems.pruneStems),
]
