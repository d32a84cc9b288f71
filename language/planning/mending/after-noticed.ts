// Mends what only the types of values tell: `.output` of an answer that is a list, `.length` of a list, a
// number where a text is wanted. The compiler has noticed each; nothing is guessed where it knows nothing.

import type { BarePath, Misfit, Misread, Noticed } from '../../../domain/compiler/noticed.ts'
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { fieldOf, itemOf, type MaybeKnown, namedFields, typesOf } from '../../../domain/schema/known.ts'
import { type Draft, escaped, plain, type Tell } from './draft.ts'
import { outsideTexts } from './expressions/code.ts'
import { withLengths, withTextSums } from './expressions/wider-rewritings.ts'
import { withInside } from './inside.ts'

/** The plan with what was noticed of its steps mended; the same where nothing is. */
export function afterNoticed(plan: JsonObject, noticed: readonly Noticed[], tell: Tell): JsonObject {
  const steps = plan['steps']
  if (noticed.length === 0 || !Array.isArray(steps)) return plan
  const all = new Map<string, JsonObject>()
  const collect = (list: readonly Json[]): readonly Json[] =>
    list.map(step => {
      if (isObject(step)) {
        all.set(String(step['id']), step as JsonObject)
        withInside(step as JsonObject, collect)
      }
      return step
    })
  collect(steps as readonly Json[])
  const mend = (list: readonly Json[]): readonly Json[] =>
    list.map(sent => {
      if (!isObject(sent)) return sent
      const own = noticed.filter(({ step }) => step === sent['id'])
      const mended = own.reduce((step, each) => mendedOf(step, each, all, tell), sent as JsonObject)
      return withInside(mended, mend)
    })
  return { ...plan, steps: mend(steps as readonly Json[]) as Json }
}

function mendedOf(
  step: JsonObject,
  noticed: Noticed,
  all: ReadonlyMap<string, JsonObject>,
  tell: Tell,
): JsonObject {
  switch (noticed.type) {
    case 'misfit':
      return fitted(step, noticed, tell)
    case 'misread':
      return rewritten(step, noticed.field, rewritingOf(noticed, all), tell)
    case 'mixed-sum':
      return rewritten(step, noticed.field, source => outsideTexts(source, withTextSums), tell)
    case 'bare-path':
      return withValue(step, noticed, tell)
  }
}

/** A number or truth where a text is wanted. */
function fitted(step: JsonObject, { argument, expected, received }: Misfit, tell: Tell): JsonObject {
  const { args } = step
  const value = isObject(args) ? (args as JsonObject)[argument] : undefined
  const source = isObject(value) ? (value as JsonObject)['$'] : undefined
  if (typeof source !== 'string') return step
  const isOnly = (type: string) => expected.length === 1 && expected[0] === type
  const areAll = (...types: readonly string[]) => received.every(type => types.includes(type))
  const path = `${step['id']}.args.${argument}`
  if (isOnly('string') && areAll('number', 'integer', 'boolean')) {
    tell(path, `${source.slice(0, 80)} is taken as a text`)
    return { ...step, args: { ...(args as JsonObject), [argument]: { $: `string(${source})` } } }
  }
  // What a handler sees of a failure is a record; its text is the message.
  if (isOnly('string') && source === 'error') {
    tell(path, 'error is taken as error.message')
    return { ...step, args: { ...(args as JsonObject), [argument]: { $: 'error.message' } } }
  }
  return step
}

/** The value in place of the text that is its path. */
function withValue(step: JsonObject, { field, text }: BarePath, tell: Tell): JsonObject {
  const path = text.trim()
  const instead = (value: Json | undefined) => textsReplaced(value ?? null, text, { $: path })
  const [, argument] = /^args\.(.+)$/.exec(field) ?? []
  const { args } = step
  tell(`${step['id']}.${field}`, `${text.slice(0, 80)} is taken as the value ${path.slice(0, 80)}`)
  if (argument === undefined || !isObject(args)) return { ...step, [field]: instead(step[field]) }
  return { ...step, args: { ...(args as JsonObject), [argument]: instead((args as JsonObject)[argument]) } }
}

function textsReplaced(value: Json, text: string, instead: JsonObject): Json {
  if (value === text) return instead
  if (Array.isArray(value)) return (value as readonly Json[]).map(each => textsReplaced(each, text, instead))
  if (!isObject(value)) return value
  const entries = Object.entries(value as JsonObject)
  if (entries.length === 1 && entries[0]![0].startsWith('$')) return value
  return Object.fromEntries(entries.map(([name, each]) => [name, textsReplaced(each, text, instead)]))
}

function rewritten(step: JsonObject, field: string, mend: Rewriting | null, tell: Tell): JsonObject {
  const [key = ''] = field.split(/[.[]/)
  const value = step[key]
  if (mend === null || value === undefined) return step
  const told: string[] = []
  const mended = inExpressions(value, key, source => {
    const instead = mend(source)
    if (instead !== source) told.push(`${source.slice(0, 80)} is taken as ${instead.slice(0, 80)}`)
    return instead
  })
  for (const what of told) tell(`${step['id']}.${field}`, what)
  return told.length === 0 ? step : { ...step, [key]: mended }
}

type Rewriting = (source: string) => string

function rewritingOf({ said, key, within }: Misread, all: ReadonlyMap<string, JsonObject>): Rewriting | null {
  const types = typesOf(within)
  if (within === null || types === null) return null
  const path = new RegExp(`(?<![\\w.])${escaped(said)}\\.${escaped(key)}(?![\\w(])`, 'g')
  const without = (source: string) => source.replaceAll(path, () => said)
  if (key === 'length' && (types.includes('array') || types.includes('string')))
    return said === 'the value'
      ? source => outsideTexts(source, withLengths)
      : source => source.replaceAll(path, () => `${said}.size()`)
  const [, id = ''] = /^steps\.(\w+)$/.exec(said) ?? []
  const step = all.get(id)
  if (step === undefined) return null
  if (key === 'error' && goesOn(step)) return source => withFailure(source, said)
  if (types.includes('object')) return results.includes(key) ? without : null
  const isCertain = results.includes(key) || certain.includes(key) || isOwnName(key, id, step)
  if (types.includes('array') && mayHave(itemOf(within), key))
    return isCertain && !hasField(itemOf(within), key) ? without : null
  return wrappers.includes(key) || isOwnName(key, id, step) ? without : null
}

/** What other languages keep the result of a call in. */
const results = ['output', 'outputs', 'result', 'results']

/** And a list, where nothing is known of its items. */
const certain = ['data', 'records', 'rows', 'list', 'response']

/** And what a list or a text is kept in, which have no fields themselves. */
const wrappers = [
  ...results,
  ...['data', 'items', 'records', 'rows', 'list', 'value', 'values', 'response', 'body', 'content'],
  ...['answer', 'choice', 'text', 'label', 'category', 'message', 'classification', 'summary', 'completion'],
]

/** May the field be one of each item? */
function mayHave(item: MaybeKnown, key: string): boolean {
  const types = typesOf(item)
  if (item === null || types === null) return true
  return types.includes('object') && fieldOf(item, key) !== null
}

function hasField(item: MaybeKnown, key: string): boolean {
  return item !== null && namedFields(item).includes(key)
}

/** `steps.invoices.invoices` of the tool list_invoices. */
function isOwnName(key: string, id: string, { tool }: JsonObject): boolean {
  const name = plain(key)
  return name === plain(id) || (typeof tool === 'string' && plain(tool).endsWith(name))
}

function goesOn({ onError }: JsonObject): boolean {
  return onError !== undefined && onError !== 'fail'
}

/** `steps.x.error != null` of a step that goes on after a failure. */
function withFailure(source: string, said: string): string {
  const place = `(?<![\\w.])${escaped(said)}\\.error\\s*`
  return source
    .replaceAll(new RegExp(`${place}!=\\s*null\\b`, 'g'), () => `failed(${said})`)
    .replaceAll(new RegExp(`${place}==\\s*null\\b`, 'g'), () => `!failed(${said})`)
}

/** Each expression in the field: `{"$"}`, `{"$t"}`, and a condition as it stands. */
function inExpressions(value: Json, key: string, map: Rewriting): Json {
  if (typeof value === 'string') return sources.includes(key) ? map(value) : value
  if (Array.isArray(value)) return (value as readonly Json[]).map(each => inExpressions(each, '', map))
  if (!isObject(value)) return value
  const mapped: Draft = {}
  for (const [name, each] of Object.entries(value as JsonObject))
    mapped[name] = name === 'steps' ? each : inExpressions(each, name, map)
  return mapped
}

const sources = ['$', '$t', 'when', 'unless', 'over', 'until', 'while']
