// The turns of a repeat: whether another follows, and when. beginning.ts, advance.ts and alarm.ts call it.
// 1. The frame of a turn stays open until the next turn begins or the step ends: its conditions read it.
// 2. Between two turns the execution waits as in a wait step, so it leaves the memory.
import { ExpressionError } from '../../../../domain/expression/expression.ts'
import type { Event, State } from '../../protocol.ts'
import { failed } from '../failing.ts'
import { type ExecutionContext, pathIn } from '../paths.ts'
import type { RepeatProgram } from '../program.ts'
import { evaluatorOf, holds } from '../scope.ts'

/** The first turn, unless `while` is false at once. @throws {ExpressionError} */
export function beginRepeat(
  state: State,
  path: string,
  { while: condition, body }: RepeatProgram,
  now: number,
): readonly Event[] {
  const begins = condition === null || holds(condition, evaluatorOf(state, path, now, body))
  return begins
    ? [{ type: 'step-started', step: path, input: null }]
    : [{ type: 'step-completed', step: path, output: null }]
}

/** What follows a turn that has ended. */
export function afterTurn(
  context: ExecutionContext,
  state: State,
  path: string,
  block: RepeatProgram,
  now: number,
): readonly Event[] {
  const { next: turns, results, begunAt = now } = state.composites[path]!
  try {
    if (isOver(state, turnPath(path, turns - 1), block, turns, now))
      return [{ type: 'step-completed', step: path, output: results[0] ?? null }]
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return failed(context, state, path, { code: 'expression-failed', message: error.message })
  }
  if (turns >= block.most) {
    const said = block.until === null ? 'while is still true' : 'until is not true'
    return failed(context, state, path, { code: 'not-reached', message: `${said} after ${turns} turns` })
  }
  const dueAt = begunAt + (block.everyMs ?? 0)
  return dueAt <= now || isKept(state, turnPath(path, turns), block)
    ? [{ type: 'turn-started', step: path }]
    : [{ type: 'wait-started', step: path, dueAt, event: null, expiresAt: null }]
}

/** Does the step wait for what follows a turn? Else its `onError` has ended. */
export function isBetweenTurns(state: State, path: string): boolean {
  return Object.hasOwn(state.frames, turnPath(path, state.composites[path]!.next - 1))
}

/** Path of the frame. @param turn from 0 */
export function turnPath(path: string, turn: number): string {
  return `${path}.turn[${turn}]`
}

function isOver(state: State, frame: string, block: RepeatProgram, turns: number, now: number): boolean {
  const evaluate = evaluatorOf(state, pathIn(frame, ''), now, block.body)
  if (block.until !== null) return holds(block.until, evaluate)
  return block.while === null ? turns >= block.most : !holds(block.while, evaluate)
}

/** Has the execution that this one retries done the turn? Then nobody waits for it once more. */
function isKept({ start }: State, frame: string, { body }: RepeatProgram): boolean {
  const kept = start!.forkedFrom?.kept
  return kept !== undefined && [...body].some(id => Object.hasOwn(kept, pathIn(frame, id)))
}
