import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, inTransaction, type Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import { ModelFailed } from '../../ports/models.ts'
import { modelFor } from '../connections/index.ts'
import { assertDocType } from '../objects/index.ts'
import { type RetrievalScope, retrieveGiven } from '../search/index.ts'
import { MOST_OWNERS } from '../tools/index.ts'
import { choose } from './choice.ts'
import { asText } from './clean.ts'
import { compareBy } from './compare.ts'
import {
  type AnswerDraft,
  localReply,
  modelReply,
  nothingReply,
  totalReply,
  totalTrace,
  traceOf,
  withLeftOut,
} from './drafts.ts'
import { blank, failed } from './failures.ts'
import { historyOf, MOST_HISTORY } from './history.ts'
import { leansOnBefore } from './leaning.ts'
import { type FoundQuotes, type LocalAnswer, SURE } from './local/answer.ts'
import { answerBeside } from './local/beside.ts'
import { asksAboutWhole, openingsOf } from './local/whole.ts'
import { type ModelCall, rewrite, writeAnswer, writeFreely } from './model/answer.ts'
import type { Said } from './model/prompt.ts'
import { fromWeb, phrases } from './phrases.ts'
import { addTurn, findSession, readTurns } from './queries.ts'
import { languageOf } from './question.ts'
import type { Reply, Trace, WebSource } from './reply.ts'
import type { AskRequest } from './request.ts'
import { timed } from './timed.ts'
import { totalOf } from './totals/total.ts'
import { asksForWeb, searchWeb } from './web.ts'

export type { AskRequest }

export interface AnsweredQuestion extends Reply {
  session_id: string
}

export type Stage = 'searching' | 'writing' | 'web'

export interface AskOptions {
  signal?: AbortSignal
  onStage?(stage: Stage): void
  /** `session_id` is one that the caller has just made up for a new conversation. */
  fresh?: boolean
  /** The turn is part of a conversation that another feature stores. */
  unkept?: boolean
  language?: Language
  /** The run of the agent that asks. */
  runId?: string
  /** The caller on behalf of those who have given them folders, which are looked through, too. */
  givers?: Actor[]
  /** Hears which files of others have been looked at for the answer. */
  onGiven?(ids: string[]): void
}

const FOUND_NOTHING = 'the model found nothing'
const DEFAULT_PASSAGES = { forModel: 8, forRules: 16 }

/** One question on its way to an answer. */
interface Asking {
  actor: Actor
  request: AskRequest
  sessionId: string
  history: Said[]
  language: Language
  /** As it is looked for. */
  question: string
  /** Words of the conversation that help to find. */
  before: string
  call?: ModelCall
  /** Files that have gone into it: those of the conversation before, and those that were found. */
  objectIds: string[]
  /** Those of others. */
  givenIds: string[]
  cost: number
  notes: string[]
  options: AskOptions
}

export async function ask(
  context: Context,
  caller: Actor,
  request: AskRequest,
  options: AskOptions = {},
): Promise<AnsweredQuestion> {
  if (request.query.trim() === '') throw blank()
  if (request.doc_type) assertDocType(request.doc_type)
  // The zone is open for this question only when both the header and the request say so.
  const actor = { ...caller, unlocked: caller.unlocked && request.include_hidden }
  const asking = await prepare(context, actor, request, options)
  try {
    return request.use_memory ? await fromFiles(context, asking) : await withoutFiles(context, asking)
  } catch (error) {
    if (error instanceof ModelFailed) throw failed(error)
    throw error
  }
}

async function prepare(context: Context, actor: Actor, request: AskRequest, options: AskOptions): Promise<Asking> {
  const deadline = Date.now() + context.config.ASK_DEADLINE_SECONDS * 1000
  const sessionId = request.session_id ?? uuidv7()
  const goesOn = Boolean(request.session_id) && !options.fresh
  if (goesOn && !(await findSession(context.db, actor, sessionId))) throw notFound('session')
  const choice = choose(await modelFor(context, actor.ownerId), request.model)
  const turns = goesOn ? await readTurns(context.db, actor, sessionId, MOST_HISTORY / 2) : []
  const asking: Asking = {
    actor,
    request,
    sessionId,
    history: historyOf(turns, request),
    language: options.language ?? languageOf(request.query, actor.language),
    question: request.query,
    before: '',
    objectIds: [...new Set(turns.flatMap(turn => turn.object_ids))],
    givenIds: [...new Set(turns.flatMap(turn => turn.given_ids))],
    cost: 0,
    notes: [],
    options,
  }
  const checked = await choice.checked(context)
  if (checked)
    asking.call = {
      choice: checked,
      ownerId: actor.ownerId,
      deadline,
      signal: options.signal,
      objectIds: asking.objectIds,
      runId: options.runId,
      hidden: actor.unlocked,
      spent: micro => {
        asking.cost += micro
      },
    }
  return asking
}

async function fromFiles(context: Context, asking: Asking): Promise<AnsweredQuestion> {
  const { request, options } = asking
  await understand(context, asking)
  options.onStage?.('searching')
  const total = await addUp(context, asking)
  if (total) return total
  const found = await look(context, asking)
  asking.objectIds.push(...found.passages.flatMap(({ object, given }) => (given ? [] : [object.id])))
  asking.givenIds.push(...found.passages.flatMap(({ object, given }) => (given ? [object.id] : [])))
  const wantsWeb = request.web_search && context.webSearch.on
  const asked = wantsWeb && asksForWeb(request.query)
  const web = asked ? await lookInWeb(context, asking) : []
  let local: LocalAnswer | undefined
  if (asking.call && (found.passages.length > 0 || web.length > 0)) {
    // How sure we are is told by words alone, while the model is being asked: the encoder would take longer than all else.
    const quick = answerBeside(context, asking.actor.ownerId, { ...asking, found })
    // Whoever waits for it gets the failure; perhaps nobody does.
    quick.catch(() => {})
    const written = await tryModel(context, asking, { found, web, local: quick })
    if (written) return written
    const byWords = await quick
    const nothing = asking.notes.includes(FOUND_NOTHING)
    local = nothing ? { ...byWords, quotes: [] } : await quote(context, asking, found, byWords)
  }
  local ??= await quote(context, asking, found)
  if (local.quotes.length > 0) {
    const trace = traceOf(replyContext(asking), found.passages, local)
    return keep(context, asking, localReply(replyContext(asking), local, web), trace)
  }
  const pages = web.length > 0 || !wantsWeb ? web : await lookInWeb(context, asking)
  if (pages.length > 0 && asking.call && web.length === 0) {
    const written = await tryModel(context, asking, {
      found: { ...found, passages: [] },
      web: pages,
      local: Promise.resolve(local),
    })
    if (written) return written
  }
  return keep(
    context,
    asking,
    nothingReply(replyContext(asking), local, pages),
    traceOf(replyContext(asking), found.passages, { ...local, quotes: [] }),
  )
}

/** Sums and counts over the owner's papers; what cannot be added up is left to a model, where there is one. */
async function addUp(context: Context, asking: Asking): Promise<AnsweredQuestion | undefined> {
  const { actor, request, question, language, options } = asking
  if (request.object_ids?.length || request.collection_id || request.doc_type || options.givers?.length)
    return undefined
  const total = await totalOf(context, actor, question, language)
  if (!total || (total.quotes.length === 0 && asking.call)) return undefined
  asking.objectIds.push(...total.objectIds)
  return keep(context, asking, totalReply(total), totalTrace(replyContext(asking), total))
}

/** Sentences that answer; of files that the request names, also what they are about. Where words alone are sure, they suffice. */
async function quote(context: Context, asking: Asking, found: FoundQuotes, quick?: LocalAnswer): Promise<LocalAnswer> {
  const whole = asking.request.object_ids?.length && asksAboutWhole(asking.question) ? openingsOf(found.passages) : []
  if (whole.length > 0) return { quotes: whole, confidence: SURE, across: false }
  if (quick && quick.confidence >= SURE) return quick
  const { ownerId } = asking.actor
  return answerBeside(context, ownerId, { ...asking, found }, compareBy(context, ownerId))
}

/** Follow-ups are asked anew in full: by the model, or with the words of the question before. */
async function understand(context: Context, asking: Asking): Promise<void> {
  const last = asking.history.findLast(({ role }) => role === 'user')
  if (!last) return
  if (asking.call) {
    try {
      asking.question = await rewrite(context, asking.call, asking.question, asking.history)
      return
    } catch (error) {
      if (!(error instanceof ModelFailed) || error.fault === 'slow' || error.fault === 'cancelled') throw error
      asking.notes.push('the model did not rewrite the question')
    }
  }
  if (leansOnBefore(asking.question)) asking.before = last.content
}

const replyContext = (asking: Asking) => ({ ...asking, asked: `${asking.before} ${asking.question}`.trimStart() })

function look(context: Context, { actor, request, question, before, call, options }: Asking): Promise<FoundQuotes> {
  const scope: RetrievalScope = {
    // A list sent empty is as none; one that visibility empties finds nothing.
    ...(request.object_ids?.length ? { objectIds: request.object_ids } : {}),
    ...(request.doc_type ? { docTypes: [request.doc_type] } : {}),
    ...(request.collection_id ? { collectionId: request.collection_id } : {}),
  }
  return retrieveGiven(context, actor, options.givers ?? [], {
    text: question,
    context: before,
    scope,
    limit: request.top_k ?? (call ? DEFAULT_PASSAGES.forModel : DEFAULT_PASSAGES.forRules),
  })
}

async function lookInWeb(context: Context, asking: Asking): Promise<WebSource[]> {
  asking.options.onStage?.('web')
  const spent = (micro: number) => {
    asking.cost += micro
  }
  return searchWeb(context, asking.actor.ownerId, asking.question, {
    signal: asking.options.signal,
    objectIds: asking.objectIds,
    runId: asking.options.runId,
    hidden: asking.actor.unlocked,
    spent,
  })
}

/** Undefined when the model has failed or written nothing that holds: then the answer is put together here. */
async function tryModel(
  context: Context,
  asking: Asking,
  { found, web, local }: { found: FoundQuotes; web: WebSource[]; local: Promise<LocalAnswer> },
): Promise<AnsweredQuestion | undefined> {
  const { question, history, language, call, options } = asking
  options.onStage?.('writing')
  try {
    const asked = { question, passages: found.passages, history, language, web }
    const { written, kept } = await writeAnswer(context, call!, asked, async (tx, good) => {
      const { confidence } = await local
      const trace = traceOf(replyContext(asking), found.passages, good, confidence)
      return keep(tx, asking, modelReply(good, web, confidence), trace)
    })
    if (kept) return kept
    asking.notes.push(written.notThere ? FOUND_NOTHING : 'nothing that the model wrote is in the files')
  } catch (error) {
    if (!(error instanceof ModelFailed) || error.fault === 'slow' || error.fault === 'cancelled') throw error
    asking.notes.push('the model did not answer')
  }
  return undefined
}

async function withoutFiles(context: Context, asking: Asking): Promise<AnsweredQuestion> {
  const { question, history, language, call, request, options } = asking
  const trace = traceOf(replyContext(asking), [], { quotes: [], confidence: 0 })
  const wantsWeb = request.web_search && context.webSearch.on && asksForWeb(question)
  const web = wantsWeb ? await lookInWeb(context, asking) : []
  const base = { citations: [], primary: null, used_context: false, confidence: 0, web_sources: web }
  if (!call) {
    const answer = web.length > 0 ? fromWeb(web, language) : phrases(language).noMemory
    return keep(context, asking, { ...base, answer, model: '' }, trace)
  }
  options.onStage?.('writing')
  return writeFreely(context, call, { question, history, language }, (tx, { text, model }) =>
    keep(tx, asking, { ...base, answer: asText(text) || phrases(language).nothing, model }, trace),
  )
}

/** The turn is kept in the transaction in which it is paid for. */
async function keep(
  context: Needs<'db' | 'signals'>,
  { actor, sessionId, request, objectIds: known, givenIds, cost, options, language }: Asking,
  answerDraft: AnswerDraft,
  trace: Trace,
): Promise<AnsweredQuestion> {
  const draft = request.use_memory
    ? withLeftOut(answerDraft, (options.givers ?? []).length - MOST_OWNERS, language)
    : answerDraft
  const reply: Reply = { ...(await timed(context, actor, draft)), cost_rub: cost / 1_000_000 }
  const given = new Set(givenIds)
  const objectIds = [...new Set([...known, ...trace.retrieved.map(({ object_id }) => object_id)])].filter(
    id => !given.has(id),
  )
  options.onGiven?.([...given])
  if (options.unkept) return { ...reply, session_id: sessionId }
  await inTransaction(context, tx =>
    addTurn(tx.db, actor, { sessionId, query: request.query, reply, trace, objectIds, givenIds: [...given] }),
  )
  return { ...reply, session_id: sessionId }
}
