// Points out lists that a tool cuts off without a word: it reads so many items unless it is told otherwise,
// or can never give more. Called by domain/compiler/compiler.ts for each tool step.
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { StepOf } from '../plan/blocks/block.ts'
import { fieldOf, knownOf, namedFields, typesOf } from '../schema/known.ts'
import { type HubTool, offeredName } from '../tools/tool.ts'
import type { Pass } from './compiler.ts'

/** What tools call the number of items that they give: `limit`, `max_results`, `pageSize`, `per_page`. */
const limiting =
  /^(limit|top|take|rows|(max|num|number|count)([_-]?(of[_-]?)?(results?|items?|rows?|records?|entries|hits))|(page|batch)[_-]?(size|limit)|per[_-]?page|max[_-]?page[_-]?size|results?[_-]?(limit|per[_-]?page))$/i

export function checkCutList(step: StepOf<'tool'>, tool: HubTool, pass: Pass): void {
  if (tool.effect !== 'read' || !mayGiveList(tool)) return
  const properties = tool.inputSchema['properties']
  if (!isObject(properties)) return
  for (const [name, schema] of Object.entries(properties as JsonObject)) {
    if (!limiting.test(name) || !isObject(schema)) continue
    const said = cutOf(name, schema as JsonObject, step.args[name])
    if (said === null) continue
    const message = `${step.id}: ${offeredName(tool)} gives ${said}; what is beyond is not there for the steps after it`
    return pass.inform(step, 'CUT_LIST', `args.${name}`, message)
  }
}

/** How many items come at most, where nobody decided on it; null where somebody did, or nothing is known. */
function cutOf(name: string, schema: JsonObject, given: Json | undefined): string | null {
  const { default: usual, maximum } = schema
  const bound = typeof maximum === 'number' ? maximum : null
  if (given === undefined) {
    if (typeof usual === 'number') {
      if (bound !== null && usual >= bound) return `${usual} items at most: ${name} takes no more`
      return `${usual} items at most, unless ${name} says otherwise${bound === null ? '' : ` (up to ${bound})`}`
    }
    return bound === null ? null : `${bound} items at most, and perhaps fewer, since nothing says ${name}`
  }
  return bound !== null && given === bound ? `${bound} items at most: ${name} takes no more` : null
}

/** A list, or an object with one in it; where nothing says, it may be one. */
function mayGiveList({ outputSchema, observedOutput }: HubTool): boolean {
  const known = knownOf(outputSchema ?? observedOutput)
  const types = typesOf(known)
  if (known === null || types === null || types.includes('array')) return true
  const fields = namedFields(known)
  const isList = (name: string) => typesOf(fieldOf(known, name)?.known ?? null)?.includes('array') ?? false
  return types.includes('object') && (fields.length === 0 || fields.some(isList))
}
