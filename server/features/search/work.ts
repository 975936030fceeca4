import { type Handler, handle } from '../../jobs/declare.ts'
import { catchUpVectors, embedObject, pruneTerms } from './jobs.ts'
import * as prune from './prune.ts'
import * as vectors from './vectors/embed.ts'

export const searchHandlers: Handler[] = [
  handle(embedObject, vectors.makeVectors),
  handle(catchUpVectors, vectors.catchUpVectors),
  handle(pruneTerms, prune.pruneTerms),
]
