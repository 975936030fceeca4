import type { Handler } from '../../jobs/declare.ts'
import { digestHandlers } from './digest/digest.ts'
import { telegramHandlers } from './telegram/listen.ts'

export const channelHandlers: Handler[] = [...telegramHandlers, ...digestHandlers]
