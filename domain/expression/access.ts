// Prepares variables, keys and indices of an expression. Called by domain/expression/evaluate.ts. `steps`
// and `inputs` are read only by names that stand in the source, and each reading is noted: so the
// dependencies of an expression are known before it runs.
import { ExpressionError, MissingValue } from './budget.ts'
import { type Prepared, prepare, type Reading } from './evaluate.ts'
import { type Node, pathOf } from './parse.ts'
import { access, peek } from './values.ts'

export function prepareAccess(node: Node, reading: Reading): Prepared {
  const path = pathOf(node)
  if (path !== null && !reading.locals.has(path[0] as string)) return preparePath(path, reading)
  if (node.op === 'id') {
    const slot = reading.locals.get(node.args as string)!
    return { type: 'any', run: frame => frame.locals[slot] }
  }
  const [container, key] = prepareKeyed(node, reading)
  return {
    type: 'any',
    run: frame => {
      const value = container.run(frame)
      return value === undefined ? undefined : access(value, key.run(frame), 'the value')
    },
  }
}

/** Container and key of an access node; the container may not be all of `steps` or `inputs`. */
function prepareKeyed(node: Node, reading: Reading): [Prepared, Prepared] {
  const [container, key] = node.args as [Node, string | Node]
  const prepared = typeof key === 'string' ? constant(key) : prepare(key, reading)
  if (container.op === 'id' && container.args === 'steps' && !reading.locals.has('steps')) {
    throw new ExpressionError('steps[...] takes the id of a step as a literal text')
  }
  return [prepare(container, reading), prepared]
}

function constant(value: string): Prepared {
  return { type: 'text', run: () => value }
}

function preparePath(path: readonly (string | number)[], reading: Reading): Prepared {
  const root = path[0] as string
  note(path, reading)
  const labels = path.map((_, index) => labelOf(path.slice(0, index + 1)))
  return {
    type: 'any',
    run: ({ scope }) => {
      let value = peek(scope, root)
      if (value === undefined) throw new MissingValue(`there is no ${root} here`)
      for (let i = 1; i < path.length; i++)
        value = peek(value, path[i]) ?? access(value, path[i], labels[i - 1]!)
      return value
    },
  }
}

/** Notes what a plain reference reads. @throws {ExpressionError} `steps` without a step's id */
function note(path: readonly (string | number)[], reading: Reading): void {
  const [root, next] = path
  if (root === 'steps') {
    if (typeof next !== 'string') throw new ExpressionError('say which step: steps.<id>')
    reading.steps.add(next)
    return
  }
  reading.names.add(root as string)
  if (root !== 'inputs' || typeof next !== 'string') return
  if (next === '__proto__') throw new ExpressionError('__proto__ cannot be the name of an input')
  reading.inputs.add(next)
  if (reading.isTolerant) reading.optionalInputs.add(next)
}

function labelOf(path: readonly (string | number)[]): string {
  return path
    .map((part, i) =>
      typeof part === 'number'
        ? `[${part}]`
        : i === 0
          ? part
          : /^\w+$/.test(part)
            ? `.${part}`
            : `["${part}"]`,
    )
    .join('')
}

export function prepareOptionalAccess(node: Node, reading: Reading): Prepared {
  const plain = pathOf({ op: node.op === '.?' ? '.' : '[]', args: node.args })
  if (plain !== null && !reading.locals.has(plain[0] as string)) note(plain, { ...reading, isTolerant: true })
  if (plain !== null && plain.length === 2 && plain[0] === 'steps') {
    return { type: 'any', run: ({ scope }) => peek(peek(scope, 'steps'), plain[1]) }
  }
  const [container, key] = prepareKeyed(node, reading)
  return { type: 'any', run: frame => peek(container.run(frame), key.run(frame)) }
}
