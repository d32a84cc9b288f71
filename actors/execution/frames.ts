// Frames open and close here and nowhere else, so that a replay walks the same way as life did. A frame is one list of
// steps being worked through; a composite is the step that owns frames. The cost of a step does not grow with the number
// of steps behind it.
import type { Json } from '../../domain/json.ts'
import { frameOf, framePathOf, own, pathIn, type Run, stepAt, stepIdOf } from './paths.ts'
import type { Composite, Frame, State } from './protocol.ts'

type Opening = Pick<Frame, 'list' | 'owner' | 'slot' | 'names'>

/** The whole plan. */
export function openPlan(run: Run, state: State): void {
  open(run, state, '', { list: 0, owner: null, slot: 0, names: {} })
}

export interface Branch {
  /** What follows the composite's path: `then`, `branch[0]`, `onError`. */
  readonly name: string
  readonly list: number
}

/** Opens all branches of a composite at once. @param isSingle its output is that of its one branch */
export function openBranches(
  run: Run,
  state: State,
  path: string,
  branches: readonly Branch[],
  isSingle: boolean,
  names = frameOf(state, path).names,
): void {
  const results = branches.map(() => null)
  state.composites[path] = { items: [], next: 0, left: branches.length, results, isSingle }
  for (const [slot, { name, list }] of branches.entries()) {
    // A race is over as soon as a branch without steps has been opened.
    if (state.composites[path]!.left > 0)
      open(run, state, `${path}.${name}`, { list, owner: path, slot, names })
  }
}

/** Opens as many items of a list as may be worked through at once. */
export function openItems(run: Run, state: State, path: string, items: readonly Json[]): void {
  const { block } = stepAt(run, path)
  if (block.kind !== 'foreach') return
  state.composites[path] = {
    items,
    next: 0,
    left: items.length,
    results: items.map(() => null),
    isSingle: false,
  }
  const atOnce = Math.min(block.concurrency, items.length)
  for (let opened = 0; opened < atOnce; opened++) openItem(run, state, path)
}

/** A step has its output: what waited for it may begin, and a frame without steps left closes. */
export function settle(run: Run, state: State, path: string, output: Json): void {
  delete state.composites[path]
  const framePath = framePathOf(path)
  const frame = state.frames[framePath]!
  const list = run.program.lists[frame.list]!
  const id = stepIdOf(path)
  frame.outputs[id] = output
  frame.left--
  for (const index of list.dependents[list.indexOf.get(id)!]!) {
    if (--frame.waits[index]! === 0)
      state.ready.push({ act: 'begin', path: pathIn(framePath, list.steps[index]!.id) })
  }
  if (frame.left === 0) close(run, state, framePath, frame)
}

/**
 * Forgets everything that is open inside of a step, and what the step itself waits for. Sub-executions are given up,
 * approvals withdrawn. Costs what is inside, not what is open elsewhere.
 */
export function drop(run: Run, state: State, path: string): void {
  forget(run, state, path)
  const inside = `${path}.`
  const left = state.ready.filter(ready => ready.path !== path && !ready.path.startsWith(inside))
  state.ready.splice(0, state.ready.length, ...left)
}

function forget(run: Run, state: State, path: string): void {
  for (const framePath of framesOf(run, state, path)) {
    const frame = state.frames[framePath]
    if (!frame) continue
    for (const { id } of run.program.lists[frame.list]!.steps) forget(run, state, pathIn(framePath, id))
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
function framesOf(run: Run, state: State, path: string): string[] {
  const composite = own(state.composites, path)
  if (!composite) return []
  const { block } = stepAt(run, path)
  const handler = `${path}.onError`
  switch (block.kind) {
    case 'if':
      return [handler, ...block.cases.map(({ branch }) => `${path}.${branch}`)]
    case 'parallel':
      return [handler, ...block.lists.map((_, index) => `${path}.branch[${index}]`)]
    case 'foreach':
      return [handler, ...Array.from({ length: composite.next }, (_, slot) => `${path}.each[${slot}]`)]
    default:
      return [handler]
  }
}

/** Forgets everything that is open: what an ended execution held is of no use to anyone, the journal has it. */
export function dropAll(state: State): void {
  for (const child of Object.values(state.children)) state.abandoned.push(child.id)
  for (const kept of openThings(state)) for (const path in kept) delete kept[path]
  state.ready.length = 0
  state.inbox.length = 0
}

function openThings(state: State): Record<string, unknown>[] {
  const { frames, composites, calls, retries, parked, waits, approvals, approved, children } = state
  return [frames, composites, calls, retries, parked, waits, approvals, approved, children]
}

function openItem(run: Run, state: State, path: string): void {
  const { block } = stepAt(run, path)
  if (block.kind !== 'foreach') return
  const composite = state.composites[path]!
  const slot = composite.next++
  const names = { ...frameOf(state, path).names, [block.as]: composite.items[slot]! }
  open(run, state, `${path}.each[${slot}]`, { list: block.list, owner: path, slot, names })
}

function open(run: Run, state: State, path: string, opening: Opening): void {
  const { steps, waits } = run.program.lists[opening.list]!
  const frame: Frame = { ...opening, outputs: {}, waits: [...waits], left: steps.length }
  state.frames[path] = frame
  if (steps.length === 0) close(run, state, path, frame)
  for (const [index, step] of steps.entries()) {
    if (waits[index] === 0) state.ready.push({ act: 'begin', path: pathIn(path, step.id) })
  }
}

function close(run: Run, state: State, path: string, frame: Frame): void {
  const last = run.program.lists[frame.list]!.steps.at(-1)
  const output = last ? frame.outputs[last.id]! : null
  if (frame.owner === null) {
    state.output = output
    state.ready.push({ act: 'close', path })
    return
  }
  delete state.frames[path]
  const composite = state.composites[frame.owner]!
  composite.results[frame.slot] = output
  composite.left--
  if (!composite.isSingle && isRace(run, frame.owner)) endRace(run, state, frame.owner, composite, output)
  else if (composite.left === 0) state.ready.push({ act: 'close', path: frame.owner })
  else if (composite.next < composite.items.length) openItem(run, state, frame.owner)
}

function isRace(run: Run, path: string): boolean {
  const { block } = stepAt(run, path)
  return block.kind === 'parallel' && block.wait === 'any'
}

/** The first branch has ended: the others are dropped, its output is the output. */
function endRace(run: Run, state: State, path: string, composite: Composite, output: Json): void {
  drop(run, state, path)
  state.composites[path] = { ...composite, left: 0, results: [output], isSingle: true }
  state.ready.push({ act: 'close', path })
}
