// Holds what a plan computes against what is known of its values: the schemas of what tools answer, and what
// follows from them through set, loops, branches, lists, texts and conditions (infer.ts). Only what cannot be
// right, or may be missing, is told; where a schema leaves something open, so does this pass. Called by
// domain/compiler/compiler.ts, after its other passes.
import { compileExpression, ExpressionError } from '../../expression/expression.ts'
import { type Node, parse } from '../../expression/parse.ts'
import { splitTemplate } from '../../expression/template.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../json.ts'
import { own } from '../../own.ts'
import { sourcesOf } from '../../plan/dependencies.ts'
import { listsOf } from '../../plan/nested-steps.ts'
import type { Argument, Step } from '../../plan/plan.ts'
import { offeredName } from '../../tools/tool.ts'
import type { Pass } from '../compiler.ts'
import { type Environment, infer, type Problem, testedIn, typeOfKnown } from './infer.ts'
import {
  eitherOf,
  itemOf,
  knownOf,
  listOf,
  type MaybeKnown,
  numbers,
  recordOf,
  texts,
  truths,
  typesOf,
} from './known.ts'

/** What a step may read, and what has been asked around it. */
interface Scope {
  readonly known: Map<string, MaybeKnown>
  readonly mayBeNull: Map<string, string>
  readonly tested: ReadonlySet<string>
  /** The conditions that hold where the step is. */
  readonly conditions: ReadonlySet<string>
}

/** @param inputs known schemas of inputs, by name */
export function checkTypes(
  steps: readonly Step[],
  inputs: { readonly [name: string]: JsonSchema },
  pass: Pass,
): void {
  const known = Object.entries(inputs).map(([name, schema]) => [`inputs.${name}`, knownOf(schema)] as const)
  const scope = {
    known: new Map<string, MaybeKnown>([...known, ['now', numbers]]),
    mayBeNull: new Map(),
    tested: new Set<string>(),
    conditions: new Set<string>(),
  }
  walk(steps, scope, pass)
}

/** @returns what is known of the output of the list's last step */
function walk(steps: readonly Step[], scope: Scope, pass: Pass): MaybeKnown {
  let last: MaybeKnown = null
  for (const step of steps) {
    last = checkStep(step, scope, pass)
    scope.known.set(`steps.${step.id}`, last)
    const why = whyNull(step)
    if (why !== null) scope.mayBeNull.set(step.id, why)
    // What the last of them gives may be nothing.
    if (why !== null) last = null
  }
  return last
}

function whyNull(step: Step): string | null {
  if (step.when !== undefined) return `${step.id} is skipped`
  return step.onError === 'continue' ? `${step.id} fails` : null
}

function checkStep(step: Step, around: Scope, pass: Pass): MaybeKnown {
  const scope = step.when === undefined ? around : under(around, step.when)
  const values = new Map<string, MaybeKnown>()
  for (const source of sourcesOf(step)) {
    const { field } = source
    const place = environment(step, field, field === 'when' ? under(around, step.when!) : scope, pass)
    const value = 'argument' in source ? source.argument : { $: source.expression }
    const found = inferValue(value, place)
    values.set(field, found)
    const type = typeOfKnown(found)
    if (isCondition(field) && type !== 'any' && type !== 'bool') {
      const received = typesOf(found)!.join(' or ')
      const message = `${step.id}.${field}: expected true or false, received a ${received}`
      if (!isJudged(value)) pass.report(step, 'BAD_EXPRESSION', field, message)
    }
  }
  if (step.kind === 'tool') checkToolArguments(step, values, pass)
  return outputOf(step, values, scope, pass)
}

function isCondition(field: string): boolean {
  return field === 'when' || /^cases\[\d+\]\.when$/.test(field)
}

/** Its own type says it, and the pass over expressions has told. */
function isJudged(value: Argument): boolean {
  const { $: source } = value as { $: string }
  return compiledType(source) !== 'any'
}

function compiledType(source: string): string {
  try {
    return compileExpression(source).type
  } catch (error) {
    if (error instanceof ExpressionError) return 'none'
    throw error
  }
}

/** The scope where the condition holds. */
function under(scope: Scope, condition: string): Scope {
  const tree = treeOf(condition)
  const tested = tree === null ? [] : testedIn(tree)
  return {
    ...scope,
    tested: new Set([...scope.tested, ...tested]),
    conditions: new Set([...scope.conditions, condition]),
  }
}

function inside(scope: Scope): Scope {
  return { ...scope, known: new Map(scope.known), mayBeNull: new Map(scope.mayBeNull) }
}

function environment(step: Step, field: string, scope: Scope, pass: Pass): Environment {
  const told = new Set<string>()
  const tell = ({ code, severity, message, candidates }: Problem) => {
    if (told.has(message)) return
    told.add(message)
    const report = severity === 'error' ? pass.report : pass.ask
    report(step, code, field, `${step.id}.${field}: ${message}`, candidates)
  }
  const { known, tested, conditions } = scope
  // A step that runs on the same condition runs only where the other did.
  const mayBeNull = new Map(
    [...scope.mayBeNull].filter(([id]) => !conditions.has(pass.steps.get(id)?.when ?? '')),
  )
  return { known, tested, mayBeNull, tell }
}

/** Trees of the expressions of one plan come from the same texts again and again. */
function treeOf(source: string): Node | null {
  try {
    compileExpression(source)
    return parse(source)
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

/** What is known of a value as it stands in a plan. */
function inferValue(value: Argument, around: Environment): MaybeKnown {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map(item => inferValue(item, around))
    return listOf(items.length === 0 ? null : items.reduce(eitherOf))
  }
  if (!isObject(value)) return literalOf(value as Json)
  const entries = Object.entries(value as JsonObject)
  const [[key, source] = ['', null]] = entries
  if (entries.length === 1 && typeof source === 'string') {
    if (key === '$') return ofExpression(source, around)
    if (key === '$t') return ofTemplate(source, around)
    if (key === '$secret') return texts
  }
  return recordOf(new Map(entries.map(([name, part]) => [name, inferValue(part, around)])))
}

function literalOf(value: Json): MaybeKnown {
  if (typeof value === 'string') return texts
  if (typeof value === 'number') return numbers
  return typeof value === 'boolean' ? truths : knownOf({ type: 'null' })
}

function ofExpression(source: string, around: Environment): MaybeKnown {
  const tree = treeOf(source)
  if (tree === null) return null
  return infer(tree, { ...around, tested: new Set([...around.tested, ...testedIn(tree)]) })
}

function ofTemplate(template: string, around: Environment): MaybeKnown {
  try {
    for (const part of splitTemplate(template))
      if (part.type === 'expression') ofExpression(part.source, around)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
  }
  return texts
}

/** Reports arguments of a type that the tool does not take. */
function checkToolArguments(
  step: Extract<Step, { kind: 'tool' }>,
  values: ReadonlyMap<string, MaybeKnown>,
  pass: Pass,
): void {
  const properties = toolOf(step, pass)?.inputSchema['properties']
  if (!isObject(properties)) return
  for (const [name, value] of Object.entries(step.args)) {
    const source = isObject(value) ? (value as JsonObject)['$'] : undefined
    if (typeof source !== 'string') continue
    const parameter = own(properties as JsonObject, name)
    const expected = isObject(parameter) ? typesOf(knownOf(parameter as JsonSchema)) : null
    const received = typesOf(values.get(`args.${name}`) ?? null)
    if (expected === null || received === null || received.some(type => takes(expected, type))) continue
    // What the expression's own type rules out has been told.
    if (compiledType(source) !== 'any') continue
    const said = `expected ${expected.join(' or ')}, received ${received.join(' or ')} (${source.slice(0, 80)})`
    pass.report(step, 'BAD_ARGUMENT', `args.${name}`, `${step.id}.args.${name}: ${said}`)
  }
}

function takes(expected: readonly string[], type: string): boolean {
  const isNumber = type === 'integer' || type === 'number'
  return (
    expected.includes(type) || (isNumber && (expected.includes('number') || expected.includes('integer')))
  )
}

function outputOf(step: Step, values: ReadonlyMap<string, MaybeKnown>, scope: Scope, pass: Pass): MaybeKnown {
  const error = recordOf(
    new Map([
      ['code', texts],
      ['message', texts],
      ['step', texts],
    ]),
  )
  const handled =
    typeof step.onError === 'object'
      ? walk(step.onError.steps, withKnown(scope, 'error', error), pass)
      : undefined
  const known = ownOutput(step, values, scope, pass)
  return handled === undefined ? known : eitherOf(known, handled)
}

function withKnown(scope: Scope, name: string, known: MaybeKnown): Scope {
  const within = inside(scope)
  within.known.set(name, known)
  return within
}

function ownOutput(
  step: Step,
  values: ReadonlyMap<string, MaybeKnown>,
  scope: Scope,
  pass: Pass,
): MaybeKnown {
  switch (step.kind) {
    case 'tool': {
      const tool = toolOf(step, pass)
      // After a denial that is let go on, the output says so instead.
      if (tool === null || step.approval?.onDeny === 'continue') return null
      return knownOf(tool.outputSchema) ?? knownOf(tool.observedOutput, true)
    }
    case 'set':
      return values.get('value') ?? null
    case 'foreach': {
      const over = values.get('over') ?? null
      const types = typesOf(over)
      if (types !== null && !types.includes('array')) tellNoList(step, types, pass)
      return listOf(walk(step.steps, withKnown(scope, step.as, itemOf(over)), pass))
    }
    case 'if': {
      const branches = step.cases.map(each => walk(each.steps, inside(under(scope, each.when)), pass))
      const otherwise = step.else === undefined ? null : walk(step.else, inside(scope), pass)
      return [...branches, otherwise].reduce(eitherOf)
    }
    case 'approval': {
      const form = step.form === undefined ? null : knownOf(step.form)
      return recordOf(
        new Map([
          ['approved', truths],
          ['by', null],
          ['note', null],
          ['form', form],
        ]),
      )
    }
    case 'agent':
      return step.outputSchema === undefined ? texts : knownOf(step.outputSchema)
    default:
      for (const list of listsOf({ ...step, onError: 'fail' } as Step)) walk(list, inside(scope), pass)
      return null
  }
}

function tellNoList(step: Extract<Step, { kind: 'foreach' }>, types: readonly string[], pass: Pass): void {
  if (compiledType(step.over) !== 'any') return
  const said = `expected a list, received ${types.join(' or ')} (${step.over.slice(0, 80)})`
  pass.report(step, 'BAD_EXPRESSION', 'over', `${step.id}.over: ${said}`)
}

function toolOf({ server, tool }: Extract<Step, { kind: 'tool' }>, { search }: Pass) {
  return search.named(offeredName({ server, name: tool }))
}
