import type { Handler } from '../../jobs/declare.ts'
import { channelHandlers } from './channel/listen.ts'
import { digestHandlers } from './digest/digest.ts'
import { memoryHandlers } from './memory/jobs.ts'
import { runHandlers } from './runs/work.ts'

export const agentHandlers: Handler[] = [...runHandlers, ...channelHandlers, ...digestHandlers, ...memoryHandlers]
