// The state of an execution after an event.
import { isTerminal } from '../../domain/execution.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { drop, dropAll, openBranches, openItems, openPlan, settle } from './frames.ts'
import { frameOf, framePathOf, own, type Run, stepAt } from './paths.ts'
import type { ApprovalDecided, Event, State } from './protocol.ts'
import { recordedBytes } from './sizes.ts'

/** Intents that are recognised when they come again. */
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
    hasEnded: false,
    pausedMs: 0,
    pausedSince: null,
    isParentTold: false,
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
    children: {},
    intents: [],
    abandoned: [],
  }
}

export function evolve(run: Run, state: State, event: Event, at: number): State {
  // Two waits had the same event, and the first one's end dropped the other.
  if (event.type === 'step-completed' && !Object.hasOwn(state.frames, framePathOf(event.step))) return state
  if ('step' in event) takeReady(state, event.step)
  state.recordedBytes += recordedBytes(event)
  if (event.intent !== undefined) noteIntent(state, event.intent)
  switch (event.type) {
    case 'started':
      state.start = event.start
      state.createdAt = at
      state.cu = 1
      break
    case 'status-changed':
      changeStatus(run, state, event.status, at)
      break
    case 'step-started':
      begin(run, state, event, at)
      break
    case 'step-completed':
      meter(run, state, event)
      leave(state, event.step)
      if (event.taken !== undefined) takeFromInbox(state, event.taken)
      settle(run, state, event.step, event.output)
      break
    case 'step-skipped':
      settle(run, state, event.step, null)
      break
    case 'step-failed':
      meter(run, state, event)
      leave(state, event.step)
      break
    case 'attempt-failed': {
      const call = state.calls[event.step]!
      delete state.calls[event.step]
      state.retries[event.step] = { ...call, dueAt: event.retryAt }
      break
    }
    case 'step-parked':
      state.parked[event.step] = { ...state.calls[event.step]!, error: event.error }
      delete state.calls[event.step]
      break
    case 'step-recovered':
      recover(run, state, event)
      break
    case 'wait-started':
      state.waits[event.step] = { dueAt: event.dueAt, event: event.event, expiresAt: event.expiresAt }
      break
    case 'event-received':
      state.inbox.push({ name: event.name, body: event.body, sizeBytes: sizeOf(event.body) })
      break
    case 'approval-requested':
      turnAway(state, event.step)
      state.approvals[event.step] = { request: event.request, requestedAt: at, votes: [] }
      break
    case 'approval-voted':
      state.approvals[event.step]!.votes.push(event.by)
      break
    case 'approval-decided':
      decideApproval(run, state, event, at)
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
      break
    case 'parent-told':
      state.isParentTold = true
      break
  }
  return state
}

/** Bytes of a value as JSON. */
export function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value))
}

function changeStatus(run: Run, state: State, status: State['status'], at: number): void {
  if (state.status === 'queued' && status === 'running') {
    state.startedAt = at
    openPlan(run, state)
  }
  if (state.pausedSince !== null) state.pausedMs += at - state.pausedSince
  state.pausedSince = status === 'waiting' || status === 'awaiting_approval' ? at : null
  state.status = status
  if (!isTerminal(status)) return
  state.finishedAt = at
  dropAll(state)
}

function begin(
  run: Run,
  state: State,
  { step: path, input, branch, attempt = 1 }: Extract<Event, { type: 'step-started' }>,
  at: number,
): void {
  const { block, timeoutMs } = stepAt(run, path)
  switch (block.kind) {
    case 'tool': {
      const isApproved = wasApproved(state, path)
      leave(state, path)
      state.calls[path] = { input: input as JsonObject, attempt, ...(isApproved && { isApproved }) }
      // Every call counts, also that of a later attempt.
      state.cu++
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
      openBranches(run, state, path, [{ name: taken.branch, list: taken.list }], true)
      return
    }
    case 'parallel':
      openBranches(
        run,
        state,
        path,
        block.lists.map((list, index) => ({ name: `branch[${index}]`, list })),
        false,
      )
      return
    case 'foreach':
      openItems(run, state, path, input as readonly Json[])
      return
    case 'set':
    case 'return':
    case 'fail':
    case 'approval':
    case 'wait':
      return
  }
}

/** Has somebody approved the call that begins now, or that of the attempt before? */
function wasApproved({ approved, retries, parked }: State, path: string): boolean {
  if (own(approved, path)?.isByPerson) return true
  return (own(retries, path) ?? own(parked, path))?.isApproved === true
}

/** The hub wants the call approved first: it was not made, and does not count. */
function turnAway(state: State, path: string): void {
  if (!Object.hasOwn(state.calls, path)) return
  delete state.calls[path]
  state.cu--
}

/** What the step waited for is over. */
function leave(state: State, path: string): void {
  const { calls, retries, parked, waits, approved, children } = state
  for (const kept of [calls, retries, parked, waits, approved, children] as Record<string, unknown>[])
    delete kept[path]
}

/** An event that came before anybody waited for it has been taken. */
function takeFromInbox(state: State, name: string): void {
  state.inbox.splice(
    state.inbox.findIndex(event => event.name === name),
    1,
  )
}

/** The step's `onError` takes over. */
function recover(
  run: Run,
  state: State,
  { step: path, error }: Extract<Event, { type: 'step-recovered' }>,
): void {
  drop(run, state, path)
  const { onError } = stepAt(run, path)
  if (onError.type !== 'steps') return settle(run, state, path, null)
  const names = { ...frameOf(state, path).names, error }
  openBranches(run, state, path, [{ name: 'onError', list: onError.list }], true, names)
}

/** An approved tool step begins after all, with the arguments that were approved; an approval step has its own events. */
function decideApproval(
  run: Run,
  state: State,
  { step: path, id, decision, by, args }: ApprovalDecided,
  at: number,
): void {
  const pending = state.approvals[path]
  delete state.approvals[path]
  const withdrawn = state.withdrawn.findIndex(approval => approval.id === id)
  if (withdrawn >= 0) state.withdrawn.splice(withdrawn, 1)
  state.decisions[id] = { decision, by, at }
  if (decision !== 'approved' || stepAt(run, path).block.kind !== 'tool') return
  state.approved[path] = { args: args ?? pending!.request.args!, isByPerson: by !== null }
  state.ready.push({ act: 'begin', path })
}

/** One compute unit per tool call; one that began in an earlier commit was counted then. */
function meter(run: Run, state: State, event: Event & { readonly step: string }): void {
  if ('input' in event && stepAt(run, event.step).block.kind === 'tool') state.cu++
}

function noteIntent({ intents }: State, intent: string): void {
  intents.push(intent)
  if (intents.length > intentsKept) intents.shift()
}

function takeReady(state: State, path: string): void {
  if (state.ready[0]?.path === path) state.ready.shift()
}
