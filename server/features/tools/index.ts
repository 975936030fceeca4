export {
  givenTouched,
  giversOf,
  MOST_OWNERS,
  ofOthers,
  runContextAt,
  runContextFor,
  type SourceFile,
  sourceOf,
} from './given.ts'
export {
  anyForeign,
  anyHidden,
  anyMadeByOthers,
  anyVisible,
  areStillGiven,
  EVERYTHING,
  type FolderOfFile,
  givenBehind,
  listedInScope,
  type NamedObject,
  namesInScope,
  placesInScope,
  type RunScope,
} from './queries.ts'
export { type Reach, reachOf } from './reach.ts'
export { forModel, scrubbed, urlsIn, whole, withoutRemote } from './safe-text.ts'
export { revealed, sealed } from './sealed.ts'
export {
  changeToNote,
  clockNow,
  fileOf,
  noteChange,
  type Risk,
  type RunContext,
  say,
  shownName,
  type Tool,
  type ToolCitation,
  type ToolOutcome,
  type Touched,
  tool,
} from './tool.ts'
