// Holds what a plan computes against what is known of its values: the schemas of what tools answer, and what
// follows from them through set, loops, branches, lists, texts and conditions (infer.ts). Only what cannot be
// right, or may be missing, is told; where a schema leaves something open, so does this pass. Called by
// domain/compiler/compiler.ts, after its other passes.
import { compileExpression, ExpressionError } from '../../expression/expression.ts'
import { splitTemplate } from '../../expression/template.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../json.ts'
import { own } from '../../own.ts'
import type { Source } from '../../plan/blocks/block.ts'
import { blockOf, variableOf } from '../../plan/blocks/blocks.ts'
import { sourcesOf } from '../../plan/blocks/sources.ts'
import { type ChildList, ownLists } from '../../plan/nested-steps.ts'
import type { Argument, Step } from '../../plan/plan.ts'
import {
  eitherOf,
  itemOf,
  knownOf,
  listOf,
  type MaybeKnown,
  numbers,
  orNull,
  recordOf,
  texts,
  truths,
  typesOf,
} from '../../schema/known.ts'
import { accepts } from '../../schema/misfit.ts'
import { offeredName } from '../../tools/tool.ts'
import type { Pass } from '../compiler.ts'
import { expectedWords } from '../expected-words.ts'
import { checkOutput } from '../output.ts'
import { takesTemplates } from '../placeholders.ts'
import { barePathsIn } from './bare-paths.ts'
import type { Environment } from './environment.ts'
import { infer, testedIn } from './infer.ts'
import { noteNullArgument, noteNullInText, noteUnknownList, treeOf } from './notes.ts'
import { type Problem, typeOfKnown } from './problems.ts'

/** What a step may read, and what has been asked around it. */
interface Scope {
  readonly known: Map<string, MaybeKnown>
  readonly mayBeNull: Map<string, string>
  readonly tested: ReadonlySet<string>
  /** The conditions that hold where the step is. */
  readonly conditions: ReadonlySet<string>
}

/** @param inputs what is known of inputs, by name */
export function checkTypes(
  steps: readonly Step[],
  inputs: { readonly [name: string]: MaybeKnown },
  pass: Pass,
): void {
  const known = Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, input] as const)
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
  const check = (source: Source, where: Scope) => {
    const place = environment(step, source.field, where, pass)
    const value = 'argument' in source ? source.argument : { $: source.expression }
    const found = inferValue(value, place)
    values.set(source.field, found)
    if ('expression' in source) checkExpected(step, source, found, pass)
    else noticeBarePaths(step, source, where, pass)
    note(step, source, found, place, pass)
  }
  const sources = sourcesOf(step)
  for (const source of sources) if (!('seesBody' in source)) check(source, scope)
  if (step.kind === 'tool') checkToolArguments(step, values, pass)
  checkOutput(step, values.get('value') ?? null, pass)
  const value = (field: string) => values.get(field) ?? null
  const scopes = ownLists(step).map(list => scopeOf(step, list, value, scope))
  const lists = ownLists(step).map(({ steps }, index) => walk(steps, scopes[index]!, pass))
  for (const source of sources) if ('seesBody' in source) check(source, scopes[0]!)
  const tool = step.kind === 'tool' ? toolOf(step, pass) : null
  const known = blockOf(step).output?.(step, { value, lists, tool }) ?? null
  if (typeof step.onError !== 'object') return known
  return eitherOf(known, walk(step.onError.steps, withKnown(scope, 'error', failure), pass))
}

function noticeBarePaths(
  step: Step,
  { field, argument }: Extract<Source, { argument: Argument }>,
  { known }: Scope,
  pass: Pass,
): void {
  const tool = step.kind === 'tool' ? toolOf(step, pass) : null
  if (tool !== null && takesTemplates(tool, field)) return
  for (const text of barePathsIn(argument, known))
    pass.notice({ type: 'bare-path', step: step.id, field, text })
}

/** What may come otherwise than its author thinks. */
function note(step: Step, source: Source, found: MaybeKnown, around: Environment, pass: Pass): void {
  const tree = 'expression' in source && source.expects === 'list' ? treeOf(source.expression) : null
  if (tree !== null) noteUnknownList(tree, found, around)
  const tool = step.kind === 'tool' ? toolOf(step, pass) : null
  const computed = 'argument' in source && isObject(source.argument) ? source.argument['$'] : undefined
  if (tool === null || typeof computed !== 'string' || !source.field.startsWith('args.')) return
  noteNullArgument(source.field.slice('args.'.length), computed, found, tool, around)
}

/** What the expression's own type rules out, the pass over expressions has told. */
function checkExpected(
  step: Step,
  { field, expression, expects }: Extract<Source, { expression: string }>,
  found: MaybeKnown,
  pass: Pass,
): void {
  const types = typesOf(found)
  const isFitting = expects === 'list' ? types?.includes('array') : typeOfKnown(found) === 'bool'
  const isOpen = types === null || (expects === 'bool' && typeOfKnown(found) === 'any')
  if (isOpen || isFitting || compiledType(expression) !== 'any') return
  const received = `received ${expects === 'bool' ? 'a ' : ''}${types.join(' or ')}`
  const where = expects === 'list' ? ` (${expression.slice(0, 80)})` : ''
  const message = `${step.id}.${field}: expected ${expectedWords[expects]}, ${received}${where}`
  pass.report(step, 'BAD_EXPRESSION', field, message)
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
  const tell = ({ code, severity, message, candidates, misread, isMixedSum }: Problem) => {
    if (told.has(message)) return
    told.add(message)
    if (isMixedSum === true) pass.notice({ type: 'mixed-sum', step: step.id, field })
    if (misread !== undefined) pass.notice({ type: 'misread', step: step.id, field, ...misread })
    const tellers = { error: pass.report, question: pass.ask, info: pass.inform }
    tellers[severity](step, code, field, `${step.id}.${field}: ${message}`, candidates)
  }
  const { known, tested, conditions } = scope
  // A step that runs on the same condition runs only where the other did.
  const mayBeNull = new Map(
    [...scope.mayBeNull].filter(([id]) => !conditions.has(pass.steps.get(id)?.when ?? '')),
  )
  const isAnswer = (id: string) => pass.steps.get(id)?.kind === 'tool'
  return { known, tested, mayBeNull, isAnswer, tell }
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
      if (part.type === 'expression') noteNullInText(part.source, ofExpression(part.source, around), around)
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
    if (expected === null || received === null || received.some(type => accepts(expected, type))) continue
    pass.notice({ type: 'misfit', step: step.id, argument: name, expected, received })
    // What the expression's own type rules out has been told.
    if (compiledType(source) !== 'any') continue
    const said = `expected ${expected.join(' or ')}, received ${received.join(' or ')} (${source.slice(0, 80)})`
    pass.report(step, 'BAD_ARGUMENT', `args.${name}`, `${step.id}.args.${name}: ${said}`)
  }
}

const failure = recordOf(
  new Map([
    ['code', texts],
    ['message', texts],
    ['step', texts],
    [
      'tool',
      orNull(
        recordOf(
          new Map([
            ['status', null],
            ['content', null],
          ]),
        ),
      ),
    ],
  ]),
)

/** What the steps of a list inside may read: a case runs where its condition holds. */
function scopeOf(step: Step, { part }: ChildList, value: (field: string) => MaybeKnown, scope: Scope): Scope {
  const condition = part?.['when']
  if (typeof condition === 'string') return inside(under(scope, condition))
  const { binds } = blockOf(step)
  const variable = variableOf(step)
  if (binds === undefined || variable === null) return inside(scope)
  return withKnown(scope, variable, binds.from === undefined ? null : itemOf(value(binds.from)))
}

function withKnown(scope: Scope, name: string, known: MaybeKnown): Scope {
  const within = inside(scope)
  within.known.set(name, known)
  return within
}

function toolOf({ server, tool }: Extract<Step, { kind: 'tool' }>, { search }: Pass) {
  return search.named(offeredName({ server, name: tool }))
}
