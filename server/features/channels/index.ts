export { agentDigest, agentDigestSend } from './digest/digest.ts'
export { channelHandlers } from './handlers.ts'
export { agentListen, agentReply } from './telegram/jobs.ts'
export { channelRoutes } from './telegram/routes.ts'
