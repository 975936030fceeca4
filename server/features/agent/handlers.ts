import type { Handler } from '../../jobs/declare.ts'
import { digestHandlers } from '../channels/digest/digest.ts'
import { channelHandlers } from '../channels/telegram/listen.ts'
import { memoryHandlers } from '../memory/jobs.ts'
import { runHandlers } from './runs/work.ts'

export const agentHandlers: Handler[] = [...runHandlers, ...channelHandlers, ...digestHandlers, ...memoryHandlers]
