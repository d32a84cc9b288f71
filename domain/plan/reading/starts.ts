// What a plan says of its start, as far as nothing starts by it yet: each is told by name, and the others are
// read on. Called by read-plan.ts.
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { laterStartKinds, startKinds } from '../../work/starts/said-starts.ts'
import type { ShapeFault } from './shape-faults.ts'

type Tell = (step: null, field: string, fault: ShapeFault) => void

export function withoutLaterStarts(sent: JsonObject, tell: Tell): JsonObject {
  const { start } = sent
  if (!Array.isArray(start)) return sent
  const read = (start as readonly Json[]).filter((each, index) => {
    const kind = isObject(each) ? (each as JsonObject)['kind'] : undefined
    const isLater = laterStartKinds.some(later => later === kind)
    const message = `nothing starts by ${kind} yet; there are ${startKinds.join(', ')}`
    if (isLater)
      tell(null, `start[${index}].kind`, { code: 'NOT_SUPPORTED', message, candidates: startKinds })
    return !isLater
  })
  return read.length === start.length ? sent : { ...sent, start: read }
}
