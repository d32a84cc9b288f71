// One order with all the ways to read its words: which noun a preposition belongs to, what a value stands
// beside. The chart keeps them together, so that those of one clause do not multiply with those of the next;
// the meaning takes them apart again.
import type { Reading } from '../chart/chart.ts'
import type { CallWay, Statement } from './terms.ts'

export type Call = Extract<Statement, { s: 'call' }>

export interface CallReading {
  readonly call: Call
  readonly cost: number
}

/** Orders with one verb that end at one place become one, the cheapest first. */
export function packed(readings: readonly Reading[]): readonly Reading[] {
  const groups = Map.groupBy(readings, ({ end, value }, index) => {
    const statement = value as Statement
    return statement.s === 'call' ? `${end} ${statement.verb.lemmas.join()}` : -index
  })
  if (groups.size === readings.length) return readings
  return [...groups.values()].map(all => (all.length === 1 ? all[0]! : together(all)))
}

function together(all: readonly Reading[]): Reading {
  const [first, ...more] = all.toSorted((a, b) => a.cost - b.cost)
  const ways = more.flatMap(({ value, cost }) =>
    readingsOf(value as Call).map(reading => wayOf(reading.call, cost - first!.cost + reading.cost)),
  )
  const own = first!.value as Call
  return { ...first!, value: { ...own, ways: [...(own.ways ?? []), ...ways] } }
}

function wayOf({ verb, parts, passive }: Call, cost: number): CallWay {
  return { verb, parts, passive, cost }
}

const known = new WeakMap<Call, readonly CallReading[]>()

/** Each way to read it by itself, the cheapest first. */
export function readingsOf(call: Call): readonly CallReading[] {
  let readings = known.get(call)
  if (readings === undefined) {
    const { ways = [], ...first } = call
    const others = ways.map(({ cost, ...way }) => ({ call: { ...first, ...way }, cost }))
    readings = [{ call: first, cost: 0 }, ...others.toSorted((a, b) => a.cost - b.cost)]
    known.set(call, readings)
  }
  return readings
}

/** The order with other parts, however it is read. @param change null: not read so */
export function withParts(call: Call, change: (parts: Call['parts']) => Call['parts'] | null): Call | null {
  const changed = readingsOf(call).flatMap(({ call: each, cost }) => {
    const parts = change(each.parts)
    return parts === null ? [] : [{ call: { ...each, parts }, cost }]
  })
  const [first, ...more] = changed
  if (first === undefined) return null
  const ways = more.map(({ call: each, cost }) => wayOf(each, cost - first.cost))
  return ways.length === 0 ? first.call : { ...first.call, ways }
}
