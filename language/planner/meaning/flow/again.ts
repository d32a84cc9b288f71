// What follows a loop and is for each of its items, too: "Go through the orders. If one is open, close it."
import type { Step } from '../../../../domain/plan/plan.ts'
import type { Statement } from '../../grammar/terms.ts'
import type { OpenLoop, State } from '../state.ts'
import { closeGated } from './policies.ts'

const goesOn = new Set<Statement['s']>([
  'call',
  'if',
  'else',
  'elseif',
  'thatcase',
  'iffails',
  'works',
  'done',
  'wait',
  'parallel',
  'ask',
  'compare',
  'check',
])

/** The loop before that a statement may go on with. */
export function loopBefore(state: State, statement: Statement): OpenLoop | null {
  const { loop } = state
  if (loop === null || !goesOn.has(statement.s) || loop.depth !== state.blocks.length) return null
  const isOfEach = statement.s === 'done' && statement.of !== undefined
  if (loop.isImplied === true && !isOfEach) return null
  if (loop.id === null) return loop.at === state.steps.length ? loop : null
  const last = state.steps.at(-1)
  return last?.kind === 'foreach' && last.id === loop.id ? loop : null
}

/** Reads what follows as part of the loop. */
export function goOn(state: State, loop: OpenLoop, run: () => void): void {
  state.pay(loop.id === null ? 0.5 : 1.5)
  const before = loop.id === null ? [] : (state.steps.pop() as Extract<Step, { kind: 'foreach' }>).steps
  state.open(loop.variable)
  const { block } = state
  block.over = loop.over
  block.steps.push(...before)
  block.referents.push(...loop.referents)
  for (const [key, cel] of loop.fetched) block.fetched.set(key, cel)
  block.marks.push(before.length)
  run()
  closeLoop(state, loop)
}

/** Ends the innermost block as a loop, which what follows may go on with. */
export function closeLoop(
  state: State,
  loop: Omit<OpenLoop, 'at' | 'depth' | 'referents' | 'fetched'>,
): void {
  const { over, variable, atOnce } = loop
  const { referents, fetched } = state.block
  const steps = closeGated(state)
  const id = steps.length === 0 ? null : (loop.id ?? state.newId(`each ${variable}`))
  if (id !== null && state.item !== null) state.loopOf = new Map([...state.loopOf, [state.item, id]])
  if (id !== null)
    state.emit({
      id,
      kind: 'foreach',
      over,
      as: variable,
      ...(atOnce !== null && { concurrency: atOnce }),
      steps,
    } as never)
  state.loop = {
    id,
    over,
    variable,
    atOnce,
    referents,
    fetched,
    at: state.steps.length,
    depth: state.blocks.length,
  }
  state.touch(`loop ${id} ${over}`)
}
