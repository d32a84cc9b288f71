// The state of an execution after an event. The runtime calls it at each decision and at each replay; the
// same events always give the same state. It changes the given state and returns it.

import { type Charged, charge, isOurs, noUse, startCu } from '../../domain/billing/meter.ts'
import type { Ending } from '../../domain/expression/endings.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import { agentBounds, askBounds } from '../../domain/plan/plan.ts'
import { budgetStep } from '../../domain/work/budget.ts'
import { isTerminal } from '../../domain/work/execution.ts'
import type { ApprovalDecided, Event, Spent, State } from './protocol.ts'
import { callAt } from './steps/agent.ts'
import type { Asked } from './steps/asking/ask.ts'
import { raiseOf } from './steps/budget.ts'
import { isNews } from './steps/following.ts'
import {
  completeStep,
  drop,
  dropAll,
  endTurn,
  openBranches,
  openCalls,
  openItem,
  openItems,
  openPlan,
  openTurn,
} from './steps/frames.ts'
import { monthlyState } from './steps/month-budget.ts'
import { type ExecutionContext, frameOf, framePathOf, stepAt, stepIdOf } from './steps/paths.ts'
import { isCall } from './steps/program.ts'
import { recordedBytes } from './steps/sizes.ts'

/** How many intents an execution remembers. */
const intentsKept = 1_000

export function initialState(): State {
  return {
    start: null,
    status: 'queued',
    createdAt: 0,
    startedAt: null,
    finishedAt: null,
    output: null,
    error: null,
    cu: 0,
    budget: null,
    monthly: null,
    meter: noUse(),
    hasEnded: false,
    pausedMs: 0,
    pausedSince: null,
    isParentTold: false,
    news: 0,
    toldFollower: 0,
    frames: {},
    composites: {},
    ready: [],
    calls: {},
    retries: {},
    parked: {},
    waits: {},
    inbox: [],
    approvals: {},
    withdrawn: [],
    approved: {},
    decisions: {},
    recordedBytes: 0,
    agents: {},
    children: {},
    intents: [],
    abandoned: [],
  }
}

export function evolve(context: ExecutionContext, state: State, event: Event, at: number): State {
  // Two steps waited for the same event, and the completion of the first dropped the second.
  if (event.type === 'step-completed' && !Object.hasOwn(state.frames, framePathOf(event.step))) return state
  if ('step' in event) takeReady(state, event.step)
  state.recordedBytes += recordedBytes(event)
  if (event.intent !== undefined) noteIntent(state, event.intent)
  if (state.start?.follower !== undefined && isNews(event)) state.news++
  switch (event.type) {
    case 'started':
      state.start = event.start
      state.createdAt = at
      state.cu = startCu
      state.budget = event.start.budget ?? null
      state.monthly = monthlyState(event.start)
      break
    case 'status-changed':
      changeStatus(context, state, event.status, at)
      break
    case 'step-started':
      begin(context, state, event, at)
      break
    case 'step-completed':
      countPure(context, state, event)
      if (event.kept) noteEnding(state, event.step, own(state.start!.forkedFrom?.endings ?? {}, event.step))
      countTokens(state, event.spent)
      leave(state, event.step)
      if (event.taken !== undefined) takeFromInbox(state, event.taken)
      if (stepAt(context, event.step).block.kind === 'next') endTurn(context, state, event.step, event.output)
      else completeStep(context, state, event.step, event.output)
      break
    case 'step-skipped':
      noteEnding(state, event.step, 'skipped')
      completeStep(context, state, event.step, null)
      break
    case 'step-failed':
      countPure(context, state, event)
      countTokens(state, event.spent)
      forgive(context, state, event.step, event.error)
      leave(state, event.step)
      break
    case 'agent-turned': {
      const run = state.agents[event.step]!
      run.turns.push(event.turn)
      run.cu += event.turn.cu + event.turn.calls.length
      countTokens(state, { cu: event.turn.cu, tokens: event.turn.tokens ?? 0 })
      openCalls(context, state, event.step, event.turn.calls)
      break
    }
    case 'input-parted': {
      const run = state.agents[event.step]!
      const { most, parts } = event
      const isOwn = stepAt(context, event.step).timeoutMs !== null
      const expiresAt = isOwn ? run.expiresAt : at + askBounds.partedTimeoutMs
      state.agents[event.step] = { ...run, parting: { most, parts }, expiresAt }
      break
    }
    case 'answer-taken':
      break
    case 'attempt-failed': {
      const call = state.calls[event.step]!
      forgive(context, state, event.step, event.error)
      delete state.calls[event.step]
      state.retries[event.step] = { ...call, dueAt: event.retryAt }
      break
    }
    case 'step-parked':
      forgive(context, state, event.step, event.error)
      state.parked[event.step] = { ...state.calls[event.step]!, error: event.error }
      delete state.calls[event.step]
      break
    case 'step-edited':
      edit(state, event)
      break
    case 'step-recovered':
      recover(context, state, event)
      break
    case 'wait-started':
      state.waits[event.step] = { dueAt: event.dueAt, event: event.event, expiresAt: event.expiresAt }
      break
    case 'item-opened':
      openItem(context, state, event.step)
      break
    case 'turn-started':
      delete state.waits[event.step]
      openTurn(context, state, event.step, at)
      break
    case 'event-received':
      state.inbox.push({ name: event.name, body: event.body, sizeBytes: sizeOf(event.body) })
      break
    case 'approval-requested':
      withdrawCall(context, state, event.step)
      countTokens(state, event.spent)
      // A review: the model has answered.
      delete state.agents[event.step]
      state.approvals[event.step] = { request: event.request, requestedAt: at, votes: [] }
      break
    case 'approval-voted':
      state.approvals[event.step]!.votes.push(event.by)
      break
    case 'approval-decided':
      recordDecision(context, state, event, at)
      break
    case 'child-started':
      state.children[event.step]!.isStarted = true
      break
    case 'child-abandoned':
      state.abandoned.push(state.children[event.step]!.id)
      delete state.children[event.step]
      break
    case 'child-cancelled':
      state.abandoned.splice(state.abandoned.indexOf(event.childId), 1)
      break
    case 'ended':
      state.output = event.output
      state.error = event.error
      state.hasEnded = true
      // It ended its host again and again, and was given up: that is our failure.
      if (event.error !== null && event.error.step === null && isOurs(event.error)) state.cu = 0
      break
    case 'budget-requested':
      Object.assign(state.monthly!, { question: state.monthly!.question + 1, needed: event.needed })
      break
    case 'budget-granted':
      Object.assign(state.monthly!, { granted: state.monthly!.granted + event.granted, needed: null })
      break
    case 'budget-refused':
      Object.assign(state.monthly!, { refused: event.refused, needed: null })
      break
    case 'budget-settled':
      state.monthly!.isSettled = true
      break
    case 'parent-told':
      state.isParentTold = true
      break
    case 'follower-told':
      state.toldFollower = event.news
      break
  }
  return state
}

/** Somebody has raised the budget that did not suffice. */
function raise(state: State, cu: number): void {
  const { monthly } = state
  if (monthly === null || monthly.refused === null) state.budget! += cu
  else Object.assign(monthly, { granted: monthly.granted + cu, refused: null })
}

/** Bytes of a value as JSON. */
export function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value))
}

function changeStatus(context: ExecutionContext, state: State, status: State['status'], at: number): void {
  if (state.status === 'queued' && status === 'running') {
    state.startedAt = at
    openPlan(context, state)
  }
  if (state.pausedSince !== null) state.pausedMs += at - state.pausedSince
  state.pausedSince = status === 'waiting' || status === 'awaiting_approval' ? at : null
  state.status = status
  if (!isTerminal(status)) return
  state.finishedAt = at
  dropAll(state)
}

function begin(
  context: ExecutionContext,
  state: State,
  { step: path, input, branch, attempt = 1 }: Extract<Event, { type: 'step-started' }>,
  at: number,
): void {
  const { block, timeoutMs, retry } = stepAt(context, path)
  switch (block.kind) {
    case 'tool':
    case 'agent-call':
    case 'code': {
      const isApproved = wasApproved(state, path)
      const firstAt = retry?.deadlineMs === undefined ? null : (own(state.retries, path)?.firstAt ?? at)
      leave(state, path)
      state.calls[path] = {
        ...{ input: input as JsonObject, attempt },
        ...(firstAt !== null && { firstAt }),
        ...(isApproved && { isApproved }),
      }
      // Every call counts, also that of a later attempt.
      state.cu += charge(state.meter, chargedAt(context, state, path), 1)
      return
    }
    case 'agent': {
      const { goal } = input as { goal: string }
      const expiresAt = at + (timeoutMs ?? agentBounds.timeoutMs)
      state.agents[path] = { goal, turns: [], cu: 0, expiresAt }
      openCalls(context, state, path, [])
      return
    }
    case 'ask': {
      const asked = input as unknown as Asked
      const expiresAt = at + (timeoutMs ?? askBounds.timeoutMs)
      state.agents[path] = { goal: asked.question, asked, turns: [], cu: 0, expiresAt }
      openCalls(context, state, path, [])
      return
    }
    case 'workflow': {
      const { childId, inputs } = input as { childId: string; inputs: JsonObject }
      state.children[path] = {
        id: childId,
        inputs,
        isStarted: false,
        expiresAt: timeoutMs === null ? null : at + timeoutMs,
      }
      return
    }
    case 'if': {
      const taken = block.cases.find(one => one.branch === branch)!
      openBranches(context, state, path, [{ name: taken.branch, list: taken.list }], true)
      return
    }
    case 'parallel':
      openBranches(
        context,
        state,
        path,
        block.lists.map((list, index) => ({ name: `branch[${index}]`, list })),
        false,
      )
      return
    case 'repeat':
      openTurn(context, state, path, at)
      return
    case 'foreach':
      openItems(context, state, path, input as readonly Json[])
      return
    case 'set':
    case 'return':
    case 'stop':
    case 'next':
    case 'fail':
    case 'approval':
    case 'wait':
      return
  }
}

/** A parked step becomes ready; another one has these arguments when it begins. */
function edit(state: State, { step: path, args }: Extract<Event, { type: 'step-edited' }>): void {
  const isParked = Object.hasOwn(state.parked, path)
  state.edited ??= {}
  state.edited[path] = { args, times: (own(state.edited, path)?.times ?? 0) + (isParked ? 1 : 0) }
  if (!isParked) return
  delete state.parked[path]
  state.ready.push({ act: 'begin', path })
}

/** Has a person approved the call that begins now, or its previous attempt? */
function wasApproved({ approved, retries, parked }: State, path: string): boolean {
  if (own(approved, path)?.isByPerson) return true
  return (own(retries, path) ?? own(parked, path))?.isApproved === true
}

/** Drops a call that the hub did not make because it needs an approval first: it does not count. */
function withdrawCall(context: ExecutionContext, state: State, path: string): void {
  if (!Object.hasOwn(state.calls, path)) return
  delete state.calls[path]
  state.cu += charge(state.meter, chargedAt(context, state, path), -1)
}

/** Removes everything that the step waited for. */
function leave(state: State, path: string): void {
  const { calls, retries, parked, waits, approved, children, agents } = state
  for (const kept of [calls, retries, parked, waits, approved, children, agents] as Record<string, unknown>[])
    delete kept[path]
}

/** Removes the oldest event of this name: a step has taken it. */
function takeFromInbox(state: State, name: string): void {
  state.inbox.splice(
    state.inbox.findIndex(event => event.name === name),
    1,
  )
}

/** Drops what is open inside the step, and begins its `onError`. */
function recover(
  context: ExecutionContext,
  state: State,
  { step: path, error }: Extract<Event, { type: 'step-recovered' }>,
): void {
  drop(context, state, path)
  noteEnding(state, path, 'failed')
  const { onError, block } = stepAt(context, path)
  // The model that asked for a call is told why it failed.
  const told = block.kind === 'agent-call' ? { error: { code: error.code, message: error.message } } : null
  if (onError.type !== 'steps') return completeStep(context, state, path, told)
  const names = {
    ...frameOf(state, path).names,
    error: { ...error, tool: 'tool' in error ? error.tool : null },
  }
  openBranches(context, state, path, [{ name: 'onError', list: onError.list }], true, names)
}

function noteEnding(state: State, path: string, ending: Ending | undefined): void {
  if (ending === undefined) return
  const frame = frameOf(state, path)
  frame.endings = { ...frame.endings, [stepIdOf(path)]: ending }
}

/** Records the decision. An approved tool step becomes ready; an approval step has events of its own. */
function recordDecision(
  context: ExecutionContext,
  state: State,
  { step: path, id, decision, by, args, form }: ApprovalDecided,
  at: number,
): void {
  const pending = own(state.approvals, path)
  delete state.approvals[path]
  const withdrawn = state.withdrawn.findIndex(approval => approval.id === id)
  if (withdrawn >= 0) state.withdrawn.splice(withdrawn, 1)
  state.decisions[id] = { decision, by, at }
  if (path === budgetStep) {
    if (decision === 'approved') raise(state, raiseOf(state, form))
    return
  }
  if (decision !== 'approved' || !isCall(stepAt(context, path))) return
  state.approved[path] = { args: args ?? pending!.request.args!, isByPerson: by !== null }
  state.ready.push({ act: 'begin', path })
}

/** Counts a pure tool call; `step-started` has counted the others. */
function countPure(context: ExecutionContext, state: State, event: Event & { readonly step: string }): void {
  if (!('input' in event) || stepAt(context, event.step).block.kind !== 'tool') return
  if ('error' in event && isOurs(event.error)) return
  state.cu += charge(state.meter, chargedAt(context, state, event.step), 1)
}

function countTokens(state: State, spent: Spent | undefined): void {
  if (spent === undefined) return
  state.cu += spent.cu
  state.meter.tokens += spent.tokens
}

/** Takes back a call that was counted and failed because of us. */
function forgive(
  context: ExecutionContext,
  state: State,
  path: string,
  error: { readonly code: string },
): void {
  if (!isOurs(error) || !Object.hasOwn(state.calls, path)) return
  state.cu += charge(state.meter, chargedAt(context, state, path), -1)
}

function chargedAt(context: ExecutionContext, state: State, path: string): Charged {
  const { block } = stepAt(context, path)
  if (block.kind === 'code') return { kind: 'code' }
  const tool = block.kind === 'tool' ? block.offered : callAt(state, path).tool
  return { kind: 'tool', tool }
}

function noteIntent({ intents }: State, intent: string): void {
  intents.push(intent)
  if (intents.length > intentsKept) intents.shift()
}

function takeReady(state: State, path: string): void {
  if (state.ready[0]?.path === path) state.ready.shift()
}
