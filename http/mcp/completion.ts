// completion/complete of a caller: ids of workflows and executions for resource templates, and the choices of
// a workflow's inputs for the arguments of its prompt. Without suggestions the answer is an empty list, as
// MCP demands.

import { firstItems } from '../../domain/first-items.ts'
import { isObject, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'
import { find } from './prompts.ts'
import type { ToolCallContext } from './service-tools.ts'
import type { ToolOffer } from './tool-offer.ts'

export interface CompletionParts {
  readonly callContext: ToolCallContext
  readonly offer: () => Promise<ToolOffer>
}

/** The limit of MCP. */
const mostValues = 100

/** @param params checked by the lane: `ref` and `argument` {name, value} */
export async function completionOf(parts: CompletionParts, params: JsonObject): Promise<JsonObject> {
  const { ref, argument } = params as { ref: JsonObject; argument: { name: string; value: string } }
  const all = await candidates(parts, ref, argument.name)
  const typed = argument.value.toLowerCase()
  const fitting = all.filter(({ value, label }) =>
    [value, label].some(it => it.toLowerCase().includes(typed)),
  )
  const values = fitting.slice(0, mostValues).map(({ value }) => value)
  return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } }
}

/** `label`: the text that a person may type for it. */
interface Candidate {
  readonly value: string
  readonly label: string
}

async function candidates(
  { callContext, offer }: CompletionParts,
  ref: JsonObject,
  argument: string,
): Promise<Candidate[]> {
  const { caller, services } = callContext
  const { organizationId } = caller
  const { type, name, uri } = ref
  if (type === 'ref/prompt' && typeof name === 'string') {
    const workflow = await find(callContext, name)
    return workflow === null ? [] : choicesOf(workflow.inputsSchema, argument)
  }
  if (type !== 'ref/resource' || typeof uri !== 'string' || argument !== 'id') return []
  const offered = await offer()
  if (uri.startsWith('troupe://workflows/') && offered.find('get_workflow') !== null) {
    const found = await firstItems(mostValues, page => services.workflows.list(organizationId, page))
    return found.map(({ id, name: label }) => ({ value: id, label }))
  }
  if (uri.startsWith('troupe://executions/') && offered.find('search_executions') !== null) {
    const found = await firstItems(mostValues, page => services.executions.search(organizationId, {}, page))
    return found.map(({ id, workflowName: label }) => ({ value: id, label }))
  }
  return []
}

function choicesOf({ properties }: JsonSchema, name: string): Candidate[] {
  const schema = isObject(properties) ? own(properties as JsonObject, name) : undefined
  if (!isObject(schema)) return []
  const choices = schema['type'] === 'boolean' ? [true, false] : schema['enum']
  if (!Array.isArray(choices)) return []
  return choices
    .map(choice => (typeof choice === 'string' ? choice : JSON.stringify(choice)))
    .map(value => ({ value, label: value }))
}
