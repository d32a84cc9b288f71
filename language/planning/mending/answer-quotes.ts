// The quotes of an answer as weak models write them: as a list, or in the steps themselves. Called by
// answer-shape.ts.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { type Draft, plain } from './draft.ts'

const idKeys = ['step', 'id', 'stepid']
const wordKeys = ['words', 'quote', 'quotes', 'text', 'exact', 'exactwords']

/** `[{"step": ..., "quote": ...}]`, and `quote` in the steps themselves. */
export function withQuotes(answer: Draft, mended: string[]): void {
  const { quotes, plan } = answer
  if (Array.isArray(quotes)) {
    const pairs = (quotes as readonly Json[]).flatMap(each => {
      if (!isObject(each)) return []
      const [id, words] = [saidBy(each as JsonObject, idKeys), saidBy(each as JsonObject, wordKeys)]
      if (typeof id === 'string' && typeof words === 'string') return [[id, words] as const]
      // `[{"orders": "an open order"}]`
      const [[key, only] = ['', null], ...more] = Object.entries(each as JsonObject)
      return more.length === 0 && typeof only === 'string' ? [[key, only] as const] : []
    })
    if (pairs.length > 0) {
      answer['quotes'] = Object.fromEntries(pairs)
      mended.push('the list of quotes is taken by step')
    }
  }
  if (!isObject(plan) || !Array.isArray((plan as JsonObject)['steps'])) return
  const found = new Map<string, Json>()
  const steps = withoutQuotes((plan as JsonObject)['steps'] as readonly Json[], found)
  if (found.size === 0) return
  const own = isObject(answer['quotes']) ? (answer['quotes'] as JsonObject) : {}
  answer['quotes'] = { ...Object.fromEntries(found), ...own }
  answer['plan'] = { ...(plan as JsonObject), steps: steps as Json }
  mended.push('quotes in the steps are taken as those of the answer')
}

/** No tool, and no kind of step, has a field of its own by these names beside its arguments. */
const ownQuoteKeys = ['quote', 'quotes']

function withoutQuotes(steps: readonly Json[], found: Map<string, Json>): readonly Json[] {
  const strip = (value: Json): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(strip)
    if (!isObject(value)) return value
    const step = value as JsonObject
    const key = ownQuoteKeys.find(each => typeof step[each] === 'string')
    const isStep =
      typeof step['id'] === 'string' &&
      ['kind', 'type', 'tool', 'action'].some(name => step[name] !== undefined)
    const { ...rest } = step as Draft
    if (isStep && key !== undefined) {
      found.set(String(step['id']), step[key]!)
      delete rest[key]
    }
    for (const [name, each] of Object.entries(rest)) if (name !== 'args') rest[name] = strip(each)
    return rest
  }
  return steps.map(strip)
}

function saidBy(each: JsonObject, keys: readonly string[]): Json | undefined {
  const key = Object.keys(each).find(name => keys.includes(plain(name)))
  return key === undefined ? undefined : each[key]
}
