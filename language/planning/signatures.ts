// Tools as one line each, for a model that writes plans: a third of what their JSON Schemas take. Texts of
// others (names, descriptions, values) are shown as they are, cut, in one line.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import { type HubTool, offeredName } from '../../domain/tools/tool.ts'

/** Characters of a line's parts. */
const longest = { arguments: 1_200, output: 500, description: 300, word: 80 } as const
/** Levels of a type that are written out. */
const deepest = 3
/** Values of an enumeration. */
const mostValues = 30

/**
 * `shop__list_orders(status?: "open"|"paid", limit?: integer = 20) -> {orders: [{id: text}]} (read) Lists
 * orders`
 */
export function signatureOf(tool: HubTool): string {
  return `${callShapeOf(tool)} ${oneLine(`${tool.title}. ${tool.description}`, longest.description)}`
}

type Shaped = Pick<HubTool, 'inputSchema' | 'outputSchema' | 'observedOutput' | 'effect' | 'name' | 'server'>

/** The same without the words about it. @param most characters of its arguments, and of its output */
export function callShapeOf(
  tool: Shaped,
  most: Readonly<Record<'arguments' | 'output', number>> = longest,
): string {
  const { inputSchema, outputSchema, observedOutput = null, effect } = tool
  const output = outputSchema ?? observedOutput
  const gives = output === null ? '' : ` -> ${cut(typeText(output, deepest), most.output)}`
  return `${offeredName(tool)}(${cut(argumentsText(inputSchema), most.arguments)})${gives} (${effect})`
}

/** `shop__list_orders: Lists orders`: where there are too many to show what they take. */
export function nameLineOf(tool: HubTool): string {
  return `${offeredName(tool)}: ${oneLine(tool.description === '' ? tool.title : tool.description, longest.word)}`
}

function argumentsText(schema: JsonSchema): string {
  const required = new Set(listAt(schema, 'required'))
  return Object.entries(objectAt(schema, 'properties'))
    .map(([name, property]) => {
      const mark = required.has(name) ? '' : '?'
      const initial =
        isObject(property) && property['default'] !== undefined
          ? ` = ${word(property['default'] as Json)}`
          : ''
      return `${nameText(name)}${mark}: ${typeText(property, deepest)}${initial}`
    })
    .join(', ')
}

/** TypeScript's way of writing types, with the names of JSON. */
export function typeText(schema: Json | undefined, depth: number): string {
  if (!isObject(schema)) return 'any'
  const own = schema as JsonObject
  if (own['const'] !== undefined) return word(own['const'])
  const values = own['enum']
  if (Array.isArray(values)) return valuesText(values as readonly Json[])
  const union = own['anyOf'] ?? own['oneOf']
  if (Array.isArray(union))
    return [...new Set((union as readonly Json[]).map(part => typeText(part, depth)))].slice(0, 6).join('|')
  const type = own['type']
  if (Array.isArray(type))
    return (type as readonly string[]).map(each => typeText({ ...own, type: each }, depth)).join('|')
  switch (type) {
    case 'string':
      return own['format'] === undefined ? 'text' : `text ${word(own['format']).replaceAll('"', '')}`
    case 'array':
      return `[${depth === 0 ? 'any' : typeText(own['items'], depth - 1)}]`
    case 'object':
      return objectText(own, depth)
    default:
      return typeof type === 'string'
        ? type
        : own['properties'] === undefined
          ? 'any'
          : objectText(own, depth)
  }
}

function objectText(schema: JsonObject, depth: number): string {
  const properties = Object.entries(objectAt(schema, 'properties'))
  if (properties.length === 0 || depth === 0) return 'object'
  const required = listAt(schema, 'required')
  const fields = properties.map(([name, field]) => {
    const mark = required.length > 0 && !required.includes(name) ? '?' : ''
    const text = typeText(field, depth - 1)
    return `${nameText(name)}${mark}${text === 'text' ? '' : `: ${text}`}`
  })
  return `{${fields.join(', ')}}`
}

function valuesText(values: readonly Json[]): string {
  const shown = values.slice(0, mostValues).map(word).join('|')
  return values.length > mostValues ? `${shown}|...` : shown
}

/** A name as an expression reads it. */
function nameText(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : word(name)
}

function word(value: Json): string {
  return cut(JSON.stringify(value), longest.word)
}

function oneLine(text: string, most: number): string {
  return cut(text.replaceAll(/\s+/g, ' ').trim(), most)
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3).toWellFormed()}...`
}

function objectAt(schema: JsonObject, keyword: string): JsonObject {
  const value = schema[keyword]
  return isObject(value) ? (value as JsonObject) : {}
}

function listAt(schema: JsonObject, keyword: string): readonly Json[] {
  const value = schema[keyword]
  return Array.isArray(value) ? (value as readonly Json[]) : []
}
