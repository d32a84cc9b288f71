// The exact forms in which an explanation writes a plan: calls that name their tool, values by name, loops
// over a list that is named. They mean one thing each: nothing is guessed, what does not fit is none.

import type { Step } from '../../../domain/plan/plan.ts'
import { type HubTool, offeredName } from '../../../domain/tools/tool.ts'
import type { Span, Statement, Value } from '../grammar/terms.ts'
import type { ToolModel } from '../lexicon/tool-model.ts'
import { any, type Type, wordsOf } from '../lexicon/types.ts'
import { answered } from './calls/answers.ts'
import { closeGated } from './flow/policies.ts'
import { argument, valueSaid } from './nouns/resolve.ts'
import { dead, type State, type Val } from './state.ts'
import { celOf, entityOf, isList, itemType } from './values.ts'

export function exactCall(
  state: State,
  { verb, words, tool: name, args, span }: Extract<Statement, { s: 'exact' }>,
): void {
  const tool =
    state.lexicon.all.find(each => offeredName(each) === name) ??
    (words === null ? called(state, name, span) : null) ??
    dead(`there is no tool "${name}"`, span, 'UNKNOWN_TOOL')
  if (words !== null && !isCalledSo(tool, verb.lemmas, words)) dead(`"${name}" is called otherwise`, span)
  const names = Object.keys((tool.inputSchema as { properties?: object }).properties ?? {})
  const values: Record<string, unknown> = {}
  for (const { words: said, value } of args) {
    const fit = names.filter(each => wordsOf(each).join(' ') === said)
    if (fit.length !== 1 || values[fit[0]!] !== undefined) dead(`"${name}" takes no "${said}"`, span)
    values[fit[0]!] = argument(valueSaid(state, value))
  }
  const cel = state.emit({
    id: state.newId(tool.name),
    kind: 'tool',
    server: tool.server,
    tool: tool.name,
    args: values,
  } as never)
  if (tool.server === null && values['list'] === undefined) return answered(state, tool, cel)
  refer(
    state,
    cel,
    state.lexicon.tools.find(model => model.tool === tool),
    values,
  )
}

/** "Send email (send_email)": the words before the name are those of the name. */
function isCalledSo(tool: HubTool, lemmas: readonly string[], words: readonly string[]): boolean {
  const own = wordsOf(tool.name)
  const isCalled = lemmas.includes('use')
    ? own.join(' ') === words.join(' ')
    : own.slice(1).join(' ') === words.join(' ') && lemmas.some(lemma => lemma === own[0])
  // "Use" is a verb of tools, too.
  return isCalled || lemmas.some(lemma => own.join(' ') === [lemma, ...words].join(' '))
}

/** By its name alone, or by its title, where no other is called so. */
function called({ lexicon }: State, name: string, span: Span): HubTool | null {
  const found = lexicon.all.filter(
    tool => tool.name === name || tool.title.toLowerCase() === name.toLowerCase(),
  )
  const names = found.slice(0, 4).map(offeredName).join(' or ')
  if (found.length > 1) dead(`this could be ${names}: name the tool in backticks`, span, 'AMBIGUOUS_TOOL')
  return found[0] ?? null
}

/** What a call gives: a list of records, a record, whatever it is; the last one is what "it" names. */
function refer(state: State, cel: string, model: ToolModel | undefined, args: Record<string, unknown>): void {
  const gives = model?.gives ?? null
  const list = (args['list'] as { $?: string } | undefined)?.$
  const same =
    model === undefined && list !== undefined
      ? state.reachable.find(({ val }) => val.cel === list)?.val
      : undefined
  if (same !== undefined) {
    // Sorted or cut, it is a list of the same.
    state.refer([...(entityOf(same)?.nouns ?? []), 'result'], { cel, type: same.type })
    return
  }
  if (gives === null) return state.refer([...(model?.nouns ?? []), 'result', 'answer'], { cel, type: any })
  const record: Type = { k: 'record', entity: gives.entity }
  const type: Type = gives.isMany ? { k: 'list', of: record } : record
  const { path } = gives
  const val: Val = gives.isMany && path !== null ? { cel, type: any, inside: { path, type } } : { cel, type }
  state.refer([...gives.entity.nouns, 'result'], val)
}

/** "Let limit be 5." */
export function letBe(state: State, name: string, value: Value): void {
  if (!/^[a-z_]+$/.test(name)) dead('no name')
  const val = valueSaid(state, value)
  const { literal: _, ...known } = val
  state.refer([name], { ...known, cel: state.set(name, argument(val)) }, { isNamed: true })
}

/** "For each order of the list {{orders}}:" */
export function eachOf(
  state: State,
  name: string,
  value: Value,
  atOnce: number | null,
  body: () => void,
): void {
  const list = valueSaid(state, value)
  if (!isList(list) && list.type.k !== 'any') dead('only a list has items')
  if (list.literal !== undefined) dead('the list is a constant')
  const variable = state.newVariable(name)
  if (variable !== name) dead('two loops have one name')
  const over = celOf(state, list)
  state.open(variable)
  state.refer([name], { cel: variable, type: itemType(list) }, { isVariable: true })
  body()
  const steps: readonly Step[] = closeGated(state)
  if (steps.length === 0) dead('nothing is done for each')
  state.emit({
    id: state.newId(`each ${variable}`),
    kind: 'foreach',
    over,
    as: variable,
    ...(atOnce !== null && { concurrency: atOnce }),
    steps,
  } as never)
}
