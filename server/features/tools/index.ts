export {
  givenTouched,
  giversOf,
  MOST_OWNERS,
  ofOthers,
  type SourceFile,
  seatAt,
  seatFor,
  sourceOf,
} from './given.ts'
export {
  anyForeign,
  anyHidden,
  anyMadeByOthers,
  anyVisible,
  areStillGiven,
  EVERYTHING,
  givenBehind,
  listedInScope,
  type Named,
  namesInScope,
  type Place,
  placesInScope,
  type Scope,
} from './queries.ts'
export { type Reach, reachOf } from './reach.ts'
export { revealed, sealed } from './sealed.ts'
export {
  type Citation,
  changeToNote,
  clockNow,
  fileOf,
  noteChange,
  type Outcome,
  type Risk,
  type Seat,
  say,
  shownName,
  type Tool,
  type Touched,
  tool,
} from './tool.ts'
