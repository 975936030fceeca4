import type { Context } from '../../../context.ts'
import { planByGrammar, stepsIn } from '../../assistant/index.ts'
import { type RunContext, say, urlsIn, withoutRemote } from '../../tools/index.ts'
import { toolNamed } from '../tools/all.ts'
import { sentenceOf } from './execute.ts'
import type { AgentRun, ToolCall } from './queries.ts'
import { writeStep } from './step.ts'
import type { RunLease } from './store.ts'

/** Thinking without a model: the grammar plans step after step, and the last thought tells what has come of it. */

const NOTE = {
  none: {
    en: '_I work without a language model here: I understand plain commands and questions._',
    ru: '_Я работаю без языковой модели: понимаю простые команды и вопросы._',
  },
  steps: {
    en: '_I stopped here: these were many steps. Ask again to go on._',
    ru: '_Здесь я остановился: шагов было много. Попросите ещё раз, чтобы продолжить._',
  },
  failed: {
    en: '_The language model does not answer; I went on without it._',
    ru: '_Языковая модель не отвечает; я продолжил без неё._',
  },
}

export async function thinkByGrammar(
  context: Context,
  lease: RunLease,
  runContext: RunContext,
  { run, calls, why }: { run: AgentRun; calls: ToolCall[]; why: keyof typeof NOTE },
): Promise<'ended' | 'goes on'> {
  const shown = (text: string) => withoutRemote(text, [...urlsIn(run.query), runContext.origin])
  const goesWell = calls.every(({ status }) => status === 'done')
  const plan =
    calls.length === 0 || (why === 'none' && goesWell)
      ? await planByGrammar(context, runContext, run.query, calls)
      : undefined
  if (plan && plan.calls.length > 0)
    return writeStep(context, lease, runContext, { text: shown(plan.text), calls: plan.calls, given: plan.given })
  const lines: string[] = []
  // What a model read for itself is not for the person to see; the grammar never plans these.
  const shownCalls = calls.filter(({ name }) => name !== 'read_file' && name !== 'list_files')
  for (const call of shownCalls) lines.push(await outcomeOf(context, runContext, call))
  if (plan?.text) lines.push(plan.text)
  const steps = new Set(calls.map(({ step }) => step)).size
  if (why === 'none' && calls.length > 0 && !goesWell && steps < stepsIn(runContext, run.query))
    lines.push(say(runContext, REST))
  return writeStep(context, lease, runContext, {
    text: shown([...lines.filter(Boolean), say(runContext, NOTE[why])].join('\n\n')),
    calls: [],
    given: plan?.given,
  })
}

const REST = { en: 'The rest was not done.', ru: 'Остальное не сделано.' }

async function outcomeOf(context: Context, runContext: RunContext, call: ToolCall): Promise<string> {
  if (call.status === 'done') return call.result?.says ?? ''
  if (call.status === 'failed') return call.result?.error ?? ''
  const tool = toolNamed(call.name)
  const sentence =
    tool && (await sentenceOf(context, runContext, tool, tool.input.parse(call.input)).catch(() => undefined))
  const what = sentence?.[runContext.actor.language] ?? call.name
  return say(runContext, { en: `Not done: ${what}.`, ru: `Не сделано: ${what}.` })
}
