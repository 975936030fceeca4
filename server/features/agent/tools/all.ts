import { answeringTools } from '../../ask/index.ts'
import { calendarTools } from '../../calendar/index.ts'
import { documentTools } from '../../documents/index.ts'
import { fileTools } from '../../filing/index.ts'
import { meetingTools } from '../../meetings/index.ts'
import { memoryTools } from '../../memory/index.ts'
import { TOOLSETS } from '../../profiles/index.ts'
import { readingTools } from '../../search/index.ts'
import { sharingTools } from '../../share/index.ts'
import { taskTools } from '../../tasks/index.ts'
import type { Tool } from '../../tools/index.ts'
import { webTools } from '../../web/index.ts'
import { undoTools } from './undo.ts'

/** All that the agent can do. A tool lives with the feature whose things it changes. */
export const TOOLS: Tool[] = [
  ...readingTools,
  ...answeringTools,
  ...fileTools,
  ...documentTools,
  ...calendarTools,
  ...taskTools,
  ...meetingTools,
  ...sharingTools,
  ...webTools,
  ...memoryTools,
  ...undoTools,
]

const BY_NAME = new Map(TOOLS.map(tool => [tool.name, tool]))

export const toolNamed = (name: string): Tool | undefined => BY_NAME.get(name)

export const toolsOf = (slugs: string[]): Tool[] =>
  [...new Set(TOOLSETS.filter(({ slug }) => slugs.includes(slug)).flatMap(({ tools }) => tools))].map(
    name => BY_NAME.get(name)!,
  )
