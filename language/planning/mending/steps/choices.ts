// A step of kind if: condition and then, switch, else in other places.
import { isObject, type Json, type JsonObject } from '../../../../domain/json.ts'
import { type Around, type Draft, plain } from '../draft.ts'
import { renameKeys } from '../rename-keys.ts'
import { bodyWords, caseWords } from '../synonyms.ts'
import { stepList } from './step-list.ts'

const conditionKeys = ['condition', 'if', 'when', 'expression', 'test']
const thenKeys = ['then', 'steps', 'do', 'body', 'true', 'iftrue', 'ontrue', 'yes', 'thensteps', 'actions']
const elseKeys = ['else', 'otherwise', 'elsesteps', 'false', 'iffalse', 'onfalse', 'no', 'default', 'elsedo']
const elseIfKeys = ['elseif', 'elif', 'elsif']

export function asChoice(step: Draft, { tell }: Around): void {
  const id = String(step['id'])
  const keyOf = (names: readonly string[]) => Object.keys(step).find(key => names.includes(plain(key)))
  const elseKey = keyOf(elseKeys)
  if (elseKey !== undefined && elseKey !== 'else') move(step, elseKey, 'else')
  renameKeys(step, ['cases'], { cases: ['conditions', 'branches'] }, id, tell)
  asSwitch(step, id, keyOf, tell)
  if (step['cases'] === undefined) {
    const [condition, then] = [keyOf(conditionKeys), keyOf(thenKeys)]
    if (condition === undefined || then === undefined) return
    step['cases'] = [{ when: step[condition]!, steps: step[then]! }]
    delete step[condition]
    delete step[then]
    tell(id, 'condition and then are taken as a case')
  }
  const elseIf = keyOf(elseIfKeys)
  if (elseIf !== undefined && Array.isArray(step['cases'])) {
    const more = Array.isArray(step[elseIf]) ? (step[elseIf] as readonly Json[]) : [step[elseIf]!]
    step['cases'] = [...(step['cases'] as readonly Json[]), ...more]
    delete step[elseIf]
    tell(id, `${elseIf} is taken as further cases`)
  }
  if (isObject(step['cases'])) step['cases'] = [step['cases'] as JsonObject]
  if (!Array.isArray(step['cases'])) return
  const cases = (step['cases'] as readonly Json[]).map(each => asCase(each, id, tell))
  step['cases'] = withoutElse(step, cases, id, tell) as Json
  if (step['else'] === null) delete step['else']
}

function move(step: Draft, from: string, to: string): void {
  if (step[to] !== undefined) return
  step[to] = step[from]!
  delete step[from]
}

function asCase(sent: Json, id: string, tell: Around['tell']): Json {
  if (!isObject(sent)) return sent
  const part: Draft = { ...(sent as JsonObject) }
  renameKeys(part, ['when', 'steps'], caseWords, id, tell)
  if (part['steps'] !== undefined) part['steps'] = stepList(part['steps']) as Json
  // `if` and `then` of a case that is written as a step of its own.
  if (part['kind'] === 'if' || part['kind'] === 'case') delete part['kind']
  return part
}

/** The last entry that is an else. */
function withoutElse(step: Draft, cases: readonly Json[], id: string, tell: Around['tell']): readonly Json[] {
  const last = cases.at(-1)
  if (step['else'] !== undefined || !isObject(last) || cases.length < 2) return cases
  const { when, ...rest } = last as JsonObject
  const isElse = when === undefined || when === null || (typeof when === 'string' && isElseWord(when))
  const key = Object.keys(rest).find(each => each === 'steps' || elseKeys.includes(plain(each)))
  if (!isElse || key === undefined || Object.keys(rest).length !== 1) return cases
  step['else'] = stepList(rest[key]!) as Json
  tell(id, 'the last case is taken as else')
  return cases.slice(0, -1)
}

function isElseWord(when: string): boolean {
  return ['else', 'default', 'otherwise'].includes(plain(when))
}

/** `{"on": ..., "cases": [{"value": ..., "steps"}]}` and `{"on": ..., "cases": {"open": [...]}}` */
function asSwitch(
  step: Draft,
  id: string,
  keyOf: (names: readonly string[]) => string | undefined,
  tell: Around['tell'],
): void {
  const on = keyOf(['on', 'value', 'expression', 'switch', 'field', 'variable', 'switchon'])
  const { cases } = step
  if (on === undefined || cases === undefined) return
  const source = sourceOf(step[on]!)
  if (source === null) return
  const entries = Array.isArray(cases)
    ? (cases as readonly Json[]).map(valueCase)
    : isObject(cases)
      ? Object.entries(cases as JsonObject)
      : [null]
  if (entries.includes(null)) return
  const isElse = ([value]: readonly [Json, Json]) => typeof value === 'string' && isElseWord(value)
  const all = entries as readonly (readonly [Json, Json])[]
  const other = all.find(isElse)
  step['cases'] = all
    .filter(each => !isElse(each))
    .map(([value, steps]) => ({
      when: `${source} == ${JSON.stringify(value)}`,
      steps: stepList(steps) as Json,
    }))
  if (other !== undefined) step['else'] ??= stepList(other[1]) as Json
  delete step[on]
  tell(id, `the values of ${on} are taken as cases`)
}

function sourceOf(value: Json): string | null {
  const source = isObject(value) ? (value as JsonObject)['$'] : value
  if (typeof source !== 'string') return null
  const [, one, two] = /^\s*(?:\{\{(.*)\}\}|\$\{(.*)\})\s*$/s.exec(source) ?? []
  return (one ?? two ?? source).trim()
}

function valueCase(sent: Json): readonly [Json, Json] | null {
  if (!isObject(sent)) return null
  const entries = Object.entries(sent as JsonObject)
  const value = entries.find(([key]) => ['value', 'case', 'equals', 'is', 'match'].includes(plain(key)))
  const steps = entries.find(([key]) => ['steps', ...bodyWords].includes(plain(key)))
  if (steps === undefined || entries.length !== 2) return null
  return value === undefined || isObject(value[1]) || Array.isArray(value[1]) ? null : [value[1], steps[1]]
}
