// CEL's macros over lists and maps: all, exists, exists_one, map, filter, and cel.bind. Called by
// domain/expression/calls.ts. A round of the loop costs as much as its body has nodes, so no nesting
// of loops outruns the budget.
import { spend } from '../budgets/budget.ts'
import { ExpressionError } from './budget.ts'
import {
  type Absence,
  asCondition,
  type Frame,
  type Prepared,
  prepare,
  present,
  type Reading,
} from './evaluate.ts'
import type { Node } from './parse.ts'
import { describe, isMap, keysOf } from './values.ts'

const loops = ['all', 'exists', 'exists_one', 'existsOne', 'map', 'filter']

export function isComprehension(name: string, receiver: Node): boolean {
  return loops.includes(name) || (name === 'bind' && receiver.op === 'id' && receiver.args === 'cel')
}

/** `args` begin with the loop variable; `map` may have a filter before its transformation. */
export function prepareComprehension(name: string, receiver: Node, args: Node[], reading: Reading): Prepared {
  const arity = name === 'bind' || (name === 'map' && args.length === 3) ? 3 : 2
  const variable = args[0]
  if (args.length !== arity || variable?.op !== 'id') {
    throw new ExpressionError(
      `${name} takes a variable and ${arity === 3 ? 'two expressions' : 'an expression'}`,
    )
  }
  const slot = reading.locals.size
  const inner = { ...reading, locals: bound(reading.locals, variable.args as string, slot) }
  if (name === 'bind') {
    const [value, body] = [prepare(args[1]!, reading), prepare(args[2]!, inner)]
    const run = (frame: Frame) => {
      frame.locals[slot] = value.run(frame)
      return body.run(frame)
    }
    return { type: body.type, run }
  }
  const bodies = args.slice(1).map(arg => prepare(arg, inner))
  const cost = args.slice(1).reduce((nodes, arg) => nodes + countNodes(arg), 1)
  const over = prepare(receiver, reading)
  const { absence } = reading
  const loop = { items: (frame: Frame) => itemsOf(over.run(frame), name), slot, cost, absence }
  return prepareLoop(name, loop, bodies)
}

interface Loop {
  readonly items: (frame: Frame) => readonly unknown[]
  readonly slot: number
  readonly cost: number
  readonly absence: Absence
}

function prepareLoop(name: string, loop: Loop, bodies: readonly Prepared[]): Prepared {
  const [first, second] = bodies as [Prepared, Prepared | undefined]
  const holds = (frame: Frame) => asCondition(first.run(frame))
  switch (name) {
    case 'all':
      return { type: 'bool', run: frame => !visit(loop, frame, () => !holds(frame)) }
    case 'exists':
      return { type: 'bool', run: frame => visit(loop, frame, () => holds(frame)) }
    case 'filter':
      return { type: 'list', run: frame => collect(loop, frame, item => (holds(frame) ? item : skipped)) }
    case 'map':
      if (second === undefined)
        return {
          type: 'list',
          run: frame => collect(loop, frame, () => present(first.run(frame), loop.absence)),
        }
      return {
        type: 'list',
        run: frame =>
          collect(loop, frame, () => (holds(frame) ? present(second.run(frame), loop.absence) : skipped)),
      }
    default:
      return {
        type: 'bool',
        run: frame => collect(loop, frame, () => (holds(frame) ? true : skipped)).length === 1,
      }
  }
}

/** Marks an item that `collect` leaves out. */
const skipped = Symbol('skipped')

function collect(loop: Loop, frame: Frame, turn: (item: unknown) => unknown): unknown[] {
  const collected: unknown[] = []
  visit(loop, frame, item => {
    const value = turn(item)
    if (value !== skipped) collected.push(value)
    return false
  })
  return collected
}

/**
 * Runs `turn` for each item, with the item in the loop's slot, until one returns true. @returns whether one
 * did
 */
function visit({ items, slot, cost }: Loop, frame: Frame, turn: (item: unknown) => boolean): boolean {
  for (const item of items(frame)) {
    spend(cost)
    frame.locals[slot] = item
    if (turn(item)) return true
  }
  return false
}

function itemsOf(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (isMap(value)) return keysOf(value)
  throw new ExpressionError(`${name} goes through a list or a map, received ${describe(value)}`)
}

function bound(locals: ReadonlyMap<string, number>, name: string, slot: number): ReadonlyMap<string, number> {
  if (name === 'steps' || name === 'inputs') throw new ExpressionError(`${name} cannot be a loop variable`)
  return new Map(locals).set(name, slot)
}

function countNodes(part: unknown): number {
  if (Array.isArray(part)) return part.reduce((sum: number, each) => sum + countNodes(each), 0)
  if (typeof part !== 'object' || part === null || !('op' in part)) return 0
  return 1 + countNodes((part as Node).args)
}
