// What a slot of a sentence holds, in friendly words.
import { withRolesAbove } from '../../../domain/plan/assignees.ts'
import type { Argument, Step } from '../../../domain/plan/plan.ts'
import type { SlotForm } from '../../../domain/plan/sentences/form.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { roles } from '../lexicon/words.ts'
import { isCondition } from '../meaning/texts.ts'
import { calledWords } from './calls.ts'
import { conditionWords, fieldWords } from './conditions.ts'
import type { Kinds } from './kinds.ts'
import { argumentWords, plainName, renamed } from './names.ts'
import {
  codeWords,
  computedOf,
  durationWords,
  expressionWords,
  listWords,
  type Names,
  valueWords,
} from './values.ts'

export interface Scene {
  readonly names: Names
  readonly kinds: Kinds
  readonly tools: readonly HubTool[]
}

/** A step, or an object in it. */
export type Holder = { readonly [field: string]: unknown }

export function slotWords(as: SlotForm, value: Argument, holder: Holder, scene: Scene): string {
  return forms[as](value as never, scene, holder)
}

type Words<Value> = (value: Value, scene: Scene, holder: Holder) => string
interface Pairs {
  readonly [name: string]: Argument
}

const forms: {
  readonly value: Words<Argument>
  readonly result: Words<Argument>
  readonly moment: Words<Argument>
  readonly choices: Words<readonly string[] | { readonly $: string }>
  readonly pairs: Words<Pairs>
  readonly arguments: Words<Pairs>
  readonly schema: Words<object>
  readonly count: Words<number>
  readonly duration: Words<number>
  readonly tools: Words<readonly string[]>
  readonly ids: Words<readonly string[]>
  readonly people: Words<readonly string[]>
} & { readonly [Form in SlotForm]: Words<never> } = {
  value: (value, { names }) => valueWords(value, names),
  result: (value, { names }) => resultWords(value, names),
  moment: (value, { names }) => momentWords(value, names),
  expression: (source: string, { names }) => expressionWords(source, names),
  condition: (source: string, scene) => conditionOf(source, scene),
  pairs: (pairs, { names }) => {
    const name = (each: string) => (fieldWords(each) === each ? each : codeWords(each))
    return listWords(Object.entries(pairs).map(([key, value]) => `${name(key)} ${valueWords(value, names)}`))
  },
  arguments: (args, { names }) =>
    listWords(
      Object.entries(args).map(([name, value]) => `the ${argumentWords(name)} ${valueWords(value, names)}`),
    ),
  tool: (_: string, scene, step) => calledWords(step as unknown as Extract<Step, { kind: 'tool' }>, scene),
  tools: tools => (tools.length === 0 ? 'no tools' : `the tools ${listWords(tools.map(codeWords))}`),
  name: (id: string, { names }) => names.get(id) ?? plainName(id),
  word: (word: string) => word,
  ids: (ids, { names }) => listWords(ids.map(id => names.get(id) ?? codeWords(id))),
  text: (text: string) => `"${text}"`,
  code: (text: string) => codeWords(text),
  javascript: (js: string) => codeWords(JSON.stringify(js)),
  schema: schema => codeWords(JSON.stringify(schema)),
  count: count => String(count),
  duration: durationWords,
  people: (assignees, { names }, { assigneesFrom }) =>
    peopleWords(assignees, (assigneesFrom ?? []) as readonly string[], names),
  choices: (choices, { names }) => {
    if ('$' in choices) return expressionWords(choices.$, names)
    const said = choices.map(each => JSON.stringify(each))
    return listWords(said, 'or')
  },
}

export function conditionOf(source: string, { names, kinds }: Scene): string {
  const words = conditionWords(source, { names, kinds, item: null })
  if (words !== null) return words
  // A bare value would be read as "is true".
  return isCondition(source) ? expressionWords(source, names) : codeWords(renamed(source, names))
}

function resultWords(value: Argument, names: Names): string {
  if (value === null) return 'Stop here'
  if (typeof value === 'object' && !Array.isArray(value) && computedOf(value) === null) {
    const entries = Object.entries(value)
    if (entries.length > 0 && entries.every(([key]) => /^[A-Za-z_]+$/.test(key))) {
      return `Return an object with ${entries.map(([key, each]) => `${key}: ${valueWords(each as Argument, names)}`).join(', ')}`
    }
  }
  return `Return ${valueWords(value, names)}`
}

function momentWords(until: Argument, names: Names): string {
  const source = computedOf(until)?.[0] === '$' ? computedOf(until)![1] : ''
  const [, clock, zone] = /^nextClock\(now, "(\d\d:\d\d)", "([^"]+)"\)$/.exec(source) ?? []
  return clock === undefined ? valueWords(until, names) : `${clock}, ${zone}`
}

function peopleWords(assignees: readonly string[], from: readonly string[], names: Names): string {
  const named = withRolesAbove(assignees).map(each =>
    roles.includes(each)
      ? `${/^[aeiou]/.test(each) ? 'an' : 'a'} ${each}`
      : /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(each)
        ? each
        : codeWords(each),
  )
  const said = [...named, ...from.map(source => expressionWords(source, names))]
  return said.length === 0 ? 'someone' : listWords(said, 'or')
}
