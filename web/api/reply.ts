import type { Replies } from './openapi.ts'

/** What the service answers to a path as it is written in the code, `/v1/objects/${id}?limit=1`. */
export type ReplyOf<Method extends string, Path extends string> = Replies[OperationOf<Method, Segments<Bare<Path>>>]

type Bare<Path extends string> = Path extends `${infer Address}?${string}` ? Address : Path

type Segments<Path extends string> = Path extends `${infer Head}/${infer Rest}` ? [Head, ...Segments<Rest>] : [Path]

type OperationOf<Method extends string, Given extends string[]> = {
  [Operation in keyof Replies]: Operation extends `${Method} ${infer Path}`
    ? Fits<Segments<Path>, Given> extends true
      ? Operation
      : never
    : never
}[keyof Replies]

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
