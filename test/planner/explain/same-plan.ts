// Whether two plans are one, up to ids, titles and places in the prompt. Expressions are compared as trees,
// with steps by their place in the plan; a list or an object is the same as an expression that makes it,
// and a role the same as with those above it.
import { literalOf, type Node, parse } from '../../../domain/expression/parse.ts'
import { splitTemplate } from '../../../domain/expression/template.ts'
import { withRolesAbove } from '../../../domain/plan/assignees.ts'
import { allSteps } from '../../../domain/plan/nested-steps.ts'
import type { Argument, Step } from '../../../domain/plan/plan.ts'

/** A text that is the same for the same plans. */
export function essence(steps: readonly Step[]): string {
  const places = new Map(allSteps(steps).map(({ id }, index) => [id, `#${index}`]))
  return JSON.stringify(
    steps.map(step => stepEssence(step, places)),
    null,
    1,
  )
}

type Places = ReadonlyMap<string, string>

function stepEssence(step: Step, places: Places): unknown {
  const { id, title, span, ...rest } = step as Step & Record<string, unknown>
  const value = (key: string, each: unknown): unknown => {
    if (key === 'steps' || key === 'else') return (each as Step[]).map(one => stepEssence(one, places))
    if (key === 'assignees') return withRolesAbove(each as string[])
    if (key === 'when' || key === 'over') return celEssence(each as string, places)
    if (key === 'cases' || key === 'branches' || (key === 'onError' && typeof each === 'object'))
      return deep(each)
    if (key === 'args' || key === 'value' || key === 'message' || key === 'until' || key === 'inputs')
      return argumentEssence(each as Argument, places)
    return each
  }
  const deep = (each: unknown): unknown =>
    Array.isArray(each)
      ? each.map(deep)
      : Object.fromEntries(Object.entries(each as object).map(([key, one]) => [key, value(key, one)]))
  return Object.fromEntries(
    Object.entries(rest)
      .map(([key, each]) => [key, value(key, each)])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )
}

function argumentEssence(value: Argument, places: Places): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(each => argumentEssence(each, places))
  const entries = Object.entries(value)
  if (entries.length === 1 && entries[0]![0] === '$')
    return nodeEssence(parse(entries[0]![1] as string), places)
  if (entries.length === 1 && entries[0]![0] === '$t')
    return {
      $t: splitTemplate(entries[0]![1] as string).map(part =>
        part.type === 'text' ? part.text : celEssence(part.source, places),
      ),
    }
  return Object.fromEntries(
    entries
      .map(([key, each]) => [key, argumentEssence(each as Argument, places)])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )
}

function celEssence(source: string, places: Places): unknown {
  return nodeEssence(parse(source), places)
}

function nodeEssence(node: Node, places: Places): unknown {
  if (node.op === 'value') return literalOf(node)
  if (node.op === 'list') return (node.args as Node[]).map(each => nodeEssence(each, places))
  if (
    node.op === 'map' &&
    (node.args as [Node, Node][]).every(([key]) => typeof literalOf(key) === 'string')
  ) {
    const entries = (node.args as [Node, Node][]).map(
      ([key, each]) => [String(literalOf(key)), nodeEssence(each, places)] as const,
    )
    return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  if (node.op === '.') {
    const [base, key] = node.args as [Node, string]
    if (base.op === 'id' && base.args === 'steps') return { step: places.get(key) ?? key }
  }
  const part = (each: unknown): unknown =>
    each !== null && typeof each === 'object' && 'op' in each
      ? nodeEssence(each as Node, places)
      : Array.isArray(each)
        ? each.map(part)
        : typeof each === 'bigint'
          ? Number(each)
          : each
  return { op: node.op, args: part(node.args) }
}
