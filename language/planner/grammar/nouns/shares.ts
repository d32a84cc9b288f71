// Percentages: shares of a list, something on top of a figure, figures that are rounded.
import type { Rule } from '../../chart/chart.ts'
import { rule, spanOf } from '../build.ts'
import type { NounTerm, Np, Statement } from '../terms.ts'

export const shareRules: readonly Rule[] = [
  // "the percentage of the tasks that are done", "what percentage of them is open".
  rule('THING', 'the|which|what|a? PERCENTAGE RANGE? of NP RANGE?', ([, , , , np], at) => shareOf(np, at), [
    'the percentage of the orders that are open',
    'percentage of its tasks that are done (0 to 100)',
  ]),
  rule(
    'THING',
    'the? SHARE RANGE? of NP among|amongst NP ,? RANGE',
    ([, , , , part, , whole], at): Np => ({ t: 'share', part, whole, span: spanOf(at) }),
    [
      'the share of open orders among all orders, as a percentage from 0 to 100',
      'part of the orders among the orders (0 to 100)',
    ],
  ),
  rule(
    'CLAUSE',
    'which|what|how PERCENTAGE RANGE? of NP RANGE? PRED ,? RANGE?',
    ([, , , , np, , pred], at): Statement | null => asks(np, pred, at),
    [
      'what percentage of the orders is open',
      'What percentage of all tasks has the status {{inputs.status}}',
    ],
  ),
  rule(
    'CLAUSE',
    'which|what SHARE of NP ,? RANGE? ,? PRED ,? RANGE',
    ([, , , np, , , , pred], at): Statement | null => asks(np, pred, at),
    ['which part of the orders > 1 (0 to 100)', 'which part of the orders, > 1 (0 to 100)'],
  ),
  // "work out which percentage of them is open"
  rule(
    'THING',
    'which|what|how PERCENTAGE RANGE? of NP RANGE? PRED',
    ([, , , , np, , pred], at): Np | null => partOf(np, pred, at),
    ['which percentage of the orders is open', 'how many percent of the tickets are urgent'],
    1.2,
  ),
  rule('PERCENTAGE', 'percentage|percent|%', () => 'percentage', ['%', 'percentage']),
  rule('PERCENTAGE', 'many percent', () => 'percentage', ['many percent']),
  rule('SHARE', 'share|proportion|part|fraction|portion', () => 'share', ['part', 'Share']),
  rule('RANGE', 'from? NUMBER to|-|– NUMBER', ([, low, , high]) => hundred(low, high), ['from 0 to 100']),
  rule('RANGE', 'between NUMBER and NUMBER', ([, low, , high]) => hundred(low, high)),
  rule('RANGE', '( from? NUMBER to|-|– NUMBER )', ([, , low, , high]) => hundred(low, high), ['(0 to 100)']),
  rule('RANGE', '( ID )', ([, value]) => (value.text === '0-100' ? 'range' : null)),
  rule('RANGE', 'as|in a? percent|percentage|% RANGEMORE?', () => 'range', [
    'as a percentage',
    'as a percentage from 0 to 100',
  ]),
  rule('RANGE', ', on a scale from NUMBER to NUMBER ,?', ([, , , , , low, , high]) => hundred(low, high), [
    ', on a scale from 0 to 100',
    ', on a scale from 0 to 100,',
  ]),
  rule('RANGEMORE', 'from? NUMBER to|-|– NUMBER', ([, low, , high]) => hundred(low, high), ['from 0 to 100']),
  rule('RANGEMORE', '( from? NUMBER to|-|– NUMBER )', ([, , low, , high]) => hundred(low, high)),

  // "20 % on top", "increased by 20 %", "with 20 % added", "less 10 % discount".
  rule('ARITH', ',? increase|raise by PERCENT', ([, , , b]) => ({ op: '%+', b }), [
    'increase by 5 %',
    'increase by 20%',
  ]),
  rule('ARITH', ',? reduce|decrease|lower by PERCENT', ([, , , b]) => ({ op: '%-', b }), [
    'reduce by 5 %',
    'reduce by 20%',
  ]),
  rule('ARITH', 'with|and|plus PERCENT TAX? add|put? ONTOP', ([, b]) => ({ op: '%+', b }), [
    'with 5 % on top',
    'with 5 % add on top',
  ]),
  rule('ARITH', 'with PERCENT TAX? added', ([, b]) => ({ op: '%+', b }), [
    'with 5 % added',
    'with 5 % VAT added',
  ]),
  rule('ARITH', 'plus|and a PERCENT TAX', ([, , b]) => ({ op: '%+', b }), [
    'plus a 5 % VAT',
    'plus a 5 % fee',
  ]),
  rule('ARITH', 'minus|less a PERCENT TAX', ([, , b]) => ({ op: '%-', b }), [
    'minus a 5 % VAT',
    'minus a 5 % fee',
  ]),
  rule('ARITH', 'plus|with a? TAX of PERCENT', ([, , , , b]) => ({ op: '%+', b }), [
    'plus VAT of 5 %',
    'plus VAT of 20%',
  ]),
  rule('ARITH', ', multiply by|with LISTED', ([, , , b]) => ({ op: '*', b }), [
    ', multiply by 7',
    ', multiply by n',
  ]),
  rule('ARITH', ', divide by LISTED', ([, , , b]) => ({ op: '/', b }), [', divide by 7', ', divide by n']),
  rule('ARITH', ', plus LISTED', ([, , b]) => ({ op: '+', b }), [', plus 7', ', plus n']),
  rule('ARITH', ', minus|less LISTED', ([, , b]) => ({ op: '-', b }), [', minus 7', ', minus n']),
  rule('ARITH', ', times LISTED', ([, , b]) => ({ op: '*', b }), [', times 7', ', times n']),
  rule('ONTOP', 'on top', () => 'top', ['on top']),
  rule('ONTOP', 'on top of it|that|this|them', () => 'top', ['on top of it', 'on top of that']),
  rule('CLAUSE', 'add|put|apply a? PERCENT TAX? ONTOP?', ([, , b], at) => onIt('%+', b, at), [
    'add 20 %',
    'put 20 % on top',
  ]),
  rule('CLAUSE', 'add|put|apply a? TAX of PERCENT ONTOP?', ([, , , , b], at) => onIt('%+', b, at), [
    'add VAT of 5 %',
    'add VAT of 5 % on top',
  ]),
  rule('CLAUSE', 'subtract|deduct|take a? PERCENT TAX? off|away?', ([, , b], at) => onIt('%-', b, at), [
    'subtract 5 %',
    'subtract 5 % off',
  ]),

  rule(
    'CLAUSE',
    'add|put|apply a? PERCENT TAX? to|on|onto SIMPLE',
    ([, , b, , , a], at) => ofFigure('%+', a, b, at),
    ['add 20 % to the total', 'add a 20 % fee to the price {{inputs.price}}'],
  ),
  rule(
    'CLAUSE',
    'subtract|deduct|take a? PERCENT TAX? from|off SIMPLE',
    ([, , b, , , a], at) => ofFigure('%-', a, b, at),
    ['subtract 5 % from the sum', 'take 5 % off {{inputs.price}}'],
  ),

  rule('CLAUSE', 'increase|raise SIMPLE by PERCENT', ([, a, , b], at) => ofFigure('%+', a, b, at), [
    'increase the total by 20 %',
    'raise {{inputs.price}} by 5 %',
  ]),
  rule('CLAUSE', 'reduce|decrease|lower SIMPLE by PERCENT', ([, a, , b], at) => ofFigure('%-', a, b, at), [
    'reduce the total by 20 %',
    'lower the amount {{inputs.amount}} by 5 %',
  ]),

  // "the quotient, rounded to one decimal place", "rounded down", "rounded to a whole number".
  rule(
    'NP',
    'LISTED ,? ROUNDING',
    ([np, , how], at): Np => ({ t: 'rounded', np, ...how, span: spanOf(at) }),
    ['the average rounded down', 'the sum, rounded to a whole number'],
  ),
  rule(
    'NP',
    'LISTED ARITH ARITH* ,? ROUNDING',
    ([np, first, more, , how], at): Np => ({
      t: 'rounded',
      np: [first, ...more].reduce(
        (a: Np, { op, b }: { op: '+'; b: Np }) => ({ t: 'arithmetic', op, a, b, span: spanOf(at) }),
        np,
      ),
      ...how,
      span: spanOf(at),
    }),
    [
      'all time entries / {{inputs.days}}, rounded to 1 decimal',
      'all booked hours together divided by {{inputs.days}}, rounded to one decimal',
    ],
    1,
  ),
  rule('ROUNDING', 'and? ROUNDED to|at PLACES', ([, , , places]) => ({ how: 'round', places }), [
    'rounded to whole',
    'rounded to a whole',
  ]),
  rule(
    'ROUNDING',
    'and? ROUNDED down|up',
    ([, , way]) => ({
      how: way.lower === 'up' ? 'ceil' : 'floor',
      places: 0,
    }),
    ['rounded down', 'rounded up'],
  ),
  rule(
    'ROUNDING',
    'and? ROUNDED down|up to WHOLE',
    ([, , way]) => ({
      how: way.lower === 'up' ? 'ceil' : 'floor',
      places: 0,
    }),
    ['rounded down to all', 'rounded down to full'],
  ),
  rule('ROUNDED', 'round', ([word]) => (/ed$/.test(word.lower) ? 'rounded' : null), ['rounded']),
  rule('PLACES', 'COUNT decimal|digit|place|decimals place|digit?', ([places]) => places, [
    '1 decimal',
    '2 decimals',
  ]),
  rule('PLACES', 'COUNT place after the point|comma', ([places]) => places, [
    '3 place after the point',
    '3 place after the comma',
  ]),
  rule('PLACES', 'one decimal|digit|place place?', () => 1, ['one decimal', 'one decimal place']),
  rule('PLACES', 'cent|cents', () => 2, ['cent', 'cents']),
  rule('PLACES', 'WHOLE', () => 0, ['whole', 'a whole']),
  rule('WHOLE', 'a|the|nearest? whole|full|integer number|hour|day|week|percent|euro?', () => 'whole', [
    'full',
    'Whole',
  ]),
  rule('WHOLE', 'the nearest whole|full? number|integer', () => 'whole', [
    'the nearest number',
    'the nearest integer',
  ]),
  rule('WHOLE', 'an integer', () => 'whole', ['an integer']),
  rule(
    'CLAUSE',
    'round NP? down|up ROUNDTO?',
    ([, np, way], at): Statement => ({
      s: 'ask for',
      np: {
        t: 'rounded',
        np: np ?? { t: 'pronoun', word: 'figure', span: spanOf(at) },
        how: way.lower === 'up' ? 'ceil' : 'floor',
        places: 0,
        span: spanOf(at),
      },
      span: spanOf(at),
    }),
    ['round it down', 'round the result up to a whole number'],
  ),
  rule(
    'CLAUSE',
    'round NP? to|at PLACES',
    ([, np, , places], at): Statement => ({
      s: 'ask for',
      np: {
        t: 'rounded',
        np: np ?? { t: 'pronoun', word: 'figure', span: spanOf(at) },
        how: 'round',
        places,
        span: spanOf(at),
      },
      span: spanOf(at),
    }),
    ['round to one decimal place', 'round it to a whole number'],
  ),
  rule('ROUNDTO', 'to WHOLE', () => 'whole', ['to a whole', 'to a whole number']),
]

type At = Parameters<typeof spanOf>[0]

function hundred(low: { number: number }, high: { number: number }): string | null {
  return low.number === 0 && high.number === 100 ? 'range' : null
}

function asks(np: Np, pred: unknown, at: At): Statement | null {
  const share = partOf(np, pred, at)
  return share === null ? null : { s: 'ask for', np: share, span: spanOf(at) }
}

function partOf(np: Np, pred: unknown, at: At): Np | null {
  if (np.t !== 'noun') return null
  const part = { ...np, post: [...np.post, { p: 'where', pred }] } as NounTerm
  return { t: 'share', part, whole: np, span: spanOf(at) }
}

/** What is said last of them is the part; without it, they are the whole. */
function shareOf(np: Np, at: At): Np | null {
  if (np.t !== 'noun') return null
  const last = np.post.at(-1)
  if (last?.p !== 'where') return null
  return { t: 'share', part: np, whole: { ...np, post: np.post.slice(0, -1) }, span: spanOf(at) }
}

function onIt(op: '%+' | '%-', b: Np, at: At): Statement {
  return changed(op, { t: 'pronoun', word: 'figure', span: spanOf(at) }, b, at)
}

/** Of a number that is there. "Increase the price of the product by 5 %" would change the product. */
function ofFigure(op: '%+' | '%-', a: Np, b: Np, at: At): Statement | null {
  return isFigure(a) ? changed(op, a, b, at) : null
}

function isFigure(np: Np): boolean {
  if (np.t === 'value') return true
  if (np.t !== 'noun' || np.owner !== null || np.pre.length > 0) return false
  const [beside, ...more] = np.post
  if (beside === undefined) return /^(?:sum|total|subtotal|result|average)$/.test(np.head.words.join(' '))
  return more.length === 0 && beside.p === 'value' && beside.value.v === 'hole'
}

function changed(op: '%+' | '%-', a: Np, b: Np, at: At): Statement {
  return {
    s: 'ask for',
    np: { t: 'arithmetic', op, a, b, span: spanOf(at) },
    span: spanOf(at),
  }
}
