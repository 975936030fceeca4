import type { Schemas } from '../../api/openapi.ts'
/** What a link leads to. */
export type Card = Schemas['SharePublicCard']
