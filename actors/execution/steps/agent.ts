// Agent steps: a loop of a language model with an allow-list of tools. The model is asked, asks for calls, is
// told their results, and so on, until it gives its answer. behavior.ts, beginning.ts and pending.ts call it.
// 1. Each answer of the model and each call is journaled before the next begins; a restart repeats none.
// 2. Only tools of the plan's list are called, whatever the model or a result says.
// 3. It ends: after so many turns, so many compute units, or its time.
// 4. What goes wrong with a call is told to the model; what goes wrong with the model fails the step.

import type { Json, JsonObject } from '../../../domain/json.ts'
import { isObject, textsIn } from '../../../domain/json.ts'
import type { Words } from '../../../domain/models/named-address.ts'
import { own } from '../../../domain/own.ts'
import { agentBounds } from '../../../domain/plan/plan.ts'
import { compileSchema, defectUnder } from '../../../domain/schema/schema-check.ts'
import { SchemaError } from '../../../domain/schema/schema-error.ts'
import type { StartExecution } from '../../../domain/work/execution.ts'
import type { Decision } from '../../../runtime/actor.ts'
import type { AgentAnswer, AgentCall, AskedByModel, AskModelEffect, Event, State } from '../protocol.ts'
import { questionAnswered, questionOf, withSpent } from './asking/answering.ts'
import { isSpent } from './budget.ts'
import { type Cause, failed } from './failing.ts'
import { agentCallId, type ExecutionContext, frameOf, stepAt } from './paths.ts'
import type { ProgramBlock } from './program.ts'
import { recordable } from './sizes.ts'

type AgentBlock = Extract<ProgramBlock, { kind: 'agent' }>
type Answered = Extract<AgentAnswer, { ok: true }>

/** The answer of a model, at a turn of the agent. */
export function modelAnswered(
  context: ExecutionContext,
  state: State,
  {
    step: path,
    turn,
    result,
  }: { readonly step: string; readonly turn: number; readonly result: AgentAnswer },
  now: number,
): Decision<Event> {
  const run = own(state.agents, path)
  // The answer to a turn that has been taken comes again when the answer to its commit was lost.
  if (run === undefined || turn !== run.turns.length) return { events: [] }
  if (!result.ok) return { events: failed(context, state, path, result.error) }
  const { block } = stepAt(context, path)
  if (block.kind === 'ask') return questionAnswered({ context, state, path, now }, block, result)
  if (block.kind !== 'agent') return { events: [] }
  const { cu, tokens } = result
  const spent = { cu, tokens }
  const next = nextOf(block, result)
  if (next === 'done') {
    const output = block.outputSchema === null ? result.text : result.value
    return { events: recordable(context, state, [{ type: 'step-completed', step: path, output, spent }]) }
  }
  const excess = excessOf(block, run.turns.length + 1, run.cu + result.cu)
  if (excess !== null) return { events: withSpent(failed(context, state, path, excess), spent) }
  const { text } = result
  const turned = { text, cu, tokens, calls: next.calls, defect: next.defect }
  return { events: recordable(context, state, [{ type: 'agent-turned', step: path, turn: turned }]) }
}

/** What follows the answer: calls, a correction, or nothing more. */
function nextOf(
  { outputSchema }: AgentBlock,
  { calls, value }: Answered,
): 'done' | { readonly calls: readonly AgentCall[]; readonly defect: string | null } {
  if (calls.length > 0) return { calls: calls.slice(0, agentBounds.callsAtOnce), defect: null }
  if (outputSchema === null) return 'done'
  const defect = defectOf(outputSchema, value)
  return defect === null ? 'done' : { calls: [], defect }
}

function defectOf(schema: JsonObject, value: Json): string | null {
  try {
    const defect = compileSchema(schema)(value)
    return defect === null ? null : defectUnder('answer', defect)
  } catch (error) {
    if (error instanceof SchemaError) return error.message
    throw error
  }
}

function excessOf({ maxSteps, maxCu }: AgentBlock, turns: number, cu: number): Cause | null {
  if (turns >= maxSteps)
    return { code: 'agent-out-of-steps', message: `the model gave no answer in ${maxSteps} turns` }
  if (cu <= maxCu) return null
  return {
    code: 'agent-over-budget',
    message: `the model and its calls took ${cu} of ${maxCu} CU, and no answer`,
  }
}

/** A call begins, unless the plan does not allow it. @param approved the arguments that somebody approved */
export function beginAgentCall(
  context: ExecutionContext,
  state: State,
  path: string,
  approved: JsonObject | undefined,
): readonly Event[] {
  const { tool, args } = callAt(state, path)
  const { owner } = frameOf(state, path)
  const { tools } = stepAt(context, owner!).block as AgentBlock
  if (!tools.has(tool)) {
    const message = `${tool.slice(0, 200)} is not among the tools of this step: ${[...tools].join(', ') || 'it has none'}`
    return failed(context, state, path, { code: 'tool-not-allowed', message }, args)
  }
  if (!isObject(args)) {
    const message = `${tool}: expected an object of arguments`
    return failed(context, state, path, { code: 'invalid-arguments', message }, args)
  }
  return [{ type: 'step-started', step: path, input: approved ?? (args as JsonObject), tool }]
}

/** What the model may have called (actors/model-calls/): inputs are a person's where a person gave them. */
export function askedByModel(context: ExecutionContext, state: State, path: string): AskedByModel {
  const { tools } = stepAt(context, frameOf(state, path).owner!).block as AgentBlock
  return { tools: [...tools], words: wordsOf(context, state.start!) }
}

const wordsOfStart = new WeakMap<StartExecution, Words>()

/** The same object for one execution: it is asked for after each of its events. */
function wordsOf({ program }: ExecutionContext, start: StartExecution): Words {
  const known = wordsOfStart.get(start)
  if (known !== undefined) return known
  const { inputs, trigger } = start
  const said = trigger.kind === 'api' || trigger.kind === 'schedule' ? textsIn(inputs) : []
  const words = { said, plan: program.words }
  wordsOfStart.set(start, words)
  return words
}

/** The call in whose frame the step is. */
export function callAt(state: State, path: string): AgentCall {
  return frameOf(state, path).names[agentCallId] as unknown as AgentCall
}

/** What open agents ask their models: those whose calls have all ended. */
export function* asking(context: ExecutionContext, state: State): Iterable<AskModelEffect> {
  if (isSpent(state)) return
  for (const path in state.agents) {
    const { goal, turns } = state.agents[path]!
    const { left, results } = state.composites[path]!
    if (left > 0) continue
    const { block } = stepAt(context, path)
    const { organizationId } = state.start!
    const asked = {
      type: 'ask-model',
      id: `${path}.turn[${turns.length}]`,
      step: path,
      turn: turns.length,
    } as const
    if (block.kind === 'ask') {
      const { model } = block
      yield {
        ...asked,
        organizationId,
        model,
        goal,
        tools: [],
        results,
        ...questionOf(block, state.agents[path]!),
      }
    }
    if (block.kind !== 'agent') continue
    const { model, tools, outputSchema } = block
    yield { ...asked, organizationId, model, goal, tools: [...tools], outputSchema, turns, results }
  }
}

/** Is a model asked now? */
export function isAsking(state: State): boolean {
  return !isSpent(state) && hasQuestion(state)
}

/** Would a model be asked, were there something left for it? */
export function isHeldBack(state: State): boolean {
  return isSpent(state) && hasQuestion(state)
}

function hasQuestion({ agents, composites }: State): boolean {
  for (const path in agents) if (composites[path]!.left === 0) return true
  return false
}
