import type { Intent } from './command.ts'

/** The words of the interface; what it has no word for is routed by nobody. */
export type Action =
  | 'convert'
  | 'find'
  | 'open'
  | 'rename'
  | 'move'
  | 'merge'
  | 'remind'
  | 'schedule'
  | 'task'
  | 'summarise'
  | 'agenda'
  | 'ask'
  | 'unknown'

const ACTIONS: Partial<Record<Intent, Action>> = {
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
}

export const actionOf = (intent: Intent): Action => ACTIONS[intent] ?? 'unknown'
