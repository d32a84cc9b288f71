// completion/complete of a caller: ids of workflows and executions for the templates of resources, and the choices of a
// workflow's inputs for the arguments of its prompt. Nothing to suggest is an empty list, as MCP has it.
import { isObject, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import type { Visit } from '../service-tools.ts'
import { find } from './prompts.ts'
import type { ToolOffer } from './tool-offer.ts'

export interface CompletionParts {
  readonly visit: Visit
  readonly offer: () => Promise<ToolOffer>
}

/** Of MCP. */
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

/** `label`: what a person may type for it. */
interface Candidate {
  readonly value: string
  readonly label: string
}

async function candidates(
  { visit, offer }: CompletionParts,
  ref: JsonObject,
  argument: string,
): Promise<Candidate[]> {
  const { caller, services } = visit
  const { organizationId } = caller
  const { type, name, uri } = ref
  if (type === 'ref/prompt' && typeof name === 'string') {
    const workflow = await find(visit, name)
    return workflow === null ? [] : choicesOf(workflow.inputsSchema, argument)
  }
  if (type !== 'ref/resource' || typeof uri !== 'string' || argument !== 'id') return []
  const offered = await offer()
  if (uri.startsWith('troupe://workflows/') && offered.find('get_workflow') !== null) {
    const { items } = await services.workflows.list(organizationId, { limit: mostValues })
    return items.map(({ id, name: label }) => ({ value: id, label }))
  }
  if (uri.startsWith('troupe://executions/') && offered.find('search_executions') !== null) {
    const { items } = await services.executions.search(organizationId, {}, { limit: mostValues })
    return items.map(({ id, workflowName: label }) => ({ value: id, label }))
  }
  return []
}

function choicesOf({ properties }: JsonSchema, name: string): Candidate[] {
  const schema = isObject(properties) ? properties[name] : undefined
  if (!isObject(schema)) return []
  const choices = schema['type'] === 'boolean' ? [true, false] : schema['enum']
  if (!Array.isArray(choices)) return []
  return choices
    .map(choice => (typeof choice === 'string' ? choice : JSON.stringify(choice)))
    .map(value => ({ value, label: value }))
}
