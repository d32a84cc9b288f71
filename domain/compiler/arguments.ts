// Checks a tool step against the tool's definition: the tool exists, required arguments are there, none is
// unknown, literal values fit their schema, and the type of computed ones does not contradict it. Called by
// domain/compiler/compiler.ts.

import { nearestName } from '../distance.ts'
import { type Computed, compileArgument } from '../expression/expression.ts'
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import { own } from '../own.ts'
import type { StepOf } from '../plan/blocks/block.ts'
import { planKeys } from '../plan/plan-schema.ts'
import { compileProperty, type SchemaCheck } from '../schema/schema-check.ts'
import { SchemaError } from '../schema/schema-error.ts'
import { type HubTool, offeredName } from '../tools/tool.ts'
import { withheldCode, withheldReason } from '../tools/tool-settings.ts'
import type { Pass } from './compiler.ts'

type ToolStep = StepOf<'tool'>

/** The step's tool; reports an unknown one, with similar names as candidates. */
export function findTool(step: ToolStep, pass: Pass): HubTool | null {
  const name = offeredName({ server: step.server, name: step.tool })
  const tool = pass.search.named(name)
  if (tool !== null) return tool
  const withheld = pass.search.withheld(name)
  if (withheld !== null) {
    pass.report(step, withheldCode(withheld), 'tool', `${step.id}: ${withheldReason(name, withheld)}`)
    return null
  }
  const near = pass.search.matching(name).slice(0, 3)
  const candidates = near.map(match => offeredName(match.tool))
  const hint = candidates.length === 0 ? '' : `; did you mean ${candidates.join(' or ')}?`
  pass.report(step, 'UNKNOWN_TOOL', 'tool', `${step.id}: there is no tool ${name}${hint}`, candidates)
  return null
}

/** Reports arguments that are missing, unknown or wrong, and notes which inputs feed which argument. */
export function checkArguments(step: ToolStep, tool: HubTool, pass: Pass): void {
  const { inputSchema } = tool
  const properties = objectAt(inputSchema, 'properties')
  const name = offeredName(tool)
  for (const required of listAt(inputSchema, 'required')) {
    if (typeof required !== 'string' || Object.hasOwn(step.args, required)) continue
    pass.report(
      step,
      'MISSING_ARGUMENT',
      `args.${required}`,
      `${step.id}: ${name} needs ${describeArgument(required, properties)}`,
    )
  }
  for (const [argument, value] of Object.entries(step.args)) {
    const schema = own(properties, argument)
    // An arguments object with only this name would itself be read as a computed value.
    if (argument.startsWith('$')) {
      pass.report(
        step,
        'UNKNOWN_ARGUMENT',
        `args.${argument}`,
        `${step.id}: an argument cannot be named ${argument}`,
      )
    } else if (schema !== undefined) checkArgument(step, argument, { value, schema, tool }, pass)
    else if (!allowsOthers(inputSchema, argument)) reportUnknown(step, argument, tool, pass)
  }
}

/**
 * By word: a schema that names properties and says nothing of others has forgotten to forbid them. One that
 * names none, or is put together of several, leaves everything open.
 */
function allowsOthers(schema: JsonSchema, argument: string): boolean {
  const others = schema['additionalProperties']
  if (others !== undefined) return others !== false
  if (['$ref', 'anyOf', 'oneOf', 'allOf', 'if'].some(keyword => schema[keyword] !== undefined)) return true
  const patterns = Object.keys(objectAt(schema, 'patternProperties'))
  return (
    patterns.length > 0 ||
    (Object.keys(objectAt(schema, 'properties')).length === 0 && argument !== 'approval')
  )
}

function reportUnknown(step: ToolStep, argument: string, tool: HubTool, pass: Pass): void {
  const names = Object.keys(objectAt(tool.inputSchema, 'properties'))
  const near = nearestName(argument, names)
  const isPolicy = planKeys.step('tool').includes(argument)
  const hint = isPolicy
    ? `; ${argument} stands beside args, not in it`
    : near === null
      ? ''
      : `; did you mean ${near}?`
  const takes = names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`
  const message = `${step.id}: ${offeredName(tool)} takes no argument ${argument}, ${takes}${hint}`
  pass.report(step, 'UNKNOWN_ARGUMENT', `args.${argument}`, message, near === null ? names : [near])
}

interface GivenArgument {
  readonly value: Json
  readonly schema: Json
  readonly tool: HubTool
}

function checkArgument(
  step: ToolStep,
  name: string,
  { value, schema, tool }: GivenArgument,
  pass: Pass,
): void {
  const computed = compileArgument(value)
  const report = (message: string) =>
    pass.report(step, 'BAD_ARGUMENT', `args.${name}`, `${step.id}.args.${name}: ${message}`)
  if (!isObject(schema)) return
  const { path } = computed
  if (path?.length === 2 && path[0] === 'inputs') pass.inputs.feeds(String(path[1]), schema)
  if (computed.isLiteral && computed.secrets.length === 0) {
    const wrong = checkOf(tool.inputSchema, name)?.(value)
    if (wrong) report(wrong.replace(/^arguments: /, ''))
  } else if (!mayFit(computed, schema)) {
    report(`expected ${String(schema['type'])}, received a ${computed.type}`)
  }
}

const typeNames = {
  any: [],
  null: ['null'],
  bool: ['boolean'],
  number: ['number', 'integer'],
  text: ['string'],
  list: ['array'],
  map: ['object'],
}

function mayFit(computed: Computed, schema: JsonObject): boolean {
  const type = schema['type']
  if (computed.type === 'any' || type === undefined) return true
  const accepted = Array.isArray(type) ? type : [type]
  return typeNames[computed.type].some(name => accepted.includes(name))
}

/** Null when the schema cannot be compiled (the hub refuses calls of such a tool). */
function checkOf(inputSchema: JsonSchema, name: string): SchemaCheck | null {
  try {
    return compileProperty(inputSchema, name)
  } catch (error) {
    if (error instanceof SchemaError) return null
    throw error
  }
}

function describeArgument(name: string, properties: JsonObject): string {
  const schema = own(properties, name)
  const description = isObject(schema) ? schema['description'] : undefined
  return typeof description === 'string' ? `${name} (${description})` : name
}

function objectAt(schema: JsonSchema, keyword: string): JsonObject {
  const value = schema[keyword]
  return isObject(value) ? value : {}
}

function listAt(schema: JsonSchema, keyword: string): readonly Json[] {
  const value = schema[keyword]
  return Array.isArray(value) ? value : []
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
