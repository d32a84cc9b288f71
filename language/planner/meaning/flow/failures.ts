// How often a call is tried, and what follows its failure.
import type { Step } from '../../../../domain/plan/plan.ts'
import type { Body, Span, Statement } from '../../grammar/terms.ts'
import { type Entity, text } from '../../lexicon/types.ts'
import { dead, type State, type Val } from '../state.ts'
import { otherwise } from './branches.ts'
import { blockOf, runBody } from './statements.ts'

/** @param change of the last step that calls a tool, also inside the loop that was the last step */
export function changeLastCall(state: State, change: (step: Step) => Step): void {
  const changed = (steps: readonly Step[]): Step[] | null => {
    const last = steps.at(-1)
    if (last?.kind === 'tool') return [...steps.slice(0, -1), change(last)]
    if (last?.kind === 'foreach') {
      const inner = changed(last.steps)
      return inner === null ? null : [...steps.slice(0, -1), { ...last, steps: inner } as Step]
    }
    return null
  }
  const steps =
    changed(state.steps) ?? dead('there is no call before that could be tried again', null, 'BAD_PLACE')
  state.steps.splice(0, state.steps.length, ...steps)
}

export function retry(
  state: State,
  { times, isAgain = false, isParked = false, isTransient = false }: Extract<Statement, { s: 'retry' }>,
): void {
  const park = isParked ? { park: true } : {}
  if (isParked && times === 0)
    return changeLastCall(state, step =>
      step.retry === undefined
        ? dead('it is tried once only')
        : { ...step, retry: { ...step.retry, ...park } },
    )
  const maxAttempts = times + (isAgain ? 1 : 0)
  if (maxAttempts < 1 || maxAttempts > 100) dead('1 to 100 times')
  changeLastCall(state, step => {
    if (isAgain) state.note(`read as ${maxAttempts} calls in all: the first one and ${times} more`, step.id)
    return { ...step, retry: { maxAttempts, ...(!isTransient && { on: 'any' as const }), ...park } }
  })
}

export function ifFails(state: State, body: Body, other: Body | null): void {
  if (body.every(({ s }) => s === 'goon' || s === 'nothing'))
    return changeLastCall(state, step => ({ ...step, onError: 'continue' }))
  onFailure(state, () => runBody(state, body))
  if (other !== null) otherwise(state, () => runBody(state, other))
}

/** "If it is not there" after a list that was got: an empty list is no failure. */
export function isMissingOfMany(state: State, span: Span): boolean {
  const last = state.steps.at(-1)
  if (last?.kind !== 'tool') return false
  const model = state.lexicon.tools.find(({ tool }) => tool.name === last.tool && tool.server === last.server)
  const [condition] = state.prompt.slice(...span).split(',')
  return model?.gives?.isMany === true && /\bno such\b|\bnot (?:be )?(?:there|found|exist)/i.test(condition!)
}

/** @param body reads what is done when the last call has failed: it knows the error, and no result of it */
export function onFailure(state: State, body: () => void): void {
  const last = state.steps.at(-1)
  if (last?.kind === 'foreach') return onFailureOfAll(state, last, body)
  if (last?.kind !== 'tool') return dead('there is no call before that could fail', null, 'BAD_PLACE')
  const beside = state.steps.filter(step => step.kind === 'tool' && step.title === last.title)
  if (beside.length > 1) state.note(`read as about the last call only: ${last.tool}`, last.id)
  const { referents } = state.block
  const own = new RegExp(`\\bsteps\\.${last.id}\\b`)
  state.block.referents = referents.filter(({ val }) => !own.test(`${val.cel} ${val.id}`))
  const steps = blockOf(state, () => {
    introduceError(state)
    body()
  })
  // Where the other steps go on, what the call gave may be what they gave.
  const end = steps.at(-1)
  const isOther = end !== undefined && !isEnd(end) && !(end.kind === 'tool' && end.tool === last.tool)
  state.block.referents = isOther
    ? referents.map(each =>
        own.test(`${each.val.cel} ${each.val.id}`) ? { ...each, isUnclear: true } : each,
      )
    : referents
  state.touch(`after a failure ${isOther}`)
  if (steps.length === 0) return changeLastCall(state, step => ({ ...step, onError: 'continue' }))
  state.steps[state.steps.length - 1] = { ...(last as Step), onError: { steps } } as Step
}

/** "For each order, ... If that fails, ...": of any of them. */
function onFailureOfAll(state: State, loop: Extract<Step, { kind: 'foreach' }>, body: () => void): void {
  state.pay(3)
  state.note(`read as about all of ${loop.id}: it ends when one of them fails`, loop.id)
  const steps = blockOf(state, () => {
    introduceError(state)
    body()
  })
  if (steps.length === 0) dead('what is done then?')
  state.steps[state.steps.length - 1] = { ...loop, onError: { steps } } as Step
}

function introduceError(state: State): void {
  const error: Val = { cel: 'error', type: { k: 'record', entity: failure } }
  state.refer(['error', 'failure'], error, { isNamed: true, isAside: true })
}

function isEnd({ kind }: Step): boolean {
  return kind === 'return' || kind === 'fail'
}

/** What the steps after a failure know of it. */
const failure: Entity = {
  noun: 'error',
  nouns: ['error', 'failure'],
  fields: ['code', 'message', 'step'].map(name => ({
    ...{ name, words: [name], type: text, isSure: true, description: '', ref: null },
  })),
  isClosed: true,
  isAnswer: true,
}
