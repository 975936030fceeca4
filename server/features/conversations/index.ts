export {
  insertSession,
  ownsSession,
  type RunStatus,
  type SessionTurn,
  sessionOfChat,
  touchSession,
  turnsOf,
} from './queries.ts'
export { conversationRoutes } from './routes.ts'
