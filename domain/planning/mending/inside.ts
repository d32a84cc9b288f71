// The lists of steps inside of a step as a model writes it, whatever else is wrong with it.
import { isObject, type Json, type JsonObject } from '../../json.ts'

/** The step with each list of steps inside of it replaced. */
export function withInside(step: JsonObject, map: (list: Json) => readonly JsonObject[]): JsonObject {
  const changed: { [key: string]: Json } = { ...step }
  for (const key of ['steps', 'else'] as const)
    if (Array.isArray(changed[key])) changed[key] = map(changed[key]!) as Json
  for (const key of ['cases', 'branches'] as const) {
    const parts = changed[key]
    if (!Array.isArray(parts)) continue
    changed[key] = (parts as readonly Json[]).map(part => {
      if (Array.isArray(part)) return { steps: map(part as Json) as Json }
      const inner = isObject(part) ? (part as JsonObject)['steps'] : undefined
      return inner === undefined ? part : { ...(part as JsonObject), steps: map(inner) as Json }
    })
  }
  const handler = changed['onError']
  if (isObject(handler) && Array.isArray((handler as JsonObject)['steps']))
    changed['onError'] = { ...(handler as JsonObject), steps: map((handler as JsonObject)['steps']!) as Json }
  return changed
}
