export { languageIn } from './grammar/clean.ts'
export type { PlannedCall } from './plan/call.ts'
export { planByGrammar, stepsIn } from './plan/plan.ts'
export { assistantRoutes } from './routes.ts'
