import type { Bodies, Queries, Replies } from './openapi.ts'

/** What follows from a path as it is written in the code, `/v1/objects/${id}?limit=1`. */

export type Operation = keyof Replies

/** The operation that a path belongs to: the one that has its very words, or else the one with parameters in their places. */
export type OperationOf<Method extends string, Path extends string> = Path extends string
  ? `${Method} ${Bare<Path>}` extends Operation
    ? `${Method} ${Bare<Path>}`
    : Fitting<Method, Segments<Bare<Path>>>
  : never

/** The ways in which the path of an operation may be written; the first word behind the question mark is one that it knows. */
export type PathOf<Of extends Operation> = Of extends `${string} ${infer Path}`
  ? Filled<Path> | `${Filled<Path>}?${QueryName<Of>}=${string}`
  : never

type QueryName<Of> = Of extends keyof Queries ? keyof Queries[Of] & string : never

/** The rest of a call: a body where the operation takes one. */
export type BodyOf<Of extends Operation> = Of extends keyof Bodies
  ? Partial<Bodies[Of]> extends Bodies[Of]
    ? [body?: Bodies[Of]]
    : [body: Bodies[Of]]
  : []

/** A file behind a link. */
export type ShareAddress = `/v1/share/${string}`
export type OwnFile = `/v1/objects/${string}`
/** Where a file is: among those that one sees oneself, or behind a link. */
export type FileAddress = OwnFile | `${ShareAddress}/objects/${string}`

type Filled<Path extends string> = Path extends `${infer Head}{${string}}${infer Rest}`
  ? `${Head}${string}${Filled<Rest>}`
  : Path

type Bare<Path extends string> = Path extends `${infer Address}?${string}` ? Address : Path

type Segments<Path extends string> = Path extends `${infer Head}/${infer Rest}` ? [Head, ...Segments<Rest>] : [Path]

type Fitting<Method extends string, Given extends string[]> = {
  [Of in Operation]: Of extends `${Method} ${infer Path}`
    ? Fits<Segments<Path>, Given> extends true
      ? Of
      : never
    : never
}[Operation]

/** A parameter takes any segment, a word only itself. */
type Fits<Path extends string[], Given extends string[]> = Path extends [
  infer Segment extends string,
  ...infer Path2 extends string[],
]
  ? Given extends [infer Word extends string, ...infer Given2 extends string[]]
    ? Segment extends `{${string}}`
      ? Fits<Path2, Given2>
      : Word extends Segment
        ? Fits<Path2, Given2>
        : false
    : false
  : Given extends []
    ? true
    : false
