// One step as weak models write it, by passes with one reason each.
import { isObject, type JsonObject } from '../../../../domain/json.ts'
import type { StepKind } from '../../../../domain/plan/blocks/block.ts'
import { blocks } from '../../../../domain/plan/blocks/blocks.ts'
import { planKeys } from '../../../../domain/plan/plan-schema.ts'
import { type Around, type Draft, plain, snake } from '../draft.ts'
import { renameKeys } from '../rename-keys.ts'
import { aliasWords, commonWords, expressionWords, remarkWords, stepWords, titleWords } from '../synonyms.ts'
import { mendedArguments } from './arguments.ts'
import { asBranches, asFilter, asLoop, withLists } from './blocks.ts'
import { asChoice } from './choices.ts'
import { asApproval, withPolicies } from './policies.ts'
import { withQuantities } from './quantities.ts'
import { withKind } from './step-kind.ts'
import { toolMeant } from './tool-meant.ts'
import { asTool, toolOf } from './tool-step.ts'

export function mendedStep(sent: JsonObject, around: Around): JsonObject {
  const step: Draft = { ...sent }
  asFilter(step, around)
  withKind(step, around)
  withId(step, around)
  const kind = step['kind']
  if (typeof kind !== 'string' || !Object.hasOwn(blocks, kind)) return step
  asKind(step, kind as StepKind, around)
  withRemarks(step, kind as StepKind, around)
  withPolicies(step, around)
  withQuantities(step, around)
  withLists(step, around)
  return step
}

function asKind(step: Draft, kind: StepKind, around: Around): void {
  const id = String(step['id'])
  if (kind === 'tool') asTool(step, around)
  if (kind === 'if') asChoice(step, around)
  withAlias(step, kind, around)
  if (kind === 'set' || kind === 'return') withExpression(step, around)
  if (kind === 'approval') asApproval(step, id, around.tell)
  renameKeys(step, planKeys.step(kind), { ...commonWords, ...stepWords[kind] }, id, around.tell)
  // What the tool takes may be meant for it.
  const taken = argumentsOf(step, around)
  if (!Object.keys(step).some(key => taken.includes(key)))
    renameKeys(step, ['title'], titleWords, id, around.tell)
  if (kind === 'foreach') asLoop(step, around)
  if (kind === 'parallel') asBranches(step, around)
  if (kind === 'tool') mendedArguments(step, toolOf(step, around), around)
}

/** `{"tool": ..., "save_as": "orders"}`: later steps read it by that name. */
function withAlias(step: Draft, kind: StepKind, { aliases, tell }: Around): void {
  const known = planKeys.step(kind)
  const key = Object.keys(step).find(each => aliasWords.includes(plain(each)) && !known.includes(each))
  const alias = key === undefined ? undefined : step[key]
  if (typeof alias !== 'string' || !/^[A-Za-z_]\w*$/.test(alias) || !gives.includes(kind)) return
  aliases.set(alias, String(step['id']))
  delete step[key!]
  tell(String(step['id']), `${alias} is taken as a name of the step`)
}

/** Kinds that have an output, and no field that other languages call so. */
const gives = ['tool', 'ask', 'agent', 'foreach', 'parallel', 'repeat', 'approval', 'workflow', 'code', 'if']

/** `{"kind": "set", "expression": "sum(steps.a)"}` */
function withExpression(step: Draft, { tell }: Around): void {
  const key = Object.keys(step).find(each => expressionWords.includes(plain(each)))
  if (key === undefined || step['value'] !== undefined) return
  const said = step[key]!
  step['value'] = typeof said === 'string' ? { $: said } : said
  delete step[key]
  tell(String(step['id']), `${key} is taken as a computed value`)
}

function argumentsOf(step: Draft, around: Around): readonly string[] {
  const tool = step['kind'] === 'tool' ? toolOf(step, around) : null
  const properties = tool?.inputSchema['properties']
  return isObject(properties) ? Object.keys(properties) : []
}

/** They say nothing that could run. */
function withRemarks(step: Draft, kind: StepKind, around: Around): void {
  const taken = argumentsOf(step, around)
  for (const key of Object.keys(step)) {
    if (taken.includes(key)) continue
    if (!remarkWords.includes(plain(key)) || planKeys.step(kind).includes(key)) continue
    if (typeof step[key] !== 'string') continue
    delete step[key]
    around.tell(String(step['id']), `${key} is left out: it only describes the step`)
  }
}

/** A step without an id is called by its name, or by what it does. */
function withId(step: Draft, { index, tools, tell }: Around): void {
  renameKeys(step, ['id'], { id: commonWords['id']! }, null, tell)
  if (typeof step['id'] === 'number') step['id'] = String(step['id'])
  if (typeof step['id'] === 'string' && step['id'] !== '') return
  const { name } = step
  const isName = typeof name === 'string' && toolMeant(name, tools) === null && step['kind'] !== 'workflow'
  if (isName) {
    step['id'] = name
    delete step['name']
    return tell(name, 'the name is taken as the id')
  }
  const said = [step['title'], step['tool'], step['kind']].find(each => typeof each === 'string')
  step['id'] = `${snake(String(said ?? 'step')).slice(0, 40)}_${index + 1}`
  tell(step['id'], 'the step without an id is called so')
}
