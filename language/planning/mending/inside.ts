// The lists of steps inside of a step as a model writes it, whatever else is wrong with it.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'

/** The step with each list of steps inside of it replaced. What is no list stays. */
export function withInside(step: JsonObject, map: (list: readonly Json[]) => readonly Json[]): JsonObject {
  const changed: { [key: string]: Json } = { ...step }
  const list = (value: Json): Json => (Array.isArray(value) ? (map(value as readonly Json[]) as Json) : value)
  for (const key of ['steps', 'else'] as const)
    if (changed[key] !== undefined) changed[key] = list(changed[key])
  for (const key of ['cases', 'branches'] as const) {
    const parts = changed[key]
    if (!Array.isArray(parts)) continue
    changed[key] = (parts as readonly Json[]).map(part => {
      const inner = isObject(part) ? (part as JsonObject)['steps'] : undefined
      return inner === undefined ? part : { ...(part as JsonObject), steps: list(inner) }
    })
  }
  const handler = changed['onError']
  if (isObject(handler) && Array.isArray((handler as JsonObject)['steps']))
    changed['onError'] = { ...(handler as JsonObject), steps: list((handler as JsonObject)['steps']!) }
  return changed
}

/** Every step of the lists, those inside of others, too. */
export function allIn(steps: readonly Json[]): readonly JsonObject[] {
  const all: JsonObject[] = []
  for (const step of steps) {
    if (!isObject(step)) continue
    all.push(step as JsonObject)
    withInside(step as JsonObject, list => {
      all.push(...allIn(list))
      return list
    })
  }
  return all
}
