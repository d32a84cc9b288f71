// Opens and closes the frames of an execution; evolve.ts calls it. A frame is one list of steps in progress;
// a composite is the step that owns frames.
// 1. Frames open and close only here, so a replay takes the same way as the first run.
// 2. The cost of a step does not grow with the number of completed steps.

import type { Json } from '../../../domain/json.ts'
import { own } from '../../../domain/own.ts'
import type { AgentCall, Composite, Frame, State } from '../protocol.ts'
import { turnPath } from './loops/repeating.ts'
import {
  agentCallId,
  type ExecutionContext,
  frameOf,
  framePathOf,
  pathIn,
  stepAt,
  stepIdOf,
} from './paths.ts'

type Opening = Pick<Frame, 'list' | 'owner' | 'slot' | 'names'>

/** Opens the frame of the whole plan. */
export function openPlan(context: ExecutionContext, state: State): void {
  open(context, state, '', { list: 0, owner: null, slot: 0, names: {} })
}

export interface Branch {
  /** Last part of the frame's path: `then`, `branch[0]`, `onError`. */
  readonly name: string
  readonly list: number
}

/** Opens all branches of a composite at once. @param isSingle its output is the output of its one branch */
export function openBranches(
  context: ExecutionContext,
  state: State,
  path: string,
  branches: readonly Branch[],
  isSingle: boolean,
  names = frameOf(state, path).names,
): void {
  const results = branches.map(() => null)
  state.composites[path] = { items: [], next: 0, left: branches.length, results, isSingle }
  for (const [slot, { name, list }] of branches.entries()) {
    // A branch without steps ends a race at once.
    if (state.composites[path]!.left > 0)
      open(context, state, `${path}.${name}`, { list, owner: path, slot, names })
  }
}

/** Opens frames for the first items of a foreach, up to its concurrency. */
export function openItems(
  context: ExecutionContext,
  state: State,
  path: string,
  items: readonly Json[],
): void {
  const { block } = stepAt(context, path)
  if (block.kind !== 'foreach') return
  state.composites[path] = {
    items,
    next: 0,
    left: items.length,
    results: items.map(() => null),
    isSingle: false,
  }
  const atOnce = Math.min(block.concurrency, items.length)
  for (let opened = 0; opened < atOnce; opened++) openItem(context, state, path)
}

/** Opens the next turn of a repeat, and forgets the one before. @param at Unix ms */
export function openTurn(context: ExecutionContext, state: State, path: string, at: number): void {
  const { block } = stepAt(context, path)
  if (block.kind !== 'repeat') return
  const { next: turn = 0, results: [before = null] = [] } = own(state.composites, path) ?? {}
  delete state.frames[turnPath(path, turn - 1)]
  const single = { items: [], results: [null], isSingle: true }
  state.composites[path] = { ...single, next: turn + 1, left: 1, begunAt: at }
  const around = frameOf(state, path).names
  const names = block.as === null ? around : { ...around, [block.as]: before }
  open(context, state, turnPath(path, turn), { list: block.list, owner: path, slot: 0, names })
}

/** Ends the turn of the innermost loop around the step with this output; drops what is open in it. */
export function endTurn(context: ExecutionContext, state: State, path: string, output: Json): void {
  let framePath = framePathOf(path)
  while (!isTurn(context, framePath, state.frames[framePath]!))
    framePath = framePathOf(state.frames[framePath]!.owner!)
  const frame = state.frames[framePath]!
  for (const { id } of context.program.lists[frame.list]!.steps) drop(context, state, pathIn(framePath, id))
  close(context, state, framePath, frame, output)
}

function isTurn(context: ExecutionContext, framePath: string, { owner }: Frame): boolean {
  const { kind } = stepAt(context, owner!).block
  return (kind === 'foreach' || kind === 'repeat') && framePath !== `${owner}.onError`
}

/** Opens a frame for each call that a model asks for now; its agent is open from its beginning to its end. */
export function openCalls(
  context: ExecutionContext,
  state: State,
  path: string,
  calls: readonly AgentCall[],
): void {
  const { block } = stepAt(context, path)
  if (block.kind !== 'agent' && block.kind !== 'ask') return
  const { items, next, left, results } = own(state.composites, path) ?? noCalls
  const opened = {
    items: [...items, ...(calls as unknown as Json[])],
    results: [...results, ...calls.map(() => null)],
  }
  state.composites[path] = {
    ...opened,
    next: next + calls.length,
    left: left + calls.length,
    isSingle: false,
  }
  for (const [index, call] of calls.entries()) {
    const names = { ...frameOf(state, path).names, [agentCallId]: call as unknown as Json }
    const slot = next + index
    if (block.kind === 'agent')
      open(context, state, `${path}.call[${slot}]`, { list: block.list, owner: path, slot, names })
  }
}

const noCalls: Composite = { items: [], next: 0, left: 0, results: [], isSingle: false }

/** Records the output of a step, makes ready the steps that waited for it, closes a finished frame. */
export function completeStep(context: ExecutionContext, state: State, path: string, output: Json): void {
  if (stepAt(context, path).block.kind === 'repeat' && own(state.composites, path))
    delete state.frames[turnPath(path, state.composites[path]!.next - 1)]
  delete state.composites[path]
  const framePath = framePathOf(path)
  const frame = state.frames[framePath]!
  const list = context.program.lists[frame.list]!
  const id = stepIdOf(path)
  frame.outputs[id] = output
  frame.left--
  for (const index of list.dependents[list.indexOf.get(id)!]!) {
    if (--frame.waits[index]! === 0)
      state.ready.push({ act: 'begin', path: pathIn(framePath, list.steps[index]!.id) })
  }
  if (frame.left === 0) close(context, state, framePath, frame)
}

/**
 * Removes everything that is open inside a step, and what the step itself waits for. Abandons its children
 * and withdraws its approvals. Costs only what is inside the step.
 */
export function drop(context: ExecutionContext, state: State, path: string): void {
  forget(context, state, path)
  const inside = `${path}.`
  const left = state.ready.filter(ready => ready.path !== path && !ready.path.startsWith(inside))
  state.ready.splice(0, state.ready.length, ...left)
}

function forget(context: ExecutionContext, state: State, path: string): void {
  for (const framePath of framesOf(context, state, path)) {
    const frame = state.frames[framePath]
    if (!frame) continue
    for (const { id } of context.program.lists[frame.list]!.steps)
      forget(context, state, pathIn(framePath, id))
    delete state.frames[framePath]
  }
  const child = own(state.children, path)
  const approval = own(state.approvals, path)
  if (child) state.abandoned.push(child.id)
  if (approval)
    state.withdrawn.push({ step: path, id: approval.request.id, requestedAt: approval.requestedAt })
  for (const kept of openThings(state)) delete kept[path]
}

/** Paths of the frames that an open composite may have. */
function framesOf(context: ExecutionContext, state: State, path: string): string[] {
  const composite = own(state.composites, path)
  if (!composite) return []
  const { block } = stepAt(context, path)
  const handler = `${path}.onError`
  switch (block.kind) {
    case 'if':
      return [handler, ...block.cases.map(({ branch }) => `${path}.${branch}`)]
    case 'parallel':
      return [handler, ...block.lists.map((_, index) => `${path}.branch[${index}]`)]
    case 'agent':
      return [handler, ...Array.from({ length: composite.next }, (_, slot) => `${path}.call[${slot}]`)]
    case 'repeat':
      return [handler, turnPath(path, composite.next - 1)]
    case 'foreach':
      return [handler, ...Array.from({ length: composite.next }, (_, slot) => `${path}.each[${slot}]`)]
    default:
      return [handler]
  }
}

/** Removes everything that is open: the execution has ended, and its journal has it. */
export function dropAll(state: State): void {
  for (const child of Object.values(state.children)) state.abandoned.push(child.id)
  for (const kept of openThings(state)) for (const path in kept) delete kept[path]
  state.ready.length = 0
  state.inbox.length = 0
}

function openThings(state: State): Record<string, unknown>[] {
  const { frames, composites, calls, retries, parked, waits, approvals, approved, children, agents } = state
  return [frames, composites, calls, retries, parked, waits, approvals, approved, children, agents]
}

export function openItem(context: ExecutionContext, state: State, path: string): void {
  const { block } = stepAt(context, path)
  if (block.kind !== 'foreach') return
  const composite = state.composites[path]!
  const slot = composite.next++
  const names = { ...frameOf(state, path).names, [block.as]: composite.items[slot]! }
  open(context, state, `${path}.each[${slot}]`, { list: block.list, owner: path, slot, names })
}

function open(context: ExecutionContext, state: State, path: string, opening: Opening): void {
  const { steps, waits } = context.program.lists[opening.list]!
  const frame: Frame = { ...opening, outputs: {}, waits: [...waits], left: steps.length }
  state.frames[path] = frame
  if (steps.length === 0) close(context, state, path, frame)
  for (const [index, step] of steps.entries()) {
    if (waits[index] === 0) state.ready.push({ act: 'begin', path: pathIn(path, step.id) })
  }
}

function close(
  context: ExecutionContext,
  state: State,
  path: string,
  frame: Frame,
  output = lastOutput(context, frame),
): void {
  if (frame.owner === null) {
    state.output = output
    state.ready.push({ act: 'close', path })
    return
  }
  // The conditions of a repeat read its last turn.
  if (path.startsWith(`${frame.owner}.turn[`)) frame.left = 0
  else delete state.frames[path]
  const composite = state.composites[frame.owner]!
  composite.results[frame.slot] = output
  composite.left--
  if (!composite.isSingle && isRace(context, frame.owner))
    endRace(context, state, frame.owner, composite, output)
  else if (stepAt(context, frame.owner).block.kind === 'agent') return
  else if (composite.left === 0) state.ready.push({ act: 'close', path: frame.owner })
  else if (composite.next < composite.items.length && hasRoom(context, frame.owner, composite))
    openItem(context, state, frame.owner)
}

/** More items than its concurrency are open where some wait for a decision (waiting-items.ts). */
function hasRoom(context: ExecutionContext, path: string, composite: Composite): boolean {
  const { block } = stepAt(context, path)
  return block.kind === 'foreach' && openIn(composite) < block.concurrency
}

/** How many of its items have a frame. */
export function openIn({ items, next, left }: Composite): number {
  return next - (items.length - left)
}

function lastOutput({ program }: ExecutionContext, { list, outputs }: Frame): Json {
  const last = program.lists[list]!.steps.at(-1)
  return last ? outputs[last.id]! : null
}

function isRace(context: ExecutionContext, path: string): boolean {
  const { block } = stepAt(context, path)
  return block.kind === 'parallel' && block.wait === 'any'
}

/** Ends a race with the output of its first finished branch, and drops the other branches. */
function endRace(
  context: ExecutionContext,
  state: State,
  path: string,
  composite: Composite,
  output: Json,
): void {
  drop(context, state, path)
  state.composites[path] = { ...composite, left: 0, results: [output], isSingle: true }
  state.ready.push({ act: 'close', path })
}
