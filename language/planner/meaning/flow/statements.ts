// What statements do to a state: one after the other.
import type { Step } from '../../../../domain/plan/plan.ts'
import type { Body, Np, Statement } from '../../grammar/terms.ts'
import { lemmasOf, singularOf } from '../../lattice/lemmas.ts'
import { any } from '../../lexicon/types.ts'
import { withDefault } from '../commands/defaults.ts'
import { returned } from '../commands/results.ts'
import { exactCall, letBe } from '../exact.ts'
import { locally } from '../explore.ts'
import { resolve } from '../nouns/resolve.ts'
import { conditionCel } from '../predicates/conditions.ts'
import { dead, type Referent, type State, type Val } from '../state.ts'
import { celOf, isList, isUntold } from '../values.ts'
import { goOn, loopBefore } from './again.ts'
import { ask, decided, fulfil } from './approvals.ts'
import { branch, elseIf, instead, isDenial, otherwise, thatCase } from './branches.ts'
import { contents } from './contents.ts'
import { isMore, withDetails } from './details.ts'
import { changeLastCall, ifFails, isMissingOfMany, retry } from './failures.ts'
import { foreshadow, mention } from './foreshadow.ts'
import { anyOfKind } from './kinds.ts'
import { likeBefore } from './like-before.ts'
import { each, parallel, topic } from './loops.ts'
import { call } from './orders.ts'
import { about, before, closeGated, declare, nothing, stop } from './policies.ts'
import { run as runOther } from './runs.ts'
import { startBy } from './triggers.ts'
import { schedule, wait } from './waits.ts'

export function runBody(state: State, said: Body): void {
  const whole = answered(state, said)
  const body = whole.some(({ s }) => isMore(s))
    ? state.pick(withDetails(whole), 'this is said of which call?')
    : whole
  for (const [index, statement] of body.entries()) {
    // "If it fails, open an incident and page Ann": both.
    if (statement.s === 'call' && body[index - 1]?.s === 'iffails') state.pay(1.5)
    // "If it is open, close it and tell Ann": both.
    if (index > 0 && isJoinedTo(state, body[index - 1]!, statement)) state.pay(1.5)
    // "Post it to the one and the other channel": the other is not asked for.
    if (statement.s === 'ask for' && body[index - 1]?.s === 'call' && isEffect(state, state.steps.at(-1)))
      dead('what is to be done with this?', statement.span)
    const next = body[index + 1]
    const isOpen = statement.s === 'ask' && statement.before === null && next?.s === 'call'
    // "Ask an admin to approve, then send it": what follows is what is approved.
    const said = isOpen ? { ...statement, about: next.span } : statement
    locally(state, said, each => runStatement(each, said))
  }
}

/** An order that only "and" joins to the one of a condition before it. */
function isJoinedTo({ prompt }: State, before: Statement, next: Statement): boolean {
  if (before.s !== 'if' || before.else !== null || next.s !== 'call') return false
  if (before.isAfter === true || before.isTrailing === true) return false
  return /^\s+and\s*$/.test(prompt.slice(before.span[1], next.span[0]))
}

function isEffect(state: State, step: Step | undefined): boolean {
  const last = step?.kind === 'foreach' ? step.steps.at(-1) : step
  return last?.kind === 'tool' && !/^(?:read|pure)$/.test(state.effectOf(last))
}

/** "None? Post a note.": what follows a question without a verb is for that case. */
function answered(state: State, body: Body): Body {
  const first = body[0]
  if (state.isChecked !== 'brief' || first === undefined || answers.has(first.s)) return body
  const others = body.findIndex(({ s }) => s === 'else' || s === 'elseif')
  const then = others === -1 ? body : body.slice(0, others)
  return [
    { s: 'thatcase', body: then, else: null, span: first.span },
    ...(others === -1 ? [] : body.slice(others)),
  ]
}

/** What may follow a question. */
const answers = new Set(['thatcase', 'if', 'else', 'frame', 'check', 'about'])

export function runStatement(state: State, statement: Statement): void {
  const end = state.steps.at(-1)
  if (end?.kind === 'return' && end.value !== null && statement.s === 'if' && state.blocks.length === 1) {
    // "Return the number, but if there are none, fail": the condition is looked at before the end.
    state.steps.pop()
    runStatement(state, statement)
    if (/^(return|fail)$/.test(state.steps.at(-1)?.kind ?? '')) dead('nothing follows the end')
    state.steps.push(end)
    state.touch(JSON.stringify(state.steps))
    return
  }
  if (end?.kind === 'return' && statement.s === 'iffails' && statement.else === null)
    return failsBefore(state, statement, end)
  if (/^(return|fail)$/.test(end?.kind ?? '') && !isIdle(statement) && statement.s !== 'default')
    dead('nothing follows the end')
  fulfil(state, statement)
  const outer = state.loops
  state.loops = []
  if (statement.s !== 'default' && !isIdle(statement)) state.lastAsked = null
  if (!['else', 'elseif', 'frame'].includes(statement.s)) state.leftWhen = null
  if (state.isChecked !== false && !answers.has(statement.s)) dead('is this done if the answer is yes?')
  if (statement.s === 'compare') state.isChecked = 'asked'
  else if (statement.s === 'check') state.isChecked = statement.isBrief === true ? 'brief' : 'asked'
  else if (statement.s !== 'frame') state.isChecked = false
  state.block.marks.push(state.steps.length)
  state.isOpen = state.isChecked !== false
  const loop = loopBefore(state, statement)
  const within = () => {
    run(state, statement)
    closeLoops(state, 0)
  }
  if (loop !== null && state.pick([false, true])) goOn(state, loop, within)
  else within()
  state.loops = outer
  state.touch(
    JSON.stringify([state.steps, state.schedule, state.trigger, state.gates, state.fronted, state.isOpen]),
  )
}

/** "Fetch the page and return its title. If it fails, return "none".": said of the call before the end. */
function failsBefore(state: State, statement: Statement, end: Step): void {
  state.steps.pop()
  runStatement(state, statement)
  const call = state.steps.at(-1) as { readonly onError?: { readonly steps?: readonly Step[] } }
  const last = call.onError?.steps?.at(-1)?.kind ?? ''
  // The end gives what the call gave, so there is none for its failure.
  if (!/^(return|fail)$/.test(last)) dead('what is given back when it fails?')
  state.steps.push(end)
  state.touch(JSON.stringify(state.steps))
}

/** Says nothing of what is done: what was asked for is asked for still. */
function isIdle(statement: Statement): boolean {
  if (statement.s === 'schedule' || statement.s === 'trigger') return statement.body === null
  return statement.s === 'frame' || (statement.s === 'nothing' && statement.for === undefined)
}

/** Ends the loops that a statement went into, the innermost first. */
function closeLoops(state: State, keep: number): void {
  while (state.loops.length > keep) {
    const { over, variable } = state.loops.pop()!
    const { referents, fetched } = state.block
    const steps = state.close()
    if (steps.length === 0) dead('nothing is done for each')
    const id = state.newId(`each ${variable}`)
    state.emit({ id, kind: 'foreach', over, as: variable, steps } as never)
    const { length: depth } = state.blocks
    const loop = { id, over, variable, atOnce: null, referents, fetched, at: state.steps.length, depth }
    state.loop = { ...loop, isImplied: true }
  }
}

function run(state: State, statement: Statement): void {
  switch (statement.s) {
    case 'call':
      return call(state, statement)
    case 'details':
    case 'refine':
      return dead('this is said of which call?', statement.span)
    case 'exact':
      return exactCall(state, statement)
    case 'let':
      return letBe(state, statement.name, statement.value)
    case 'ondeny': {
      const last = state.steps.at(-1)
      if (last?.kind !== 'approval') return dead('there is no approval before')
      state.steps[state.steps.length - 1] = { ...last, onDeny: 'continue' }
      return
    }
    case 'done': {
      if (!wasDone(state, statement.lemmas)) dead('nothing before this did that', statement.span)
      const of = statement.of?.words.join(' ')
      const isEach = ({ nouns, isVariable }: Referent) => isVariable === true && nouns.includes(of!)
      if (of !== undefined && !state.block.referents.some(isEach)) dead(`for which ${of}?`, statement.span)
      return runBody(state, statement.body)
    }
    case 'works': {
      // A call that fails ends the workflow: what follows is for when it worked.
      const last = state.steps.at(-1)
      // "If it works, that is all": as it would be without.
      if (last?.kind === 'tool' && statement.body.every(each => each.s === 'nothing')) return
      if (last?.kind !== 'tool' || last.onError !== undefined) dead('there is no call before that could work')
      return runBody(state, statement.body)
    }
    case 'if': {
      const kind = anyOfKind(state, statement.cond)
      if (kind !== null && state.pick([false, true])) {
        state.pay(1.5)
        const one = { ...statement, cond: kind.cond }
        return each(state, kind.np, null, () => runBody(state, [one]))
      }
      const { cond, then, else: other } = statement
      if (statement.isAfter === true) for (const each of then) if (each.s === 'call') foreshadow(state, each)
      if (statement.isTrailing) mention(state, then)
      // Of two conditions in one sentence the second does not hang on the first.
      if (then.slice(1).some(each => each.s === 'if' && !each.isTrailing)) state.pay(2)
      const body = likeBefore(state, then)
      const rest = other === null ? null : likeBefore(state, other)
      if (statement.isInstead === true) return instead(state, cond, () => runBody(state, body))
      return branch(
        state,
        locally(state, cond, one => conditionCel(one, cond)),
        () => runBody(state, body),
        rest === null ? null : () => runBody(state, rest),
        isDenial(cond),
      )
    }
    case 'else':
      return otherwise(state, () => runBody(state, likeBefore(state, statement.body)))
    case 'elseif': {
      const { else: other } = statement
      return elseIf(
        state,
        statement.cond,
        () => runBody(state, statement.body),
        other === null ? null : () => runBody(state, other),
      )
    }
    case 'thatcase':
      return thatCase(state, statement.body, statement.else)
    case 'check':
      state.refer(['check'], { cel: conditionCel(state, statement.cond), type: any })
      return
    case 'compare': {
      const [a, b] = [resolve(state, statement.a), resolve(state, statement.b)]
      for (const { type } of [a, b]) if (type.k === 'list' || type.k === 'record') dead('compared by what?')
      state.compared = { path: celOf(state, a), right: celOf(state, b) }
      state.refer(['topic', 'result'], a)
      state.touch(`compared ${a.cel} ${b.cel}`)
      return
    }
    case 'each':
      return each(
        state,
        statement.np,
        statement.atOnce,
        () => runBody(state, statement.body),
        statement.body.every(({ s }) => s === 'compare' || s === 'about'),
      )
    case 'topic':
      return topic(state, statement)
    case 'parallel':
      return parallel(state, statement.body, statement.isRace === true)
    case 'wait':
    case 'waituntil':
    case 'waitfor':
    case 'waitmoment':
    case 'waitevent':
      return wait(state, statement)
    case 'run':
      return runOther(state, statement)
    case 'decision':
      return decided(state, statement)
    case 'retry':
      return retry(state, statement)
    case 'iffails':
      if (isMissingOfMany(state, statement.span)) return dead('is the list empty, or does the call fail?')
      return ifFails(state, statement.body, statement.else)
    case 'goon':
      return changeLastCall(state, step => ({ ...step, onError: 'continue' }))
    case 'stop':
      return stop(state, statement)
    case 'nothing':
      return nothing(state, statement.for ?? (statement.isForbidding ? 'not' : null))
    case 'before':
      return before(state, statement)
    case 'about':
      return about(state, statement.np)
    case 'declare':
      return declare(state, statement)
    case 'holds':
      return contents(state, statement)
    case 'frame':
      return
    case 'anyway': {
      const last = state.steps.at(-1)
      if (last?.kind !== 'tool' || state.effectOf(last) === 'pure')
        dead('what is done anyway?', statement.span)
      const said = (last!.title ?? '').toLowerCase().split(/[^a-z]+/)
      const { verb } = statement
      if (verb.length > 0 && !said.some(word => lemmasOf(word).some(lemma => verb.includes(lemma))))
        dead('that was not done before', statement.span)
      return
    }
    case 'default':
      return withDefault(state, statement)
    case 'ask':
      return ask(state, statement)
    case 'schedule':
      if (state.blocks.length > 1) dead('when is the rest done?', null, 'BAD_SCHEDULE')
      schedule(state, statement.schedule)
      if (statement.body !== null) runBody(state, statement.body)
      return
    case 'trigger':
      startBy(state, statement.trigger)
      if (statement.body !== null) runBody(state, statement.body)
      return
    case 'name': {
      if (statement.name.includes(' '))
        dead(
          `a name is one word: write "${statement.name.replace(' ', '_')}"`,
          statement.span,
          'UNCLEAR_REFERENCE',
        )
      const latest =
        state.reachable.find(({ isAside }) => isAside !== true) ?? dead('there is nothing to name')
      if (state.steps.at(-1)?.kind === 'foreach') dead('what is got for each is not there after it')
      if (statement.isAs === true && !isUsedAgain(state, statement.name)) dead('a name that is never used')
      return nameIt(state, statement.name, latest.val)
    }
    case 'ask for': {
      if (state.blocks.length > 1) dead('what is asked for in a branch is given to nobody')
      if (isPlainWord(statement.np)) dead('that says nothing')
      if (isFigureOfOne(statement.np)) dead('one thing has no such figure: of which list?', statement.span)
      const value = returned(state, statement.np, null)
      if (value === null) dead('nothing is asked for')
      state.lastAsked = value
      state.asked.push(value)
      const cel = (value as { $?: string } | null)?.$
      if (typeof value === 'string' || typeof value === 'number') dead('nothing is asked')
      if (
        cel !== undefined &&
        !state.reachable.some(({ val, sentence }) => val.cel === cel && sentence === state.sentence)
      ) {
        // "Add 19 % to the price and return the total"
        const total = statement.np.t === 'arithmetic' ? ['total'] : []
        state.refer(['result', 'answer', 'figure', 'value', 'number', ...total], { cel, type: any })
      }
    }
  }
}

/** "Call it orders": each of them is an order, and what nothing is known of is a list of them. */
function nameIt(state: State, name: string, val: Val): void {
  const { singular, isPlural } = singularOf(name.replaceAll('_', ' ').toLowerCase())
  const list = isPlural && (val.type.k === 'any' || (!isList(val) && isUntold(val)))
  const names = [...new Set([name.replaceAll('_', ' '), name, ...(isPlural ? [singular] : [])])]
  state.refer(names, val, { isNamed: true })
  if (list) state.refer(names, { ...val, type: { k: 'list', of: any } }, { isNamed: true, isAside: true })
}

/** "Post it as comment" names nothing: a name is said again, or is none of the words of the language. */
function isUsedAgain({ prompt }: State, name: string): boolean {
  if (/[_\d]/.test(name)) return true
  return [...prompt.matchAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'gi'))].length > 1
}

/** A call before this one is called so. */
function wasDone(state: State, lemmas: readonly string[]): boolean {
  return state.blocks.some(({ steps }) =>
    steps.some(step => {
      const { tool, server } = step as { tool?: string; server?: string | null }
      const model = state.lexicon.tools.find(each => each.tool.name === tool && each.tool.server === server)
      return model !== undefined && lemmas.some(lemma => model.verbs.has(lemma))
    }),
  )
}

/** "Sum {{inputs.number}}" gives back no number as it is. */
function isFigureOfOne(np: Np): boolean {
  if (np.t !== 'noun' || np.det !== null || np.owner !== null || np.head.words.length > 1) return false
  const isFigure = /^(?:sum|total|average|mean|median|maximum|minimum|count)$/.test(np.head.words[0]!)
  return isFigure && np.post.some(post => post.p === 'value' && post.value.v === 'hole')
}

/** A value that says by itself nothing of what shall be done with it. */
function isPlainWord(np: Np): boolean {
  return np.t === 'value' && !['number', 'date', 'bool'].includes(np.value.v)
}

export function blockOf(state: State, body: () => void): Step[] {
  state.open()
  const asked = state.lastAsked
  state.branches += 1
  state.touch('branch')
  body()
  state.branches -= 1
  const steps = closeGated(state)
  state.lastAsked = asked
  return steps
}
