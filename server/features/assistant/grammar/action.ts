import type { Intent } from './command.ts'

const ACTIONS = {
  convert: 'convert',
  pdf: 'convert',
  find: 'find',
  open: 'open',
  rename: 'rename',
  move: 'move',
  merge: 'merge',
  remind: 'remind',
  schedule: 'schedule',
  reschedule: 'schedule',
  cancel_event: 'schedule',
  task: 'task',
  close_task: 'task',
  tasks_from_file: 'task',
  summarise: 'summarise',
  agenda: 'agenda',
  ask: 'ask',
} as const satisfies Partial<Record<Intent, string>>

/** The actions of the interface; no route leads to an intent that is none of them. */
export type Action = (typeof ACTIONS)[keyof typeof ACTIONS] | 'unknown'

export const actionOf = (intent: Intent): Action => (ACTIONS as Partial<Record<Intent, Action>>)[intent] ?? 'unknown'
