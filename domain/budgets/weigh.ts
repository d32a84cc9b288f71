// What it costs to read a value once. Pure tools pay it for their arguments (rpc/builtin/tool.ts).
import type { Json, JsonObject } from '../json.ts'
import { spend } from './budget.ts'

const charactersAUnit = 64

/** Pays for reading a value once: its parts and its texts. */
export function weigh(value: Json): void {
  if (typeof value === 'string') spend(1 + value.length / charactersAUnit)
  else if (typeof value !== 'object' || value === null) spend(1)
  else if (Array.isArray(value)) {
    spend(1)
    for (const item of value) weigh(item)
  } else {
    for (const key in value) {
      spend(6)
      weigh((value as JsonObject)[key]!)
    }
  }
}
