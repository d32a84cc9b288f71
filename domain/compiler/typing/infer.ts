// Infers what is known of an expression's value from what is known of what it reads, and tells what cannot be
// right on the way: a field that the schema does not have, a text held against a number, a value that an
// enumeration does not list. Works on the syntax tree; computes nothing. What is open stays open.
import { nearestName } from '../../distance.ts'
import { asksEnding } from '../../expression/endings.ts'
import { functions } from '../../expression/functions.ts'
import { literalOf, type Node, pathOf } from '../../expression/parse.ts'
import { type BinaryOperator, operatorType, type ValueType } from '../../expression/values.ts'
import type { Json } from '../../json.ts'
import { own } from '../../own.ts'
import {
  eitherOf,
  fieldOf,
  itemOf,
  knownOf,
  listOf,
  type MaybeKnown,
  numbers,
  recordOf,
  texts,
  truths,
  typesOf,
  valuesOf,
} from '../../schema/known.ts'

import { type Environment, written } from './environment.ts'
import { ofType, resultOf } from './function-results.ts'
import { noteUnknownList } from './notes.ts'
import { fault, typeOfKnown, unknownField } from './problems.ts'
import { branchesOf } from './type-tests.ts'

export function infer(node: Node, around: Environment): MaybeKnown {
  switch (node.op) {
    case 'value':
      return literal(literalOf(node))
    case 'id':
      return around.known.get(node.args as string) ?? null
    case '.':
    case '[]':
      return inferAccess(node, around)
    case '.?':
    case '[?]':
      return inferAccess({ op: node.op === '.?' ? '.' : '[]', args: node.args }, tolerant(around))
    case 'call': {
      const [name, args] = node.args as [string, Node[]]
      return inferCall(name, args, around)
    }
    case 'rcall': {
      const [name, receiver, args] = node.args as [string, Node, Node[]]
      return isLoop(name, args)
        ? inferLoop(name, receiver, args, around)
        : inferCall(name, [receiver, ...args], around)
    }
    case 'list': {
      const items = (node.args as Node[]).map(item => infer(item, around))
      return listOf(items.length === 0 ? null : items.reduce(eitherOf))
    }
    case 'map':
      return inferMap(node.args as [Node, Node][], around)
    case '?:': {
      const [condition, yes, no] = node.args as [Node, Node, Node]
      infer(condition, around)
      const [holding, failing] = branchesOf(condition, around)
      return eitherOf(infer(yes, holding), infer(no, failing))
    }
    case '&&':
    case '||':
      for (const side of node.args as Node[]) infer(side, around)
      return truths
    case '!_':
      infer(node.args as Node, around)
      return truths
    case '-_':
      infer(node.args as Node, around)
      return numbers
    default:
      return inferOperator(node.op as BinaryOperator, node.args as [Node, Node], around)
  }
}

/** The references whose presence the expression asks for, by `has`, `default` or a comparison with null. */
export function testedIn(node: Node): readonly string[] {
  const { op, args } = node
  const found: string[] = []
  const note = (part: Node) => {
    const path = pathOf(part)
    if (path !== null) found.push(written(path))
  }
  if (op === 'call' && isTolerantCall((args as [string])[0])) note((args as [string, Node[]])[1][0]!)
  if (op === 'rcall' && isTolerantCall((args as [string])[0])) note((args as [string, Node])[1])
  if (op === '!=' || op === '==') {
    const [left, right] = args as [Node, Node]
    if (isNull(right)) note(left)
    if (isNull(left)) note(right)
  }
  return [...found, ...partsOf(args).flatMap(testedIn)]
}

function isTolerantCall(name: string): boolean {
  return name === 'has' || asksEnding(name) || name === 'default' || own(functions, name)?.isTolerant === true
}

function partsOf(args: unknown): readonly Node[] {
  if (Array.isArray(args)) return args.flatMap(partsOf)
  return typeof args === 'object' && args !== null && 'op' in args ? [args as Node] : []
}

function isNull(node: Node): boolean {
  return node.op === 'value' && node.args === null
}

/** The value of a literal, also of a list of them; undefined for what is computed. */
function literalsOf(node: Node): Json | undefined {
  if (node.op !== 'list') return literalOf(node)
  const items = (node.args as Node[]).map(literalOf)
  return items.includes(undefined) ? undefined : (items as Json[])
}

function literal(value: Json | undefined): MaybeKnown {
  if (typeof value === 'string') return knownOf({ type: 'string', const: value })
  if (typeof value === 'number') return knownOf({ type: 'number', const: value })
  if (typeof value === 'boolean') return truths
  return value === null ? knownOf({ type: 'null' }) : null
}

function tolerant(around: Environment): Environment {
  return { ...around, isTolerant: true }
}

function inferAccess(node: Node, around: Environment): MaybeKnown {
  const path = pathOf(node)
  const whole = path === null ? undefined : around.known.get(written(path))
  if (whole !== undefined) return whole
  const [container, key] = node.args as [Node, string | Node]
  const within = infer(container, around)
  const literalKey = typeof key === 'string' ? key : literalOf(key)
  if (typeof key !== 'string') infer(key, around)
  const owner = pathOf(container)
  const said = owner === null ? 'the value' : written(owner)
  if (owner?.[0] === 'steps' && owner.length === 2) askOfNull(String(owner[1]), said, path, around)
  if (typeof literalKey !== 'string' && typeof literalKey !== 'number') return null
  return member(within, literalKey, said, around)
}

/** A field of a step that may have been skipped. */
function askOfNull(
  id: string,
  said: string,
  path: readonly (string | number)[] | null,
  around: Environment,
): void {
  const why = around.mayBeNull.get(id)
  if (why === undefined || around.isTolerant || around.tested.has(said)) return
  if (path !== null && around.tested.has(written(path))) return
  const field = path === null ? `${said}...` : written(path)
  const message = `${said} is null when ${why}, and then has no fields: write default(${field}, ...), or a condition that asks for ${said} != null`
  around.tell({ code: 'OPTIONAL_FIELD', severity: 'question', message })
}

function member(within: MaybeKnown, key: string | number, said: string, around: Environment): MaybeKnown {
  const types = typesOf(within)
  if (within === null || types === null) {
    askOfHabit(key, said, around)
    return null
  }
  const place = `${said}${typeof key === 'number' ? `[${key}]` : `.${key}`}`
  if (typeof key === 'number') {
    if (types.includes('array')) return itemOf(within)
    const field = types.includes('object') ? fieldOf(within, String(key)) : null
    if (field === null && !around.isTolerant)
      around.tell(fault('BAD_REFERENCE', `${said} is no list, it has no item ${key}`))
    return field?.known ?? null
  }
  if (!types.includes('object')) {
    const misread = { said, key, within }
    if (!around.isTolerant) around.tell({ ...fault('BAD_REFERENCE', noFields(said, key, types)), misread })
    return null
  }
  const field = fieldOf(within, key)
  if (field === null) {
    if (!around.isTolerant) around.tell(unknownField(within, key, said))
    return null
  }
  if (field.isOptional && !around.isTolerant && !around.tested.has(place) && !within.isObserved) {
    const message = `${place} may be missing, and the step then fails: write default(${place}, ...) or has(${place})`
    around.tell({ code: 'OPTIONAL_FIELD', severity: 'question', message })
  }
  return field.known
}

/** Other languages keep the result of a call, or the length of a list, in a field. */
function askOfHabit(key: string | number, said: string, around: Environment): void {
  if (around.isTolerant || typeof key !== 'string' || !/^steps\.\w+$/.test(said)) return
  const instead =
    key === 'output' || key === 'result'
      ? `${said} is itself what the step gives`
      : key === 'length'
        ? `the length of a list or text is size(${said})`
        : null
  if (instead === null) return
  const message = `${said}.${key}: ${instead}; keep it only if the result has a field of that name`
  const misread = { said, key, within: null }
  around.tell({ code: 'UNKNOWN_FIELD', severity: 'question', message, misread })
}

function noFields(said: string, key: string, types: readonly string[]): string {
  const isSized = types.includes('array') || types.includes('string')
  if (key === 'length' && isSized) return `${said} has no length: write size(${said})`
  const hint = types.includes('array') ? `: write ${said}[0].${key}, or ${said}.map(item, item.${key})` : ''
  return `${said} is ${types.join(' or ')}, it has no ${key}${hint}`
}

function inferMap(entries: readonly [Node, Node][], around: Environment): MaybeKnown {
  const fields = entries.map(([key, value]) => [literalOf(key), infer(value, around)] as const)
  if (fields.some(([key]) => typeof key !== 'string')) return knownOf({ type: 'object' })
  return recordOf(new Map(fields as [string, MaybeKnown][]))
}

const loops = ['all', 'exists', 'exists_one', 'existsOne', 'map', 'filter', 'bind']

function isLoop(name: string, args: readonly Node[]): boolean {
  return loops.includes(name) && args[0]?.op === 'id'
}

function inferLoop(name: string, receiver: Node, args: readonly Node[], around: Environment): MaybeKnown {
  const variable = args[0]!.args as string
  const isBinding = name === 'bind'
  const over = isBinding ? infer(args[1]!, around) : infer(receiver, around)
  if (!isBinding) noteUnknownList(receiver, over, around)
  const item = isBinding ? over : typesOf(over)?.includes('object') ? texts : itemOf(over)
  const inside = { ...around, known: bound(around.known, variable, item) }
  const bodies = args.slice(isBinding ? 2 : 1).map(body => infer(body, inside))
  if (name === 'filter') return typesOf(over)?.includes('object') ? listOf(texts) : over
  if (name === 'map') return listOf(bodies.at(-1) ?? null)
  return isBinding ? (bodies[0] ?? null) : truths
}

/** What was found out of a variable of the same name around the loop holds no more. */
function bound(known: Environment['known'], variable: string, item: MaybeKnown): Environment['known'] {
  const others = [...known].filter(
    ([path]) => !path.startsWith(`${variable}.`) && !path.startsWith(`${variable}[`),
  )
  return new Map(others).set(variable, item)
}

function inferCall(name: string, args: readonly Node[], around: Environment): MaybeKnown {
  if (name === 'has') {
    infer(args[0]!, tolerant(around))
    return truths
  }
  if (asksEnding(name)) return truths
  if (name === 'default' && args.length === 2)
    return eitherOf(infer(args[0]!, tolerant(around)), infer(args[1]!, around))
  if (name === 'orValue' && args.length === 2)
    return eitherOf(infer(args[0]!, tolerant(around)), infer(args[1]!, around))
  const inside = own(functions, name)?.isTolerant ? tolerant(around) : around
  const given = args.map(arg => infer(arg, inside))
  checkParameters(name, args, given, around)
  return resultOf(name, { given, literals: args.map(literalsOf), tell: around.tell })
}

function checkParameters(
  name: string,
  args: readonly Node[],
  given: readonly MaybeKnown[],
  around: Environment,
): void {
  const { parameters = [] } = own(functions, name) ?? {}
  for (const [index, known] of given.entries()) {
    const expected = parameters[Math.min(index, parameters.length - 1)]
    const type = typeOfKnown(known)
    const path = pathOf(args[index]!)
    if (expected === 'list') noteUnknownList(args[index]!, known, around)
    if (expected === undefined || path === null || type === 'any') continue
    if (expected === 'any' || expected === type) continue
    if (expected === 'sized' && (type === 'text' || type === 'list' || type === 'map')) continue
    const wanted = expected === 'sized' ? 'text, list or map' : expected
    around.tell(fault('BAD_EXPRESSION', `${name} expects a ${wanted}, ${written(path)} is a ${type}`))
  }
}

function inferOperator(op: BinaryOperator, [left, right]: [Node, Node], around: Environment): MaybeKnown {
  const [a, b] = [infer(left, around), infer(right, around)]
  const [one, other] = [typeOfKnown(a), typeOfKnown(b)]
  if (op === '==' || op === '!=') {
    checkEqual(left, right, a, b, around)
    checkEqual(right, left, b, a, around)
    if (one !== other && ![one, other].some(type => type === 'any' || type === 'null'))
      if (!isBigNumeral(left) && !isBigNumeral(right)) tellNeverEqual(left, right, one, other, around)
    return truths
  }
  if (op === 'in') {
    if (right.op === 'list')
      for (const item of right.args as Node[]) checkEqual(left, item, a, infer(item, around), around)
    return truths
  }
  const type = operatorType(op, one, other)
  if (type !== null) return op === '+' && type === 'list' ? eitherOf(a, b) : ofType(type)
  const numeric = one === 'text' ? left : other === 'text' ? right : null
  const path = numeric === null ? null : pathOf(numeric)
  const hint =
    path !== null && op !== '+' ? `: write number(${written(path)})` : op === '+' ? ': write string(...)' : ''
  const isMixedSum = op === '+' && (one === 'text' || other === 'text')
  around.tell({
    ...fault('BAD_EXPRESSION', `${op} does not take a ${one} and a ${other}${hint}`),
    isMixedSum,
  })
  return null
}

/** A literal that the other side can never be. */
function checkEqual(
  side: Node,
  other: Node,
  known: MaybeKnown,
  literalKnown: MaybeKnown,
  around: Environment,
): void {
  const value = other.op === 'value' ? literalOf(other) : undefined
  const values = side.op === 'value' ? null : valuesOf(known)
  if (value === undefined || value === null || values === null || values.includes(value)) return
  if (typeOfKnown(known) !== typeOfKnown(literalKnown)) return
  const texts = values.map(String)
  const near = nearestName(String(value), texts)
  const path = pathOf(side)
  const said = path === null ? 'the value' : written(path)
  const hint = near === null ? '' : `; did you mean ${JSON.stringify(near)}?`
  const message = `${said} is never ${JSON.stringify(value)}: it is one of ${texts.slice(0, 20).join(', ')}${hint}`
  around.tell({
    ...fault('UNKNOWN_VALUE', message),
    candidates: near === null ? texts.slice(0, 5) : [near],
  })
}

/** A whole number that a double cannot hold comes as a text. */
function isBigNumeral(node: Node): boolean {
  const value = node.op === 'value' ? literalOf(node) : undefined
  return typeof value === 'string' && /^-?\d{16,}$/.test(value)
}

function tellNeverEqual(
  left: Node,
  right: Node,
  one: ValueType,
  other: ValueType,
  around: Environment,
): void {
  const side = [left, right].map(pathOf).find(path => path !== null)
  if (!side) return
  const message = `a ${one} and a ${other} are never equal (${written(side)}): write number(...) or string(...) around one`
  around.tell(fault('BAD_EXPRESSION', message))
}
