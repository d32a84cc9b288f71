// A list of steps as weak models write one: a single step, steps by their ids, a list inside of an object.
import { isObject, type Json, type JsonObject } from '../../../../domain/json.ts'
import { plain } from '../draft.ts'
import { bodyWords } from '../synonyms.ts'

/** What is no list of steps stays as it is. */
export function stepList(sent: Json): Json {
  if (sent === null) return []
  if (!isObject(sent)) return sent
  const block = sent as JsonObject
  const keys = Object.keys(block)
  const [key = ''] = keys
  if (keys.length === 1 && ['steps', ...bodyWords].includes(plain(key))) return stepList(block[key]!)
  return stepsById(block) ?? [block]
}

/** `{"orders": {"kind": ...}, "mail": {...}}` */
function stepsById(block: JsonObject): Json | null {
  const entries = Object.entries(block)
  const isStep = (value: Json) => isObject(value) && stepKeys.some(key => Object.hasOwn(value, key))
  if (entries.length === 0 || !entries.every(([key, value]) => isStep(value) && !stepKeys.includes(key)))
    return null
  return entries.map(([id, step]) => ({ id, ...(step as JsonObject) }))
}

const stepKeys = ['kind', 'type', 'tool', 'action']
