import type { Replies, Schemas } from '../../web/api/openapi.ts'
import type { OperationOf } from '../../web/api/reply.ts'

/** What a call replies, as tests read it: names and types are those of the description. */

// biome-ignore lint/suspicious/noExplicitAny: a reply is what the test says it is
export type Json = any

/** What stands in a refusal, of whatever operation. */
interface Refusal {
  /** A sentence, or of input that failed validation a list. */
  detail: Json
  code: Schemas['ErrorCode']
  request_id: string
}

/** Of a path that is not one of an operation, or that is put together elsewhere, anything may come. */
export type BodyFor<Method extends string, Path extends string> = [OperationOf<Method, Path>] extends [never]
  ? Json
  : unknown extends Replies[OperationOf<Method, Path>]
    ? Json
    : Read<Replies[OperationOf<Method, Path>]> & Refusal

/** What may be missing is read without asking: where it is, the test fails by that. Of variants any field can be read. */
export type Read<T> = [T] extends [object]
  ? T extends readonly (infer Item)[]
    ? Read<Item>[]
    : [NameIn<T>] extends [keyof T]
      ? { [Name in keyof T]-?: ReadField<T[Name]> }
      : { [Name in NameIn<T>]: ReadField<ValueOf<T, Name>> }
  : T

type ReadField<T> = unknown extends T ? Json : Read<NonNullable<T>>
type NameIn<T> = T extends unknown ? keyof T : never
type ValueOf<T, Name> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never
