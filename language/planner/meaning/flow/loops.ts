// Each item of a list, and what is spoken of first.
import { own } from '../../../../domain/own.ts'
import type { Step } from '../../../../domain/plan/plan.ts'
import type { HubTool } from '../../../../domain/tools/tool.ts'
import { type Call, type CallReading, readingsOf } from '../../grammar/packing.ts'
import type { Body, NounTerm, Np, Statement } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { any } from '../../lexicon/types.ts'
import { fieldSynonyms } from '../../lexicon/words.ts'
import { answered } from '../calls/answers.ts'
import { introduce } from '../commands/table.ts'
import { isOfMany } from '../nouns/noun.ts'
import { relationsNamed } from '../nouns/owners.ts'
import { resolve } from '../nouns/resolve.ts'
import { dead, type State, type Val } from '../state.ts'
import { celOf, entityOf, isList, isUntold, itemType, variableFor } from '../values.ts'
import { closeLoop } from './again.ts'
import { foreshadow } from './foreshadow.ts'
import { blockOf, runBody } from './statements.ts'

export function topic(state: State, { prep, np, body }: Extract<Statement, { s: 'topic' }>): void {
  const isEach = np.t === 'noun' && np.det === 'each'
  const [first] = body
  const ways = isEach
    ? []
    : [
        () => {
          if (np.t === 'value' && np.value.v !== 'hole') dead('spoken of what?')
          const val = resolve(state, np)
          if (val.type.k !== 'list' && (val.type.k !== 'record' || isOfMany(np))) dead('spoken of what?')
          introduce(state, val)
          const before = state.steps.length
          runBody(state, body)
          // "For the task T-1, the sum of the hours": not of all of them.
          const cel = val.cel ?? val.id ?? ''
          const after = JSON.stringify([state.steps.slice(before), state.lastAsked])
          if (prep !== null && cel !== '' && !after.includes(JSON.stringify(cel).slice(1, -1)))
            dead('what follows is not about it', np.span)
        },
      ]
  if (prep === null && np.t === 'noun')
    ways.push(() => {
      state.pay(1.5)
      each(state, { ...np, det: 'each' }, null, () => runBody(state, body))
    })
  // "In the category X, list the products": of those that are listed in what follows.
  if (
    (prep === 'for' || prep === 'in') &&
    np.t === 'noun' &&
    (isEach || np.det === 'all') &&
    body.length === 1
  ) {
    // "For each status, the number of tasks", "for each status return how many tasks there are": groups.
    if (first?.s === 'ask for')
      ways.push(() => runBody(state, [{ ...first, np: groupedBy(first.np, { ...np, det: null }) }]))
    for (const { call } of first?.s === 'call' ? readingsOf(first).filter(isFigure) : [])
      ways.push(() => runBody(state, [callBy(call, { ...np, det: null })]))
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

function isFigure({ call }: CallReading): boolean {
  return (call.passive ?? figurePart(call))?.t === 'aggregate'
}

function figurePart({ parts }: Call): Np | null {
  const [only] = parts
  return parts.length === 1 && only?.a === 'np' ? only.np : null
}

/** The same, for each of the groups. */
function callBy(call: Call, by: Np): Call {
  if (call.passive !== null) return { ...call, passive: groupedBy(call.passive, by) }
  return { ...call, parts: [{ a: 'np', np: groupedBy(figurePart(call)!, by) }] }
}

function groupedBy(np: Np, by: Np): Np {
  if (np.t === 'aggregate') return { ...np, of: groupedBy(np.of, by) }
  return np.t === 'noun' ? { ...np, post: [...np.post, { p: 'by', np: by }] } : dead('groups of what?')
}

/**
 * @param body reads what is done for each
 * @param isOpen what is done for each may follow
 */
export function each(state: State, np: Np, atOnce: number | null, body: () => void, isOpen = false): void {
  if (np.t === 'noun' && np.det === 'each' && np.pre.some(({ p }) => p === 'only')) dead('each or only some?')
  const [within] = np.t === 'noun' ? np.post : []
  if (within?.p === 'prep' && within.np.t === 'value' && /^(number|date|bool)$/.test(within.np.value.v))
    dead('this is no list that could be gone through', np.span, 'NOT_A_LIST')
  const { val, nouns } = listOf(state, np)
  if (!isList(val)) {
    if (val.type.k !== 'record' || isOpen || isOfMany(np)) dead('for each of what?', null, 'NOT_A_LIST')
    // "For vendor X, ...": what follows is about it.
    introduce(state, val)
    body()
    return
  }
  const wish = nouns[0]?.split(' ').at(-1)
  const variable =
    wish === undefined || entityOf(val) !== null ? variableFor(state, val) : state.newVariable(wish)
  const over = celOf(state, val)
  if (state.blocks.some(block => block.over === over)) dead('all of them, for each of them?')
  // "For each order in {{inputs.orders}}": they are the orders from here on.
  if (entityOf(val) === null && wish !== undefined) state.refer(nouns, val, { isAside: true })
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
  if (state.steps.length === 0 && !isOpen) dead('nothing is done for each', null, 'EMPTY_BLOCK')
  closeLoop(state, { id: null, over, variable, atOnce })
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
    // "each order in the result": what nothing is known of, gone through.
    if (inside !== null && isOfMany(np) && np.pre.length === 0 && isNoField(state, inside, nouns)) {
      const list = resolve(state, inside)
      if (!isList(list) && (list.type.k === 'any' || (isUntold(list) && !isKnownOf(state, np, list))))
        return { val: manyOf(list), nouns }
      // "each group in the result": the author's word for what it holds.
      if (isList(list) && !isKnownOf(state, np, list)) return { val: list, nouns }
    }
    const val = resolve(state, {
      ...np,
      det: np.det === 'each' ? 'all' : np.det,
      head: np.det === 'each' || np.det === 'all' ? { ...np.head, isPlural: true } : np.head,
    })
    return {
      val: isOfMany(np) && isUntold(val) ? manyOf(val) : val,
      nouns: nouns.filter(noun => noun !== 'one'),
    }
  }
  return { val: resolve(state, np), nouns: [] }
}

/** What nothing is known of is many where it is gone through. */
function manyOf(val: Val): Val {
  return isList(val) ? val : { ...val, type: { k: 'list', of: any } }
}

/** Another kind of records, or a field of what the list holds. */
function isKnownOf({ lexicon }: State, { head, span }: NounTerm, list: Val): boolean {
  const entity = entityOf(list)
  const word = head.words.join(' ')
  if (entity?.nouns.includes(word) === true) return false
  // "each email in the result": of rows, it is hardly a word for a row.
  if (isList(list) && own(fieldSynonyms, word) !== undefined) return true
  if (entity === null || /^(?:result|item|one|thing|row|record|entry)$/.test(word)) return false
  // What a tool calls invoices are no customers; rows are whatever their author says.
  if (isUntold(list) && lexicon.tools.some(({ gives }) => gives?.entity === entity))
    dead(`these are of the kind "${entity.noun}": write "each ${entity.noun}"`, span, 'UNCLEAR_REFERENCE')
  return lexicon.entities.has(word) || relationsNamed(entity, head.words).length > 0
}

/**
 * A word for what came last, whatever it is, for a step or for what was named; "each order in the orders".
 */
function isNoField(state: State, np: Np, nouns: readonly string[]): boolean {
  if (np.t === 'pronoun' || np.t === 'step') return true
  return (
    np.t === 'noun' &&
    np.owner === null &&
    np.pre.length === 0 &&
    np.post.every(post => post.p === 'prep' && post.np.t === 'step') &&
    (nouns.includes(singularOf(np.head.words.join(' ')).singular) ||
      state.reachable.some(each => each.isNamed === true && each.nouns.includes(np.head.words.join(' '))) ||
      /^(result|answer|response|page|body|data|list|output)$/.test(np.head.words.join(' ')))
  )
}

/** "get A and B at the same time": an order for each of them. */
function taken(state: State, body: Body): Body {
  const [only] = body
  if (body.length !== 1 || only?.s !== 'call') return body
  const ways = readingsOf(only).flatMap(({ call, cost }) => {
    const each = eachOf(call)
    return each === null ? [] : [{ each, cost }]
  })
  return ways.length === 0 ? body : state.choose(ways).each
}

function eachOf(only: Call): Body | null {
  if (only.passive?.t === 'list' && only.passive.join === 'and')
    return only.passive.items.map(item => ({ ...only, passive: item }))
  const at = only.parts.findIndex(part => part.a === 'np' && part.np.t === 'list' && part.np.join === 'and')
  const part = only.parts[at]
  if (part?.a !== 'np' || part.np.t !== 'list') return null
  return part.np.items.map(item => ({
    ...only,
    parts: only.parts.map((other, index) => (index === at ? { a: 'np', np: item } : other)),
  }))
}

export function parallel(state: State, said: Body, isRace: boolean): void {
  const body = taken(state, said)
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
  if (isReading && !isRace) {
    // Steps that only read run at the same time anyway, and what they give can be used below.
    state.undo(branches)
    runBody(state, body)
    return
  }
  if (branches.some(({ steps }) => steps.length === 0)) dead('a branch is empty')
  if (branches.length < 2) dead('at the same time as what?')
  emitParallel(state, branches, isRace)
}

/** @param isRace the output of the first branch that ends is the output: known where all are of a kind */
export function emitParallel(
  state: State,
  branches: readonly { readonly steps: readonly Step[] }[],
  isRace: boolean,
): void {
  const wait = isRace ? { wait: 'any' } : {}
  const cel = state.emit({ id: state.newId('parallel'), kind: 'parallel', ...wait, branches } as never)
  if (!isRace) return
  const tools = branches.map(({ steps }) => {
    const last = steps.at(-1)
    return last?.kind === 'tool' ? state.lexicon.all.find(each => isTool(each, last)) : undefined
  })
  const [first] = tools
  if (first !== undefined && tools.every(each => each === first)) answered(state, first, cel)
}

function isTool(tool: HubTool, step: Extract<Step, { kind: 'tool' }>): boolean {
  return tool.name === step.tool && tool.server === step.server
}
