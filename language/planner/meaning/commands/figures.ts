// Commands that compute.
import type { Np } from '../../grammar/terms.ts'
import { number } from '../../lexicon/types.ts'
import { movedDate } from '../nouns/arithmetic.ts'
import { resolve } from '../nouns/resolve.ts'
import { dead, type State } from '../state.ts'
import { celOf } from '../values.ts'
import { withBy } from './lists.ts'
import { type Call, object, objectPart, only, type Prep, prep } from './table.ts'

export function figure(state: State, call: Call, fn: 'sum' | 'average'): void {
  const by = call.parts.find(
    (part): part is Prep => part.a === 'prep' && ['per', 'by', 'for'].includes(part.prep),
  )
  only(call, objectPart(call), by)
  const np = object(call)
  const eachOf =
    by?.prep === 'for' ? (by.np.t === 'noun' && by.np.det === 'each' ? by.np : dead('for what?')) : by?.np
  if (np.t === 'list' && eachOf === undefined) {
    const cels = np.items.map(item => celOf(state, resolve(state, item)))
    const cel = state.set('sum', {
      $: fn === 'sum' ? cels.join(' + ') : `(${cels.join(' + ')}) / ${cels.length}`,
    })
    state.refer(['sum', 'total', 'result'], { cel, type: number })
    return
  }
  resolve(state, {
    t: 'aggregate',
    fn,
    of:
      eachOf === undefined
        ? pluralised(np)
        : withBy(np, { ...eachOf, ...(eachOf.t === 'noun' && { det: null }) } as Np),
    by: null,
    span: call.span,
  })
}

/** "sum up the amount": of all of them. */
function pluralised(np: Np): Np {
  return np.t === 'noun' ? { ...np, head: { ...np.head, isPlural: true } } : np
}

export function addTo(state: State, by: Np, to: Np, sign: 1 | -1): void {
  const unit =
    by.t === 'noun' ? /^(day|week|month|year|hour|minute)s?$/.exec(by.head.words.join(' '))?.[1] : undefined
  if (unit !== undefined && by.t === 'noun') {
    const count =
      by.pre.flatMap(pre => (pre.p === 'count' ? [pre.count] : []))[0] ??
      (by.det === 'a' ? 1 : dead('how many?'))
    movedDate(state, resolve(state, to), sign * count, `${unit}s`)
    return
  }
  const percent = by.t === 'arithmetic' && by.op === '%of'
  if (percent) dead('of what?')
  const cel = state.set('result', {
    $: celOf(
      state,
      resolve(state, { t: 'arithmetic', op: sign === 1 ? '+' : '-', a: to, b: by, span: [0, 0] }),
    ),
  })
  state.refer(['result', 'sum', 'total', 'difference', 'value'], { cel, type: number })
}

export function operated(state: State, call: Call, op: '*' | '/', ...preps: string[]): void {
  const by = prep(call, ...preps)
  only(call, objectPart(call), by)
  if (by === undefined) dead('by what?')
  // "Divide by 7": the figure that came last.
  const a: Np = objectPart(call) === undefined ? latest(call) : object(call)
  const cel = state.set('result', {
    $: celOf(state, resolve(state, { t: 'arithmetic', op, a, b: by!.np, span: call.span })),
  })
  state.refer(['result', 'product', 'quotient', 'value', 'number', 'average', 'amount'], {
    cel,
    type: number,
  })
}

function latest(call: Call): Np {
  return { t: 'pronoun', word: 'figure', span: call.span }
}

export function placesOf(np: Np): number {
  if (np.t === 'noun' && (np.post.length > 0 || np.owner !== null))
    return dead('to how many places?', np.span)
  if (np.t === 'noun' && /^(decimal|place|digit|decimal place|cent)$/.test(np.head.words.join(' ')))
    return np.pre.flatMap(pre => (pre.p === 'count' ? [pre.count] : []))[0] ?? 2
  if (np.t === 'noun' && /^(whole number|integer|number|full number)$/.test(np.head.words.join(' '))) return 0
  return dead('to how many places?')
}
