// What follows the answer to an ask step: it is the output, waits for its review, is corrected, or fails the
// step. agent.ts and behavior.ts call it.
// 1. An input that is too long for its model is parted once, before the first answer. The parts are asked
//    about one after the other; each answer is journaled before the next question.
// 2. Of `many` choices, those that were named for any part are the answer. Else one further question brings
//    the answers of the parts together.
import { ExpressionError } from '../../../../domain/expression/expression.ts'
import type { Json, JsonObject } from '../../../../domain/json.ts'
import { inputText, partsOf } from '../../../../domain/models/input-parts.ts'
import { own } from '../../../../domain/own.ts'
import { askBounds } from '../../../../domain/plan/plan.ts'
import type { Decision } from '../../../../runtime/actor.ts'
import type { AgentAnswer, AgentRun, AgentTurn, AskModelEffect, Event, Spent, State } from '../../protocol.ts'
import { type Cause, failed } from '../failing.ts'
import type { ExecutionContext } from '../paths.ts'
import type { AskProgram, ProgramApproval } from '../program.ts'
import { evaluatorOf } from '../scope.ts'
import { recordable } from '../sizes.ts'
import { type Asked, answerIn, defectOfAnswer, formOf, wireForm } from './ask.ts'
import { isExempt, requestApproval } from './requesting.ts'

type Answered = Extract<AgentAnswer, { ok: true }>

interface Place {
  readonly context: ExecutionContext
  readonly state: State
  readonly path: string
  readonly now: number
}

/** What the model is asked now. */
export function questionOf(
  block: AskProgram,
  run: AgentRun,
): Pick<AskModelEffect, 'outputSchema' | 'turns' | 'about'> {
  const { parting } = run
  const { input } = run.asked!
  const form = formOf(block, run.asked!)
  const { answers, turns } = standing(run)
  const about = { input, form, cacheMs: block.cacheMs }
  return {
    outputSchema: wireForm(form),
    turns,
    about: parting === undefined ? about : { ...about, part: { ...parting, index: answers.length, answers } },
  }
}

/** Answers to the parts before, and what was said about this one. */
function standing({ turns }: AgentRun): {
  readonly answers: readonly Json[]
  readonly turns: readonly AgentTurn[]
} {
  const answers = turns.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
  return { answers, turns: turns.slice(turns.findLastIndex(({ answer }) => answer !== undefined) + 1) }
}

/** The input does not fit: it is parted, or the step fails. */
export function inputTooLong(
  context: ExecutionContext,
  state: State,
  { step: path, turn, most }: { readonly step: string; readonly turn: number; readonly most: number },
): Decision<Event> {
  const run = own(state.agents, path)
  if (run?.asked === undefined || turn !== run.turns.length || run.parting !== undefined)
    return { events: [] }
  const { input } = run.asked
  const { length } = inputText(input)
  const parts = partsOf(input, most).length
  if (parts <= askBounds.parts) return { events: [{ type: 'input-parted', step: path, most, parts, length }] }
  const message = `the input is ${length} characters long: for this model it would be ${parts} parts, and ${askBounds.parts} are the most; give it less, or name a model that takes more`
  return { events: failed(context, state, path, { code: 'too-large', message }) }
}

export function questionAnswered(place: Place, block: AskProgram, result: Answered): Decision<Event> {
  const { context, state, path, now } = place
  const run = state.agents[path]!
  const form = formOf(block, run.asked!)
  const answer = result.taken === undefined ? answerIn(form, result) : result.taken.answer
  const defect = result.calls.length > 0 ? 'there are no tools' : defectOfAnswer(form, answer)
  const events =
    defect === null ? answered(place, block, result, answer) : unfit(place, block, result, defect)
  const fitting = recordable(context, state, events)
  if (result.taken === undefined) return { events: fitting }
  const ageMs = Math.max(0, now - result.taken.at)
  return { events: [{ type: 'answer-taken', step: path, ageMs }, ...fitting] }
}

function answered(place: Place, block: AskProgram, result: Answered, answer: Json): readonly Event[] {
  const { context, state, path } = place
  const run = state.agents[path]!
  const { cu, tokens } = result
  const spent = { cu, tokens }
  const output = outputOf(block, run, answer)
  if (output !== undefined) {
    const [first, ...rest] = reviewed(place, block.review, { ...run.asked!, answer: output })
    return [{ ...(first as Extract<Event, { type: 'step-completed' }>), spent }, ...rest]
  }
  const excess = overBudget(
    block,
    run.cu + cu,
    `after ${standing(run).answers.length + 1} of ${run.parting!.parts} parts`,
  )
  if (excess !== null) return withSpent(failed(context, state, path, excess), spent)
  const turn = { text: '', cu, tokens, calls: [], defect: null, answer }
  return [{ type: 'agent-turned', step: path, turn }]
}

/** What the step gives; undefined while there are parts to ask about, or their answers to bring together. */
function outputOf(block: AskProgram, run: AgentRun, answer: Json): Json | undefined {
  const { parting, asked } = run
  if (parting === undefined) return answer
  const { answers } = standing(run)
  if (answers.length === parting.parts) return answer
  if (!block.many || answers.length + 1 < parting.parts) return undefined
  const named = new Set([...answers, answer].flat())
  const choices = asked!.choices ?? (block.choices as readonly string[])
  return choices.filter(choice => named.has(choice))
}

/** The model is told what is wrong, unless it was told often enough. */
function unfit(
  { context, state, path }: Place,
  block: AskProgram,
  { text, cu, tokens }: Answered,
  defect: string,
): readonly Event[] {
  const run = state.agents[path]!
  const message = `the model gave no answer that fits, ${askBounds.answers} times: ${defect}`
  const excess =
    standing(run).turns.length + 1 >= askBounds.answers
      ? { code: 'answer-unfit' as const, message }
      : overBudget(block, run.cu + cu, 'and gave no answer that fits')
  if (excess !== null) return withSpent(failed(context, state, path, excess), { cu, tokens })
  return [{ type: 'agent-turned', step: path, turn: { text, cu, tokens, calls: [], defect } }]
}

function overBudget({ maxCu }: AskProgram, cu: number, when: string): Cause | null {
  if (cu <= maxCu) return null
  return { code: 'agent-over-budget', message: `the model took ${cu} of ${maxCu} CU, ${when}` }
}

/** The question to people about an answer, or its completion where nobody is to be asked. */
function reviewed(
  place: Place,
  review: ProgramApproval | null,
  args: Asked & { readonly answer: Json },
): readonly Event[] {
  const { context, state, path, now } = place
  const done: Event = { type: 'step-completed', step: path, output: args.answer }
  if (review === null) return [done]
  try {
    const evaluate = evaluatorOf(state, path, now)
    if (isExempt(review, evaluate)) return [done]
    return requestApproval(place, review, { tool: null, args: args as unknown as JsonObject }, evaluate)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return failed(context, state, path, { code: 'expression-failed', message: error.message })
  }
}

/** The failure of the step says what the answer took. */
export function withSpent([failure, ...rest]: readonly Event[], spent: Spent): readonly Event[] {
  return [{ ...(failure as Extract<Event, { type: 'step-failed' }>), spent }, ...rest]
}
