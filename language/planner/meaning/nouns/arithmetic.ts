// Arithmetic with numbers and dates.
import type { Np } from '../../grammar/terms.ts'
import { number } from '../../lexicon/types.ts'
import { dead, type State, type Val } from '../state.ts'
import { celOf, isList } from '../values.ts'
import { numeric } from './figures.ts'
import { argument, resolve } from './resolve.ts'

export function arithmetic(state: State, { op, a, b }: Extract<Np, { t: 'arithmetic' }>, each: boolean): Val {
  const [left, right] = [resolve(state, a, each), resolve(state, b, each)]
  for (const val of [left, right])
    if (
      val.type.k === 'list' ||
      val.type.k === 'record' ||
      val.type.k === 'bool' ||
      val.type.k === 'text' ||
      val.refers !== undefined
    )
      dead('arithmetic takes numbers')
  const [x, y] = [numeric(celOf(state, left), left.type), numeric(celOf(state, right), right.type)]
  const percent = right.literal !== undefined ? String(Number(right.literal) / 100) : `${y} / 100`
  const cel =
    op === '%+'
      ? `${x} * (1 + ${percent})`
      : op === '%-'
        ? `${x} * (1 - ${percent})`
        : op === '%of'
          ? `${y} * ${left.literal !== undefined ? String(Number(left.literal) / 100) : `${x} / 100`}`
          : `${x} ${op} ${y}`
  // Decimal fractions as people know them: 0.1 + 0.2 is 0.3.
  return { cel: `round(${cel}, 10)`, type: number }
}

export function dated(
  state: State,
  { base, sign, amount, unit }: Extract<Np, { t: 'dated' }>,
  each: boolean,
): Val {
  const from = resolve(state, base, each)
  const by = resolve(state, amount, each)
  const count =
    typeof by.literal === 'number'
      ? sign * by.literal
      : { $: `${sign === -1 ? '-' : ''}number(${celOf(state, by)})` }
  return movedDate(state, from, count, unit)
}

export function movedDate(state: State, from: Val, amount: unknown, unit: string): Val {
  if (
    from.type.k === 'list' ||
    from.type.k === 'record' ||
    from.type.k === 'number' ||
    from.type.k === 'bool' ||
    isWhole(state, from)
  )
    dead('this is no date')
  const moved = state.compute('date_add', { date: argument(from), amount, unit }, 'date')
  const isDay = /^(days|weeks|months|years)$/.test(unit)
  const day = isDay
    ? state.compute('date_format', { date: { $: moved }, format: 'yyyy-MM-dd' }, 'day')
    : moved
  // A moment stays a moment, a day a day.
  const isUntold = isDay && from.type.k === 'any'
  const cel = isUntold
    ? state.set('date', { $: `size(string(${celOf(state, from)})) > 10 ? ${moved} : ${day}` })
    : day
  const val: Val = { cel, type: { k: 'text', format: 'date' } }
  state.refer(['date', 'day', 'new date', 'result'], val)
  return val
}

/** A whole record, by whatever name. */
function isWhole({ blocks, reachable }: State, { cel }: Val): boolean {
  return (
    reachable.some(({ val }) => val.cel === cel && val.type.k === 'record') ||
    blocks.some(({ fetched }) => [...fetched.values()].includes(cel ?? ''))
  )
}

/** How many of the whole the part is, in percent. */
export function share(state: State, { part, whole }: Extract<Np, { t: 'share' }>): Val {
  // The whole first: what it is called is the part from then on.
  const all = resolve(state, whole)
  const some = resolve(state, part)
  if (!isList(some) || !isList(all)) dead('only a list has parts')
  if (celOf(state, some) === celOf(state, all)) dead('which part of it?')
  const cel = state.set('percentage', {
    $: `round(size(${celOf(state, some)}) * 100 / size(${celOf(state, all)}), 10)`,
  })
  const val: Val = { cel, type: number, hint: ['percentage'] }
  state.refer(['percentage', 'percent', 'share', 'result', 'figure', 'number', 'value'], val)
  return val
}

export function rounded(
  state: State,
  { np, how, places }: Extract<Np, { t: 'rounded' }>,
  each: boolean,
): Val {
  const val = resolve(state, np, each)
  if (val.type.k !== 'number' && val.type.k !== 'any') dead('only a number is rounded')
  const value = numeric(celOf(state, val), val.type)
  const cel = how === 'round' ? `round(${value}, ${places})` : `${how}(${value})`
  return { ...val, cel, type: number, literal: undefined as never }
}
