// Steps that say something of their neighbours: an else right after its if, try and catch, what follows a
// success. Each becomes what the plan language says for it.
import { isObject, type Json, type JsonObject } from '../../../../domain/json.ts'
import { type Draft, plain, type Tell } from '../draft.ts'
import { stepList } from './step-list.ts'

/** What is no step stays, so that it is told. */
export function withSiblings(list: readonly Json[], tell: Tell): readonly Json[] {
  const steps: Json[] = []
  for (const sent of list) {
    const previous = steps.at(-1)
    if (!isObject(sent)) {
      steps.push(sent)
      continue
    }
    const step = sent as JsonObject
    const joined = isObject(previous) ? asElse(previous as JsonObject, step, tell) : null
    if (joined === null) steps.push(...withSuccess(asTry(step, tell), tell))
    else steps[steps.length - 1] = joined
  }
  return steps
}

function asElse(previous: JsonObject, step: JsonObject, tell: Tell): JsonObject | null {
  const word = typeof step['kind'] === 'string' ? step['kind'] : step['type']
  const keys = Object.keys(step).filter(key => !['id', 'kind', 'type'].includes(key))
  const [key = ''] = keys
  const isElse = plain(typeof word === 'string' ? word : key) === 'else'
  if (!isElse || keys.length !== 1 || previous['else'] !== undefined || !isChoice(previous)) return null
  const steps = stepList(step[key]!)
  if (!Array.isArray(steps)) return null
  tell(typeof previous['id'] === 'string' ? previous['id'] : null, 'the else behind it is taken as its own')
  return { ...previous, else: steps as Json }
}

function isChoice(step: JsonObject): boolean {
  const word = step['kind'] ?? step['type']
  if (typeof word === 'string')
    return ['if', 'conditional', 'condition', 'branch', 'ifthen'].includes(plain(word))
  return ['cases', 'if', 'condition'].some(key => step[key] !== undefined)
}

/** `{"kind": "try", "try": [one step], "catch": [...]}`: of several it could not be said what goes on. */
function asTry(step: JsonObject, tell: Tell): JsonObject {
  const { try: tried, catch: caught, id, kind, type, ...rest } = step
  const word = kind ?? type
  if (tried === undefined || caught === undefined || Object.keys(rest).length > 0) return step
  if (word !== undefined && (typeof word !== 'string' || !plain(word).startsWith('try'))) return step
  const [list, handler] = [stepList(tried), stepList(caught)]
  if (!Array.isArray(list) || list.length !== 1 || !isObject(list[0]) || !Array.isArray(handler)) return step
  const only = list[0] as JsonObject
  if (only['onError'] !== undefined) return step
  tell(typeof id === 'string' ? id : null, 'try and catch are taken as a step with onError')
  return { ...only, onError: { steps: handler as Json } }
}

const successKeys = ['onsuccess', 'ifsucceeds', 'onok']

/** The steps that follow, where the step did not fail. */
function withSuccess(step: JsonObject, tell: Tell): readonly Json[] {
  const key = Object.keys(step).find(each => successKeys.includes(plain(each)))
  const id = step['id']
  if (key === undefined || typeof id !== 'string') return [step]
  const { [key]: following, ...own } = step as Draft
  const steps = stepList(following!)
  if (!Array.isArray(steps) || steps.length === 0) return [step]
  tell(id, `${key} is taken as steps that follow where it did not fail`)
  const when = `!failed(steps[${JSON.stringify(id)}])`
  return [own, { id: `${id}_succeeded`, kind: 'if', cases: [{ when, steps: steps as Json }] }]
}
