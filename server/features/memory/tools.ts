import { z } from 'zod'
import { AppError, notFound } from '../../lib/errors.ts'
import { noteChange, type RunContext, say, shownName, type Tool, tool } from '../tools/index.ts'
import { answersQuestion, isSaidBy } from './facts.ts'
import { type Memory, memoriesOf, setForgotten } from './queries.ts'
import { remember } from './remember.ts'

const off = () =>
  new AppError('conflict', 'memory_off', {
    en: 'Memory is switched off in the settings.',
    ru: 'Память выключена в настройках.',
  })

const notTheirs = () =>
  new AppError('conflict', 'not_said', {
    en: 'Only what the person has said themselves is remembered.',
    ru: 'Запоминается только то, что человек сказал сам.',
  })

const whileOpen = () =>
  new AppError('conflict', 'hidden_open', {
    en: 'While the hidden zone is open, nothing is remembered.',
    ru: 'Пока открыта скрытая зона, ничего не запоминается.',
  })

function assertOn({ memory, actor }: RunContext): void {
  if (!memory) throw off()
  if (actor.unlocked) throw whileOpen()
}

const rememberTool = tool({
  name: 'remember',
  risk: 'reversible',
  // It rests on what the person has written in the conversation, which another program does not have.
  outside: { scopes: [] },
  description: 'Keep in mind something that the person has just said of themselves, in their own words.',
  input: z.object({ memory: z.string().trim().min(1).max(1000) }),
  async sentence(_, __, { memory }) {
    return { en: `Remember: "${shownName(memory)}"`, ru: `Запомнить: «${shownName(memory)}»` }
  },
  touches: () => ({}),
  async act(context, runContext, { memory }) {
    assertOn(runContext)
    if (!isSaidBy(memory, runContext.words)) throw notTheirs()
    const kept = await remember(context, runContext.actor, {
      statement: memory,
      input: runContext.words.at(-1) ?? '',
      madeOf: runContext.madeOf,
    })
    if (kept.isNew)
      await noteChange(context, runContext, {
        subject: 'memory',
        subjectId: kept.id,
        field: 'made',
        before: null,
        after: memory,
      })
    const words = kept.replaced
      ? {
          en: `Noted. Before, it was: "${kept.replaced.memory}".`,
          ru: `Запомнил. Раньше было: «${kept.replaced.memory}».`,
        }
      : kept.isNew
        ? { en: `I will remember: "${memory}".`, ru: `Запомнил: «${memory}».` }
        : { en: 'I know that already.', ru: 'Это я уже знаю.' }
    return { data: { memory_id: kept.id, memory }, says: say(runContext, words), given: kept.replaced?.given_ids ?? [] }
  },
})

const forgetTool = tool({
  name: 'forget',
  risk: 'destructive',
  warning: {
    en: 'The assistant will no longer know it. It can be undone under Activity.',
    ru: 'Помощник больше не будет этого знать. Отменить можно в истории.',
  },
  outside: { scopes: ['agent'] },
  description: 'Forget one remembered thing.',
  input: z.object({ memory_id: z.uuid() }),
  async sentence(context, runContext, { memory_id }) {
    const found = (await memoriesOf(context.db, runContext.actor)).find(({ id }) => id === memory_id)
    if (!found) throw notFound('memory')
    return { en: `Forget: "${shownName(found.memory)}"`, ru: `Забыть: «${shownName(found.memory)}»` }
  },
  touches: () => ({}),
  async act(context, runContext, { memory_id }) {
    if (!runContext.memory) throw off()
    const removed = await setForgotten(context.db, runContext.actor, memory_id, true)
    if (!removed) throw notFound('memory')
    // The ledger says that something was forgotten, not what.
    await noteChange(context, runContext, {
      subject: 'memory',
      subjectId: memory_id,
      field: 'forgotten',
      before: null,
      after: true,
    })
    return {
      data: { memory_id },
      says: say(runContext, { en: `Forgotten: "${removed.memory}".`, ru: `Забыл: «${removed.memory}».` }),
      given: removed.given_ids,
    }
  },
})

/** Whose words may be in them. */
const sourcesOf = (found: Memory[]) => ({
  foreign: found.some(memory => memory.made_from === 'others'),
  given: found.flatMap(memory => memory.given_ids),
})

const recallTool = tool({
  name: 'recall',
  risk: 'read',
  outside: { scopes: ['agent'] },
  description: 'What is remembered about the person; `about` is a question that it is to answer.',
  input: z.object({ about: z.string().max(2000).optional() }),
  async sentence() {
    return { en: 'Look up what I remember', ru: 'Вспомнить, что я знаю' }
  },
  async look(context, runContext, { about }) {
    if (!runContext.memory) throw off()
    const known = await memoriesOf(context.db, runContext.actor)
    const found = about === undefined ? known : known.filter(fact => answersQuestion(fact, about)).slice(0, 5)
    if (about !== undefined && found.length > 0)
      return {
        ...sourcesOf(found),
        data: { items: found.map(({ id, memory }) => ({ memory_id: id, memory })) },
        says: found
          .map(({ memory }) => say(runContext, { en: `You told me: "${memory}".`, ru: `Вы говорили: «${memory}».` }))
          .join('\n'),
      }
    return {
      ...sourcesOf(found),
      data: { items: found.map(({ id, memory }) => ({ memory_id: id, memory })) },
      says:
        found.length > 0
          ? found.map(({ memory }) => `- ${memory}`).join('\n')
          : say(runContext, { en: 'I remember nothing about you yet.', ru: 'Пока я ничего о вас не помню.' }),
    }
  },
})

export const memoryTools: Tool[] = [recallTool, rememberTool, forgetTool]
