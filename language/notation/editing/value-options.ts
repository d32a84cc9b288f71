// What could be filled in where a sentence has a slot: a tool, its arguments, their values.
import { isObject, type JsonObject } from '../../../domain/json.ts'
import { own } from '../../../domain/own.ts'
import type { Holder } from '../../../language/notation/slots.ts'
import type { Offer } from '../../../language/notation/values/hearing.ts'
import { writeName } from '../../../language/notation/values/values.ts'
import type { Heard } from './listening.ts'
import { type Option, plain } from './options.ts'
import { fieldsOf, type KnownTool, objectOr, toolOf, typeText, type World } from './reach.ts'

export interface AtSlot extends Pick<Heard, 'caller' | 'reach'> {
  readonly world: World
  /** Does nothing stand behind it in its line? */
  readonly isBare: boolean
}

const expressionPlace: Option = { type: 'value', label: '{{ }}', apply: '{{${}}}', isBegun: true }
const times = ['5 minutes', '1 hour', '1 day']

/** Values of a step, which may be computed. */
const valued: ReadonlySet<string> = new Set(['value', 'result', 'moment'])

export function slotOptions(offer: Offer, { caller, reach, world, isBare }: AtSlot): readonly Option[] {
  if (offer.type === 'name')
    return offer.of === 'tool'
      ? world.tools.map(tool => toolOption(tool, plain(tool.name)))
      : reach.steps.map(({ id }) => ({ type: 'reference', label: String(id), apply: String(id) }) as const)
  if (offer.type === 'value') return valueOptions(schemaOfArgument(offer.argument, caller, world))
  if (offer.type !== 'slot') return []
  const { form } = offer
  if (form === 'tool') return world.tools.map(tool => toolOption(tool, callOf(tool, isBare)))
  if (form === 'expression' || form === 'condition') return [expressionPlace]
  if (form === 'duration') return times.map(time => ({ type: 'value', label: time, apply: time }) as const)
  return valued.has(form) ? valueOptions(null) : []
}

export function argumentOptions(
  { known }: Extract<Offer, { readonly type: 'argument' }>,
  caller: Holder | null,
  { tools }: World,
  isBare: boolean,
): readonly Option[] {
  const tool = caller === null ? null : toolOf(caller, tools)
  if (tool === null) return []
  const required = requiredOf(tool)
  return fieldsOf(objectOr(tool.inputSchema))
    .filter(({ name }) => !known.includes(name))
    .map(({ name, schema }) => ({
      type: 'argument',
      label: name,
      apply: `${plain(writeName(name))}: ${isBare ? placeFor(schema) : ''}`,
      detail: [typeText(schema), required.includes(name) ? 'required' : ''].filter(Boolean).join(', '),
      ...described(schema),
    }))
}

function toolOption(tool: KnownTool, apply: string): Option {
  const { name, title, description } = tool
  return { type: 'tool', label: name, apply, detail: title, ...(description !== '' && { info: description }) }
}

/** With the arguments that it cannot do without. */
function callOf(tool: KnownTool, isBare: boolean): string {
  const name = plain(writeName(tool.name))
  if (!isBare) return name
  const required = requiredOf(tool)
  const wanted = fieldsOf(objectOr(tool.inputSchema))
    .filter(field => required.includes(field.name))
    .map(field => `${plain(writeName(field.name))}: ${placeFor(field.schema)}`)
  if (wanted.length === 1) return `${name} with ${wanted[0]}.`
  return [`${name}.`, ...wanted.map(each => `   ${each}`)].join('\n')
}

/** What stands there before somebody fills it: the first value of an enumeration, quotes, brackets. */
function placeFor(schema: JsonObject | null): string {
  const [first] = valuesOf(schema)
  if (first !== undefined)
    return first.startsWith('"') ? `"\${${plain(first.slice(1, -1))}}"` : `\${${first}}`
  const type = schema?.['type']
  if (type === 'string') return '"${}"'
  if (type === 'array') return '[${}]'
  return type === 'object' ? '\\{${}\\}' : '${value}'
}

function valueOptions(schema: JsonObject | null): readonly Option[] {
  const values = valuesOf(schema).map(label => ({ type: 'value', label, apply: plain(label) }) as const)
  const type = schema?.['type']
  const isText = values.length === 0 && (type === undefined || type === 'string')
  return [
    ...values,
    ...(isText ? [{ type: 'value', label: '" "', apply: '"${}"', detail: 'text' } as const] : []),
    expressionPlace,
  ]
}

function valuesOf(schema: JsonObject | null): readonly string[] {
  if (schema?.['type'] === 'boolean') return ['true', 'false']
  const { enum: values, const: only } = schema ?? {}
  const known = Array.isArray(values) ? values : only === undefined ? [] : [only]
  return known.map(each => JSON.stringify(each))
}

function schemaOfArgument(name: string, caller: Holder | null, { tools }: World): JsonObject | null {
  const tool = caller === null ? null : toolOf(caller, tools)
  const properties = objectOr(tool?.inputSchema)?.['properties']
  return isObject(properties) ? objectOr(own(properties as JsonObject, name)) : null
}

function requiredOf({ inputSchema }: KnownTool): readonly unknown[] {
  const required = objectOr(inputSchema)?.['required']
  return Array.isArray(required) ? required : []
}

function described(schema: JsonObject | null): Pick<Option, 'info'> {
  const description = schema?.['description']
  return typeof description === 'string' ? { info: description } : {}
}
