// Statements: what is done, when, for each of what, and what follows a failure or a denial.
import type { Step } from '../../plan/plan.ts'
import type { Body, Condition, Np, Statement } from '../grammar/terms.ts'
import { any } from '../lexicon/types.ts'
import { toolWays, updateWays } from './calls.ts'
import { commandWays, giveBack, introduce, returned } from './commands.ts'
import { exactCall, letBe } from './exact.ts'
import { locally } from './explore.ts'
import { argument, introduceById, resolve, valueSaid } from './nouns.ts'
import { conditionCel } from './predicates.ts'
import { dead, type State, type Val } from './state.ts'
import { celOf, entityOf, isList, itemType, variableFor } from './values.ts'

export function runBody(state: State, body: Body): void {
  for (const statement of body) locally(state, statement, each => runStatement(each, statement))
}

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
  if (/^(return|fail)$/.test(end?.kind ?? '') && statement.s !== 'frame') dead('nothing follows the end')
  const outer = state.loops
  state.loops = []
  state.lastAsked = null
  if (!['else', 'elseif', 'frame'].includes(statement.s)) state.leftWhen = null
  if (state.isChecked && !['thatcase', 'if', 'else', 'frame', 'check', 'about'].includes(statement.s))
    dead('is this done if the answer is yes?')
  state.isChecked = statement.s === 'check' || (state.isChecked && statement.s === 'frame')
  state.block.marks.push(state.steps.length)
  state.isOpen = state.isChecked
  run(state, statement)
  closeLoops(state, 0)
  state.loops = outer
  state.touch(JSON.stringify([state.steps, state.schedule, state.gates, state.fronted, state.isOpen]))
}

/** Ends the loops that a statement went into, the innermost first. */
function closeLoops(state: State, keep: number): void {
  while (state.loops.length > keep) {
    const { over, variable } = state.loops.pop()!
    const steps = state.close()
    if (steps.length === 0) dead('nothing is done for each')
    state.emit({ id: state.newId(`each ${variable}`), kind: 'foreach', over, as: variable, steps } as never)
  }
}

function run(state: State, statement: Statement): void {
  switch (statement.s) {
    case 'call':
      return call(state, statement)
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
    case 'works': {
      // A call that fails ends the workflow: what follows is for when it worked.
      const last = state.steps.at(-1)
      if (last?.kind !== 'tool' || last.onError !== undefined) dead('there is no call before that could work')
      return runBody(state, statement.body)
    }
    case 'if': {
      const { cond, then, else: other } = statement
      if (statement.isAfter === true) for (const each of then) if (each.s === 'call') foreshadow(state, each)
      if (statement.isTrailing) mention(state, then)
      // Of two conditions in one sentence the second does not hang on the first.
      if (then.slice(1).some(each => each.s === 'if' && !each.isTrailing)) state.pay(2)
      const body = likeBefore(state, then)
      const rest = other === null ? null : likeBefore(state, other)
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
      return thatCase(state, statement.body)
    case 'check':
      state.refer(['check'], { cel: conditionCel(state, statement.cond), type: any })
      return
    case 'each':
      return each(state, statement.np, statement.atOnce, () => runBody(state, statement.body))
    case 'topic':
      return topic(state, statement)
    case 'parallel':
      return parallel(state, statement.body)
    case 'wait':
      state.emit({ id: state.newId('wait'), kind: 'wait', for: statement.ms } as never)
      return
    case 'waituntil': {
      const until = { $: `nextClock(now, "${statement.clock}", "${statement.zone ?? state.timeZone}")` }
      state.emit({ id: state.newId('wait'), kind: 'wait', until } as never)
      return
    }
    case 'retry':
      return retry(state, statement.times)
    case 'iffails':
      return ifFails(state, statement.body, statement.else)
    case 'goon':
      return changeLastCall(state, step => ({ ...step, onError: 'continue' }))
    case 'stop':
      return stop(state, statement.message)
    case 'nothing':
      return nothing(state, statement.for ?? (statement.isForbidding ? 'not' : null))
    case 'before':
      return before(state, statement)
    case 'about':
      return about(state, statement.np)
    case 'declare':
      return declare(state, statement)
    case 'frame':
      return
    case 'ask':
      return ask(state, statement)
    case 'schedule':
      if (state.schedule !== null) dead('there are two schedules')
      state.schedule = { cron: statement.schedule.cron, timezone: statement.schedule.zone ?? state.timeZone }
      if (statement.body !== null) runBody(state, statement.body)
      return
    case 'name': {
      const latest = state.reachable[0] ?? dead('there is nothing to name')
      state.refer([statement.name.replaceAll('_', ' '), statement.name], latest.val, { isNamed: true })
      return
    }
    case 'ask for': {
      if (state.blocks.length > 1) dead('what is asked for in a branch is given to nobody')
      if (isPlainWord(statement.np)) dead('that says nothing')
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
        state.refer(['result', 'answer'], { cel, type: any })
      }
    }
  }
}

/** A value that says by itself nothing of what shall be done with it. */
function isPlainWord(np: Np): boolean {
  return np.t === 'value' && !['number', 'date', 'bool'].includes(np.value.v)
}

/**
 * "Do X to ticket T-1 unless its status is open": the condition, which is computed first, knows the ticket.
 */
function foreshadow(state: State, { parts, passive }: Extract<Statement, { s: 'call' }>): void {
  const see = (np: Np): void => {
    if (np.t !== 'noun') return
    introduceById(state, np)
    if (np.owner !== null) see(np.owner)
    for (const post of np.post) if (post.p === 'prep') see(post.np)
  }
  if (passive !== null) see(passive)
  for (const part of parts) if (part.a === 'np' || part.a === 'prep' || part.a === 'label') see(part.np)
}

function call(state: State, statement: Extract<Statement, { s: 'call' }>): void {
  const ways = [
    ...commandWays(state, statement),
    ...updateWays(state, statement),
    ...toolWays(state, statement),
  ]
  ways.sort((a, b) => a.cost - b.cost)
  const way = state.pick(ways.slice(0, 16), 'no tool does that')
  state.pay(way.cost)
  way.use()
}

function blockOf(state: State, body: () => void): Step[] {
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

/** "If it is de, return "Hallo", otherwise "Hello"": done as in the case before, with another value. */
function likeBefore(state: State, body: Body): Body {
  const [only] = body
  if (body.length !== 1 || only?.s !== 'ask for' || only.np.t !== 'value') {
    if (body.some(({ s }) => s === 'call')) {
      state.lastThen = body
      state.touch(`then ${body.map(({ span }) => span).join()}`)
    }
    return body
  }
  const model = state.lastThen?.filter(({ s }) => s === 'call') ?? []
  const [call] = model
  if (model.length !== 1 || call?.s !== 'call') return dead('what is done with this?', only.span)
  const { np } = only
  const isText = (part: (typeof call.parts)[number]) =>
    'np' in part && part.np.t === 'value' && part.np.value.v === 'text'
  const at = call.parts.findIndex(isText)
  if (at === -1 || call.parts.filter(isText).length > 1)
    return dead('which of the values is this instead of?', only.span)
  return [
    {
      ...call,
      parts: call.parts.map((part, index) => (index === at ? ({ ...part, np } as typeof part) : part)),
    },
  ]
}

/** Things that a clause names by their id: "delete order A-1, if it is open" speaks of it before. */
function mention(state: State, body: Body): void {
  for (const statement of body) {
    if (statement.s !== 'call') continue
    const nps = [
      ...(statement.passive === null ? [] : [statement.passive]),
      ...statement.parts.flatMap(part => ('np' in part ? [part.np] : [])),
    ]
    for (const np of nps) {
      if (np.t !== 'noun' || np.owner !== null) continue
      const words = np.head.words.join(' ')
      const entity =
        state.lexicon.entities.get(words) ??
        [...state.lexicon.entities.values()].find(each => each.nouns.includes(words))
      const [beside] = np.post.filter(post => post.p === 'value')
      if (entity === undefined || beside?.p !== 'value' || !['hole', 'id', 'text'].includes(beside.value.v))
        continue
      const id = valueSaid(state, beside.value)
      if (id.cel === null) continue
      state.refer(entity.nouns, {
        cel: null,
        id: id.cel,
        type: { k: 'record', entity },
        refers: entity,
        ...(typeof id.literal === 'string' && { literal: id.literal }),
      })
    }
  }
}

/** @param then reads what is done */
export function branch(
  state: State,
  when: string,
  then: () => void,
  other: (() => void) | null,
  gates: boolean,
): void {
  const steps = blockOf(state, then)
  state.lastCase = steps
  const rest = other === null ? [] : blockOf(state, other)
  if (gates) return denied(state, when, steps, rest)
  if (steps.length === 0 && rest.length === 0) return left(state, when)
  if (steps.length === 0) {
    state.emit({ id: state.newId('if'), kind: 'if', cases: [{ when: negated(when), steps: rest }] } as never)
    return
  }
  // Two that exclude each other are the cases of one.
  const before = state.steps.at(-1)
  if (
    before?.kind === 'if' &&
    before.else === undefined &&
    before.onError === undefined &&
    before.cases.every(each => excludes(plain(state, each.when), plain(state, when)))
  ) {
    state.steps[state.steps.length - 1] = {
      ...before,
      cases: [...before.cases, { when, steps }],
      ...(rest.length > 0 && { else: rest }),
    } as Step
    return
  }
  if (contradicts(steps, when)) dead('this condition inside that one never holds')
  state.emit({
    id: state.newId('if'),
    kind: 'if',
    cases: [{ when, steps }],
    ...(rest.length > 0 && { else: rest }),
  } as never)
}

/** "If it is paid, leave it": what was said before is only for the others. */
function left(state: State, when: string): void {
  const { steps } = state
  const last = steps.at(-1)
  if (
    last?.kind === 'if' &&
    last.else === undefined &&
    last.cases.every(each => excludes(plain(state, each.when), plain(state, when)))
  ) {
    state.leftWhen = when
    state.touch(`left ${when}`)
    return
  }
  const at = effectsFrom(state)
  if (at !== null) {
    const ids = idsIn(when)
    const done = steps.splice(at)
    if (done.some(step => ids.has(step.id) && state.effectOf(step) === 'write'))
      dead('the condition needs what it is for')
    const reads = done.filter(step => isReading(state, step) && ids.has(step.id))
    const guarded = done.filter(step => !reads.includes(step))
    steps.push(...reads)
    state.emit({
      id: state.newId('if'),
      kind: 'if',
      cases: [{ when: negated(when), steps: guarded }],
    } as never)
  }
  state.leftWhen = when
  state.touch(`left ${when}`)
}

/** Where the steps of the last statement that does something begin. */
function effectsFrom(state: State): number | null {
  for (const at of state.block.marks.toReversed()) {
    if (at < state.steps.length && state.steps.slice(at).some(step => !isReading(state, step))) return at
  }
  return null
}

function isReading(state: State, step: Step): boolean {
  return (
    step.kind === 'set' ||
    (step.kind === 'tool' && state.effectOf(step) !== 'write' && state.effectOf(step) !== 'destructive')
  )
}

function idsIn(value: unknown): Set<string> {
  return new Set([...JSON.stringify(value).matchAll(/\bsteps\.(\w+)/g)].map(([, id]) => id!))
}

export function negated(when: string): string {
  return /^!\w[\w.]*$/.test(when) ? when.slice(1) : /^\w[\w.]*$/.test(when) ? `!${when}` : `!(${when})`
}

const comparison = /^(.+?) (==|!=|<=|>=|<|>) ([^<>=!&|]+)$/

/** A condition with what was counted before in place of its name. */
function plain(state: State, when: string): string {
  return when.replace(/\bsteps\.(\w+)\b(?!\.)/g, (name, id: string) => {
    const step = state.blocks.flatMap(({ steps }) => steps).find(each => each.id === id)
    const counted = step?.kind === 'set' ? (step.value as { $?: string } | null)?.$ : undefined
    return counted !== undefined && /^size\([\w.]+\)$/.test(counted) ? counted : name
  })
}

interface Compared {
  readonly path: string
  readonly op: string
  readonly right: string
}

const opposite: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}

function comparedIn(when: string): Compared | null {
  const inner = /^!\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/.exec(when)?.[1]
  const [, path, op, right] = comparison.exec(inner ?? when) ?? []
  if (path === undefined || /&&|\|\|/.test(when)) return null
  return { path, op: inner === undefined ? op! : opposite[op!]!, right: right! }
}

/** Two conditions that never hold together, as far as their words show it. */
function excludes(a: string, b: string): boolean {
  if (a === negated(b) || b === negated(a)) return true
  const [one, two] = [comparedIn(a), comparedIn(b)]
  if (one === null || two === null || one.path !== two.path) return false
  if (one.right === two.right && opposite[one.op] === two.op) return true
  const isText = /^"[^"]*"$/
  if (isText.test(one.right) && isText.test(two.right))
    return one.op === '==' && two.op === '==' && one.right !== two.right
  if (one.right === two.right) {
    const holds = (op: string, sign: number) =>
      ({
        '==': sign === 0,
        '!=': sign !== 0,
        '<': sign < 0,
        '<=': sign <= 0,
        '>': sign > 0,
        '>=': sign >= 0,
      })[op]!
    return [-1, 0, 1].every(sign => !(holds(one.op, sign) && holds(two.op, sign)))
  }
  const [m, n] = [Number(one.right), Number(two.right)]
  if (Number.isNaN(m) || Number.isNaN(n)) return false
  const holds = (op: string, value: number, right: number) =>
    ({
      '==': value === right,
      '!=': value !== right,
      '<': value < right,
      '<=': value <= right,
      '>': value > right,
      '>=': value >= right,
    })[op]!
  const probes = [
    m - 1,
    m,
    (m + n) / 2,
    n,
    n - 1,
    m + 1,
    n + 1,
    Math.min(m, n) - 1,
    Math.max(m, n) + 1,
    m + 0.5,
    n + 0.5,
    m - 0.5,
    n - 0.5,
  ]
  // The number of items is a whole one.
  return probes
    .filter(value => !one.path.startsWith('size(') || (Number.isInteger(value) && value >= 0))
    .every(value => !(holds(one.op, value, m) && holds(two.op, value, n)))
}

function contradicts(steps: readonly Step[], when: string): boolean {
  return steps.some(step => step.kind === 'if' && step.cases.some(each => excludes(each.when, when)))
}

/** What stands between an approval and "if it is denied" is for the approved, as is what follows. */
function denied(state: State, when: string, steps: Step[], other: Step[]): void {
  const approved = negated(when)
  const id = /^\w+\.(\w+)\.approved$/.exec(approved)?.[1]
  const at = state.steps.findLastIndex(step => step.id === id)
  const before = state.steps.at(-1)
  if (
    before?.kind === 'if' &&
    before.cases.length === 1 &&
    before.cases[0]!.when === approved &&
    before.else === undefined
  ) {
    if (steps.length > 0) state.steps[state.steps.length - 1] = { ...before, else: steps } as Step
    return
  }
  // Nothing is done: a denial ends the workflow.
  if (steps.length === 0 && other.length === 0) return
  if (at === -1) {
    // The approval is asked for on a branch only.
    if (steps.length > 0) dead('where is this approved?')
    return
  }
  const between = state.steps.splice(at + 1)
  const then = [...between, ...other]
  if (then.length > 0) {
    state.emit({
      id: state.newId('if'),
      kind: 'if',
      cases: [{ when: approved, steps: then }],
      else: steps,
    } as never)
    return
  }
  state.emit({ id: state.newId('if'), kind: 'if', cases: [{ when, steps }] } as never)
  if (other.length === 0)
    state.gates.push({ depth: state.blocks.length, at: state.steps.length, when: approved })
}

export function isDenial(cond: Condition): boolean {
  return cond.c === 'denied'
}

/** What an "otherwise" belongs to: the last condition of this list of steps. */
function lastIf(state: State): { index: number; step: Extract<Step, { kind: 'if' }> } {
  const index = state.steps.findLastIndex(step => step.kind === 'if')
  const step = state.steps[index]
  if (step?.kind !== 'if' || state.steps.slice(index + 1).some(each => each.kind !== 'set'))
    return dead('there is no condition before')
  if (step.else !== undefined) return dead('there is an "otherwise" already')
  return { index, step }
}

/** @param body reads what is done otherwise */
export function otherwise(state: State, body: () => void): void {
  const checked = state.steps.at(-1)
  const left = state.leftWhen
  if (left !== null) {
    // "If it is paid, do nothing. Otherwise ..."
    const steps = blockOf(state, body)
    if (steps.length === 0) dead('neither does anything')
    if (
      checked?.kind === 'if' &&
      checked.cases.length > 0 &&
      checked.cases.every(each => each.when !== negated(left))
    )
      dead('which condition is this the other case of?')
    state.emit({ id: state.newId('if'), kind: 'if', cases: [{ when: negated(left), steps }] } as never)
    return
  }
  if (checked?.kind === 'tool' && typeof checked.onError === 'object') {
    // "If that fails, A. Otherwise, B."
    const steps = checked.onError.steps
    const other = blockOf(state, body)
    if (other.length === 0) return
    state.steps[state.steps.length - 1] = { ...checked, onError: 'continue' } as Step
    const cases = [{ when: `steps.${checked.id} == null`, steps }]
    state.emit({ id: state.newId('if'), kind: 'if', cases, else: other } as never)
    return
  }
  if (checked?.kind === 'approval') {
    // "Ask for approval. Otherwise nothing."
    const steps = blockOf(state, body)
    if (steps.length > 0) dead('otherwise than what?')
    return
  }
  const check = checkBefore(state)
  if (
    check !== null &&
    !state.steps.some(step => step.kind === 'if' && step.cases.some(each => each.when === check))
  ) {
    return branch(state, negated(check), body, null, false)
  }
  const { index, step } = lastIf(state)
  if (
    step.cases.some(
      each =>
        each.steps.length > 0 &&
        each.steps.at(-1)!.kind === 'if' &&
        (each.steps.at(-1) as { else?: unknown }).else === undefined,
    )
  )
    state.pay(1)
  const steps = blockOf(state, body)
  if (steps.length > 0) state.steps[index] = { ...step, else: steps } as Step
}

export function elseIf(state: State, cond: Condition, body: () => void, other: (() => void) | null): void {
  const { index, step } = lastIf(state)
  const before = state.steps.length
  const when = conditionCel(state, cond)
  // What the condition needs stands before the whole.
  const added = state.steps.splice(before)
  const cases = [...step.cases, { when, steps: blockOf(state, body) }]
  if (cases.at(-1)!.steps.length === 0) dead('nothing is done in this case')
  const rest = other === null ? [] : blockOf(state, other)
  state.steps.splice(index, 1, ...added, { ...step, cases, ...(rest.length > 0 && { else: rest }) } as Step)
}

function checkBefore(state: State): string | null {
  const check = state.reachable.find(({ nouns }) => nouns.includes('check'))
  return check === undefined || check.sentence < state.sentence - 2 ? null : check.val.cel
}

function thatCase(state: State, body: Body): void {
  const check = checkBefore(state)
  if (check !== null) return branch(state, check, () => runBody(state, body), null, false)
  dead('in which case?')
}

function topic(state: State, { prep, np, body }: Extract<Statement, { s: 'topic' }>): void {
  const isEach = np.t === 'noun' && np.det === 'each'
  const [first] = body
  const ways = isEach
    ? []
    : [
        () => {
          if (np.t === 'value' && np.value.v !== 'hole') dead('spoken of what?')
          const val = resolve(state, np)
          if (val.type.k !== 'list' && val.type.k !== 'record') dead('spoken of what?')
          introduce(state, val)
          runBody(state, body)
        },
      ]
  if (prep === null && np.t === 'noun')
    ways.push(() => (state.pay(1.5), each(state, { ...np, det: 'each' }, null, () => runBody(state, body))))
  // "In the category X, list the products": of those that are listed in what follows.
  if (
    prep === 'for' &&
    np.t === 'noun' &&
    (isEach || np.det === 'all') &&
    body.length === 1 &&
    first?.s === 'ask for'
  ) {
    // "For each status, the number of tasks": groups.
    ways.push(() => runBody(state, [{ ...first, np: groupedBy(first.np, { ...np, det: null }) }]))
  }
  if (prep !== null && !isEach) {
    ways.push(() => {
      state.fronted = { prep, np }
      state.touch(`fronted ${prep} ${JSON.stringify(np)}`)
      runBody(state, body)
      if (state.fronted !== null) dead(`what is "${prep}" it?`)
    })
  }
  state.pick(ways)()
}

function groupedBy(np: Np, by: Np): Np {
  if (np.t === 'aggregate') return { ...np, of: groupedBy(np.of, by) }
  return np.t === 'noun' ? { ...np, post: [...np.post, { p: 'by', np: by }] } : dead('groups of what?')
}

/**
 * Only in a case of its own is an order not to do something said; elsewhere it would restrict what was said.
 */
function nothing(state: State, about: 'rest' | 'not' | null): void {
  if (about === 'not' && state.branches === 0) dead('what is not to be done, and when?')
  if (
    about === 'rest' &&
    state.branches === 0 &&
    !state.steps.some(step => step.kind === 'if' || step.kind === 'foreach')
  )
    dead('the rest of what?')
}

/** "Before that, ...": moved before the last statement that does something. */
function before(state: State, { body, scope }: Extract<Statement, { s: 'before' }>): void {
  const at = scope === 'all' ? 0 : (effectsFrom(state) ?? 0)
  const count = state.steps.length
  if (count === 0) {
    if (scope === 'last') dead('before what?')
    return runBody(state, body)
  }
  if (scope === 'all' && state.blocks.length > 1) dead('before everything, from inside?')
  const { length } = state.block.marks
  runBody(state, body)
  state.block.marks.length = length
  const added = state.steps.splice(count)
  if (added.length === 0) dead('nothing is said to be done before')
  if (added.some(step => /^(return|fail)$/.test(step.kind))) dead('nothing would follow')
  const skipped = state.steps.slice(at)
  const needed = new Set<string>()
  const need = (value: unknown) => {
    for (const id of idsIn(value)) {
      const step = skipped.find(each => each.id === id)
      if (step === undefined || needed.has(id)) continue
      if (!isReading(state, step)) dead('what comes before needs what comes after')
      needed.add(id)
      need(step)
    }
  }
  need(added)
  const reads = skipped.filter(step => needed.has(step.id))
  const after = skipped.filter(step => !needed.has(step.id))
  state.steps.splice(at, skipped.length, ...reads, ...added, ...after)
}

function about(state: State, np: Np): void {
  const val = resolve(state, np)
  if (val.literal !== undefined && val.type.k !== 'record') dead('what follows is about what?')
  if (val.type.k === 'list') dead('what follows is about what?')
  if (val.type.k !== 'record') state.refer(['topic', 'result'], val)
  else introduce(state, val)
}

function declare(state: State, { source, of }: Extract<Statement, { s: 'declare' }>): void {
  const list = valueSaid(state, { v: 'hole', source })
  if (of.t !== 'noun' || of.post.length > 0 || of.pre.length > 0) return void dead('a list of what?')
  const words = of.head.words
  const name = words.join(' ')
  const entity = words.at(-1) === 'id' ? state.lexicon.entities.get(words.slice(0, -1).join(' ')) : undefined
  const val: Val = { ...list, type: { k: 'list', of: any }, ...(entity !== undefined && { refers: entity }) }
  state.refer([name, ...(entity?.nouns ?? []), 'id', 'list', 'item', 'one'], val)
}

/** @param body reads what is done for each */
export function each(state: State, np: Np, atOnce: number | null, body: () => void): void {
  if (np.t === 'noun' && np.det === 'each' && np.pre.some(({ p }) => p === 'only')) dead('each or only some?')
  const { val, nouns } = listOf(state, np)
  if (!isList(val)) {
    if (val.type.k !== 'record') dead('for each of what?')
    // "For vendor X, ...": what follows is about it.
    introduce(state, val)
    body()
    return
  }
  const wish = nouns[0]?.split(' ').at(-1)
  const variable =
    wish === undefined || entityOf(val) !== null ? variableFor(state, val) : state.newVariable(wish)
  const over = celOf(state, val)
  state.open(variable)
  state.block.over = over
  const entity = entityOf(val)
  const refers = val.refers
  const item: Val = {
    cel: variable,
    type: itemType(val),
    ...(refers !== undefined && { refers, id: variable, hint: [...refers.noun.split(' '), 'id'] }),
  }
  if (refers !== undefined && entity === null)
    state.refer(
      refers.nouns,
      { cel: null, id: variable, type: { k: 'record', entity: refers }, refers },
      { isVariable: true },
    )
  state.refer(
    [...new Set([...nouns, ...(entity?.nouns ?? []), 'item', 'one', 'row', 'record', 'entry'])],
    item,
    { isVariable: true },
  )
  body()
  const steps = closeGated(state)
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

function listOf(state: State, np: Np): { val: Val; nouns: readonly string[] } {
  if (np.t === 'noun') {
    const nouns = [np.head.words.join(' ')]
    const inside =
      np.post.length === 1 && np.post[0]!.p === 'prep' && ['in', 'of', 'from'].includes(np.post[0]!.prep)
        ? np.post[0]!.np
        : null
    const beside = np.post.length === 1 && np.post[0]!.p === 'value' ? np.post[0]!.value : null
    const hole =
      inside?.t === 'value' && inside.value.v === 'hole'
        ? inside
        : beside?.v === 'hole' && np.det !== 'the'
          ? ({ t: 'value', value: beside, span: np.span } as const)
          : null
    if (
      hole !== null &&
      (np.det === 'each' || np.det === 'all') &&
      (state.lexicon.entities.get(nouns[0]!) === undefined ||
        /s$/.test(String(hole.value.v === 'hole' ? hole.value.source : '')))
    ) {
      const list = resolve(state, hole)
      if (list.type.k === 'any') {
        const words = np.head.words
        const entity =
          state.lexicon.entities.get(nouns[0]!) ??
          (words.at(-1) === 'id' ? state.lexicon.entities.get(words.slice(0, -1).join(' ')) : undefined)
        return {
          val: { ...list, type: { k: 'list', of: any }, ...(entity !== undefined && { refers: entity }) },
          nouns,
        }
      }
    }
    return {
      val: resolve(state, {
        ...np,
        det: np.det === 'each' ? 'all' : np.det,
        head: np.det === 'each' || np.det === 'all' ? { ...np.head, isPlural: true } : np.head,
      }),
      nouns: nouns.filter(noun => noun !== 'one'),
    }
  }
  return { val: resolve(state, np), nouns: [] }
}

function parallel(state: State, body: Body): void {
  const branches = body.map(statement => {
    const steps = blockOf(state, () => runBody(state, [statement]))
    // "... to customer cus_1 and ... to them": known by its id, whatever the branches do.
    if (statement.s === 'call') foreshadow(state, statement)
    return { steps }
  })
  if (branches.length < 2) dead('what is done at the same time as what?')
  const isReading = branches.every(({ steps }) =>
    steps.every(
      step => step.kind === 'tool' && (state.effectOf(step) === 'read' || state.effectOf(step) === 'pure'),
    ),
  )
  if (isReading) {
    // Steps that only read run at the same time anyway, and what they give can be used below.
    state.undo(branches)
    runBody(state, body)
    return
  }
  if (branches.some(({ steps }) => steps.length === 0)) dead('a branch is empty')
  if (branches.length < 2) dead('at the same time as what?')
  state.emit({ id: state.newId('parallel'), kind: 'parallel', branches } as never)
}

/** @param change of the last step that calls a tool, also inside the loop that was the last step */
function changeLastCall(state: State, change: (step: Step) => Step): void {
  const changed = (steps: readonly Step[]): Step[] | null => {
    const last = steps.at(-1)
    if (last?.kind === 'tool') return [...steps.slice(0, -1), change(last)]
    if (last?.kind === 'foreach') {
      const inner = changed(last.steps)
      return inner === null ? null : [...steps.slice(0, -1), { ...last, steps: inner } as Step]
    }
    return null
  }
  const steps = changed(state.steps) ?? dead('there is no call before that could be tried again')
  state.steps.splice(0, state.steps.length, ...steps)
}

function retry(state: State, times: number): void {
  if (times < 1 || times > 100) dead('1 to 100 times')
  changeLastCall(state, step => ({ ...step, retry: { maxAttempts: times, on: 'any' } }))
}

function ifFails(state: State, body: Body, other: Body | null): void {
  const last = state.steps.at(-1)
  if (body.every(({ s }) => s === 'goon' || s === 'nothing'))
    return changeLastCall(state, step => ({ ...step, onError: 'continue' }))
  if (last?.kind !== 'tool') dead('there is no call before that could fail')
  const steps = blockOf(state, () => runBody(state, body))
  if (steps.length === 0) return changeLastCall(state, step => ({ ...step, onError: 'continue' }))
  state.steps[state.steps.length - 1] = { ...(last as Step), onError: { steps } } as Step
  if (other !== null) otherwise(state, () => runBody(state, other))
}

function stop(state: State, message: Np | null): void {
  if (message === null) {
    if (state.blocks.some(block => block.variable !== null)) dead('stop the loop or the workflow?')
    giveBack(state, null)
    return
  }
  state.emit({ id: state.newId('fail'), kind: 'fail', message: argument(resolve(state, message)) } as never)
}

function ask(state: State, { who, message, before }: Extract<Statement, { s: 'ask' }>): void {
  const assignees = who === null ? [] : [...who.emails, ...who.roles]
  if (assignees.some(each => each.startsWith('{{'))) dead('who approves stands in the prompt')
  const title = message === null ? `Approve: ${state.title}` : argument(resolve(state, message))
  const cel = state.emit({
    id: state.newId('approval'),
    kind: 'approval',
    message: title,
    ...(assignees.length > 0 && { assignees }),
  } as never)
  state.refer(['approval'], { cel, type: any })
  if (before !== null) runBody(state, before)
}

/** The steps of the block, what stands below a denial inside its gate. */
export function closeGated(state: State): Step[] {
  const gates = state.gates.filter(gate => gate.depth === state.blocks.length).toReversed()
  state.gates = state.gates.filter(gate => gate.depth !== state.blocks.length)
  const { steps } = state
  for (const { at, when } of gates) {
    const rest = steps.splice(at)
    if (rest.length > 0)
      steps.push({
        id: state.newId('approved'),
        title: '',
        kind: 'if',
        cases: [{ when, steps: rest }],
      } as unknown as Step)
  }
  return state.close()
}
