// A choice by type, as for a tool whose results come in two shapes: `type(x) == "list" ? x : x.items`. Each
// branch knows what the test has found out, whatever is known of x around it, so that a branch that never
// runs is not wrong.
import { literalOf, type Node, pathOf } from '../../expression/parse.ts'
import type { MaybeKnown } from '../../schema/known.ts'
import { type Environment, written } from './environment.ts'
import { ofType } from './function-results.ts'
import { typeOfKnown } from './problems.ts'

/** What is known in the branches of a choice: where its condition holds, and where not. */
export function branchesOf(condition: Node, around: Environment): readonly [Environment, Environment] {
  const test = typeTestIn(condition)
  if (test === null) return [around, around]
  const { path, type } = test
  const known = around.known.get(path) ?? null
  const isIt = typeOfKnown(known) === type
  const when = (found: MaybeKnown) => ({ ...around, known: new Map(around.known).set(path, found) })
  const holds = isIt ? around : when(ofType(type))
  const fails = isIt ? when(null) : around
  return test.isEqual ? [holds, fails] : [fails, holds]
}

const types = ['text', 'number', 'bool', 'list', 'map'] as const

/** `type(<reference>) == "<type>"`, in either order, or with `!=`. */
function typeTestIn({ op, args }: Node) {
  if (op !== '==' && op !== '!=') return null
  const [left, right] = args as [Node, Node]
  const subject = typed(left) ?? typed(right)
  const said = literalOf(left) ?? literalOf(right)
  const type = types.find(name => name === said)
  const path = subject === null ? null : pathOf(subject)
  return type === undefined || path === null ? null : { path: written(path), type, isEqual: op === '==' }
}

/** What `type` is asked of. */
function typed({ op, args }: Node): Node | null {
  if (op === 'rcall') return (args as [string])[0] === 'type' ? (args as [string, Node])[1] : null
  return op === 'call' && (args as [string])[0] === 'type' ? ((args as [string, Node[]])[1][0] ?? null) : null
}
