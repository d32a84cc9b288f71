// Statements: what is done, when, for each of what, and what follows a failure or a denial.
import type { Step } from '../../plan/plan.ts'
import type { Body, Np, Statement } from '../grammar/terms.ts'
import { any } from '../lexicon/types.ts'
import { toolWays, updateWays } from './calls.ts'
import { exactCall, letBe } from './exact.ts'
import { commandWays, giveBack, introduce, returned } from './commands.ts'
import { argument, introduceById, resolve } from './nouns.ts'
import { conditionCel } from './predicates.ts'
import { locally } from './explore.ts'
import { dead, type State, type Val } from './state.ts'
import { celOf, entityOf, isList, itemType, variableFor } from './values.ts'

export function runBody(state: State, body: Body): void {
  for (const statement of body) locally(state, statement, each => runStatement(each, statement))
}

export function runStatement(state: State, statement: Statement): void {
  if (/^(return|fail)$/.test(state.steps.at(-1)?.kind ?? '') && statement.s !== 'frame') dead('nothing follows the end')
  const outer = state.loops
  state.loops = []
  state.lastAsked = null
  if (state.isOpen && statement.s !== 'thatcase' && statement.s !== 'if') dead('a question without an answer')
  state.isOpen = false
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
    case 'if':
      if (statement.isAfter === true) for (const each of statement.then) if (each.s === 'call') foreshadow(state, each)
      return branch(state, locally(state, statement.cond, one => conditionCel(one, statement.cond)), statement.then, statement.else, isDenial(statement))
    case 'else':
      return otherwise(state, statement.body)
    case 'elseif':
      return elseIf(state, statement)
    case 'works': {
      // A call that fails ends the workflow: what follows is for when it worked.
      const last = state.steps.at(-1)
      if (last?.kind !== 'tool' || last.onError !== undefined) dead('there is no call before that could work')
      return runBody(state, statement.body)
    }
    case 'thatcase':
      return thatCase(state, statement.body)
    case 'check':
      state.isOpen = true
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
      // "do not send anything" at the top takes back what was ordered before, or does not.
      if (statement.isForbidding && state.blocks.length === 1) dead('what was ordered before is forbidden here')
      return
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
      if (cel !== undefined && !state.reachable.some(({ val, sentence }) => val.cel === cel && sentence === state.sentence)) {
        state.refer(['result', 'answer'], { cel, type: any })
      }
    }
  }
}

/** A value that says by itself nothing of what shall be done with it. */
function isPlainWord(np: Np): boolean {
  return np.t === 'value' && !['number', 'date', 'bool'].includes(np.value.v)
}

/** "Do X to ticket T-1 unless its status is open": the condition, which is computed first, knows the ticket. */
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
  const ways = [...commandWays(state, statement), ...updateWays(state, statement), ...toolWays(state, statement)]
  ways.sort((a, b) => a.cost - b.cost)
  const way = state.pick(ways.slice(0, 16), 'no tool does that')
  state.pay(way.cost)
  way.use()
}

function blockOf(state: State, body: Body): Step[] {
  state.open()
  const asked = state.lastAsked
  runBody(state, body)
  const steps = closeGated(state)
  state.lastAsked = asked
  return steps
}

function branch(state: State, when: string, then: Body, other: Body | null, gates: boolean): void {
  const cases = [{ when, steps: blockOf(state, then) }]
  const rest = other === null ? null : blockOf(state, other)
  if (cases[0]!.steps.length === 0 && (rest?.length ?? 0) === 0) return
  state.emit({ id: state.newId('if'), kind: 'if', cases, ...(rest !== null && rest.length > 0 && { else: rest }) } as never)
  if (gates && other === null) {
    // Whatever stands below a denial is for the approved.
    const approval = state.reachable.find(({ nouns }) => nouns.includes('approval'))!
    state.gates.push({ depth: state.blocks.length, at: state.steps.length, when: `${approval.val.cel}.approved` })
  }
}

function isDenial(statement: Extract<Statement, { s: 'if' }>): boolean {
  return statement.cond.c === 'denied'
}

/** What an "otherwise" belongs to: the last condition of this list of steps. */
function lastIf(state: State): { index: number; step: Extract<Step, { kind: 'if' }> } {
  const index = state.steps.findLastIndex(step => step.kind === 'if')
  const step = state.steps[index]
  if (step?.kind !== 'if' || state.steps.slice(index + 1).some(each => each.kind !== 'set')) return dead('there is no condition before')
  if (step.else !== undefined) return dead('there is an "otherwise" already')
  return { index, step }
}

function otherwise(state: State, body: Body): void {
  const checked = state.steps.at(-1)
  if (checked?.kind === 'tool' && typeof checked.onError === 'object') {
    // "If that fails, A. Otherwise, B."
    const steps = checked.onError.steps
    state.steps[state.steps.length - 1] = { ...checked, onError: 'continue' } as Step
    const cases = [{ when: `steps.${checked.id} == null`, steps }]
    state.emit({ id: state.newId('if'), kind: 'if', cases, else: blockOf(state, body) } as never)
    return
  }
  const { index, step } = lastIf(state)
  const steps = blockOf(state, body)
  if (steps.length > 0) state.steps[index] = { ...step, else: steps } as Step
}

function elseIf(state: State, { cond, body, else: other }: Extract<Statement, { s: 'elseif' }>): void {
  const { index, step } = lastIf(state)
  const before = state.steps.length
  const when = conditionCel(state, cond)
  // What the condition needs stands before the whole.
  const added = state.steps.splice(before)
  const cases = [...step.cases, { when, steps: blockOf(state, body) }]
  const rest = other === null ? {} : { else: blockOf(state, other) }
  state.steps.splice(index, 1, ...added, { ...step, cases, ...rest } as Step)
}

function thatCase(state: State, body: Body): void {
  const check = state.reachable.find(({ nouns }) => nouns.includes('check'))
  if (check !== undefined && check.val.cel !== null) return branch(state, check.val.cel, body, null, false)
  dead('in which case?')
}

function topic(state: State, { prep, np, body }: Extract<Statement, { s: 'topic' }>): void {
  const isEach = np.t === 'noun' && np.det === 'each'
  const [first] = body
  const ways = isEach ? [] : [
    () => {
      if (np.t === 'value' && np.value.v !== 'hole') dead('spoken of what?')
      const val = resolve(state, np)
      if (val.type.k !== 'list' && val.type.k !== 'record') dead('spoken of what?')
      introduce(state, val)
      runBody(state, body)
    },
  ]
  if (prep === null && np.t === 'noun') ways.push(() => (state.pay(1.5), each(state, { ...np, det: 'each' }, null, () => runBody(state, body))))
  // "In the category X, list the products": of those that are listed in what follows.
  if (prep === 'for' && np.t === 'noun' && (isEach || np.det === 'all') && body.length === 1 && first?.s === 'ask for') {
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
  const variable = wish === undefined || entityOf(val) !== null ? variableFor(state, val) : state.newVariable(wish)
  const over = celOf(state, val)
  state.open(variable)
  const entity = entityOf(val)
  const refers = val.refers
  const item: Val = { cel: variable, type: itemType(val), ...(refers !== undefined && { refers, id: variable, hint: [...refers.noun.split(' '), 'id'] }) }
  if (refers !== undefined && entity === null) state.refer(refers.nouns, { cel: null, id: variable, type: { k: 'record', entity: refers }, refers }, { isVariable: true })
  state.refer([...new Set([...nouns, ...(entity?.nouns ?? []), 'item', 'one', 'row', 'record', 'entry'])], item, { isVariable: true })
  body()
  const steps = closeGated(state)
  if (steps.length === 0) dead('nothing is done for each')
  state.emit({ id: state.newId(`each ${variable}`), kind: 'foreach', over, as: variable, ...(atOnce !== null && { concurrency: atOnce }), steps } as never)
}

function listOf(state: State, np: Np): { val: Val; nouns: readonly string[] } {
  if (np.t === 'noun') {
    const nouns = [np.head.words.join(' ')]
    const inside = np.post.length === 1 && np.post[0]!.p === 'prep' && ['in', 'of', 'from'].includes(np.post[0]!.prep) ? np.post[0]!.np : null
    const beside = np.post.length === 1 && np.post[0]!.p === 'value' ? np.post[0]!.value : null
    const hole = inside?.t === 'value' && inside.value.v === 'hole' ? inside : beside?.v === 'hole' && np.det !== 'the' ? ({ t: 'value', value: beside, span: np.span } as const) : null
    if (hole !== null && (np.det === 'each' || np.det === 'all') && (state.lexicon.entities.get(nouns[0]!) === undefined || /s$/.test(String(hole.value.v === 'hole' ? hole.value.source : '')))) {
      const list = resolve(state, hole)
      if (list.type.k === 'any') {
        const words = np.head.words
        const entity = state.lexicon.entities.get(nouns[0]!) ?? (words.at(-1) === 'id' ? state.lexicon.entities.get(words.slice(0, -1).join(' ')) : undefined)
        return { val: { ...list, type: { k: 'list', of: any }, ...(entity !== undefined && { refers: entity }) }, nouns }
      }
    }
    return { val: resolve(state, { ...np, det: np.det === 'each' ? 'all' : np.det, head: np.det === 'each' || np.det === 'all' ? { ...np.head, isPlural: true } : np.head }), nouns: nouns.filter(noun => noun !== 'one') }
  }
  return { val: resolve(state, np), nouns: [] }
}

function parallel(state: State, body: Body): void {
  const branches = body.map(statement => {
    const steps = blockOf(state, [statement])
    // "... to customer cus_1 and ... to them": known by its id, whatever the branches do.
    if (statement.s === 'call') foreshadow(state, statement)
    return { steps }
  })
  if (branches.length < 2) dead('what is done at the same time as what?')
  const isReading = branches.every(({ steps }) => steps.every(step => step.kind === 'tool' && (state.effectOf(step) === 'read' || state.effectOf(step) === 'pure')))
  if (isReading) {
    // Steps that only read run at the same time anyway, and what they give can be used below.
    state.undo(branches)
    runBody(state, body)
    return
  }
  if (branches.some(({ steps }) => steps.length === 0)) dead('a branch is empty')
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
  changeLastCall(state, step => ({ ...step, retry: { maxAttempts: times } }))
}

function ifFails(state: State, body: Body, other: Body | null): void {
  const last = state.steps.at(-1)
  if (last?.kind !== 'tool') dead('there is no call before that could fail')
  const steps = blockOf(state, body)
  if (steps.length === 0) return changeLastCall(state, step => ({ ...step, onError: 'continue' }))
  state.steps[state.steps.length - 1] = { ...(last as Step), onError: { steps } } as Step
  if (other !== null) otherwise(state, other)
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
  const cel = state.emit({ id: state.newId('approval'), kind: 'approval', message: title, ...(assignees.length > 0 && { assignees }) } as never)
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
    if (rest.length > 0) steps.push({ id: state.newId('approved'), title: '', kind: 'if', cases: [{ when, steps: rest }] } as unknown as Step)
  }
  return state.close()
}
