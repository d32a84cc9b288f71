// What a workflow did against what a prompt expects: values, outputs and groups of calls. Used by the judge.
// Numbers also fit as text; an object with the one key `re` is a pattern; everything else must be equal.
import { isDeepStrictEqual as isSame } from 'node:util'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { CallGroup, ExpectedCall, FixtureTool, Match } from './prompts.ts'
import type { FixtureCall } from './shop.ts'

type Tools = ReadonlyMap<string, FixtureTool>
type Call = Pick<FixtureCall, 'tool' | 'args'>

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

export function fits(want: unknown, got: unknown): boolean {
  if (isObject(want) && isSame(Object.keys(want), ['re']))
    return new RegExp(String(want['re']), 'i').test(textOf(got))
  if (typeof want === 'number') return isNumber(got, want)
  if (Array.isArray(want))
    return Array.isArray(got) && want.length === got.length && want.every((each, n) => fits(each, got[n]))
  if (!isObject(want)) return isSame(want, got)
  return (
    isObject(got) &&
    isSame(Object.keys(want).sort(), Object.keys(got).sort()) &&
    Object.entries(want).every(([key, each]) => fits(each, got[key]))
  )
}

/** An output fits as it is, or inside of objects that only wrap it. */
export function outputFits(want: Match, got: Json): boolean {
  return unwrapped(got).some(value => matches(want, value))
}

/** Groups in order; within a group, in any order. */
export function callsFit(groups: readonly CallGroup[], calls: readonly Call[], tools: Tools): boolean {
  let at = 0
  const isDone = groups.every(group => {
    const its = calls.slice(at, at + group.length)
    at += group.length
    return pairUp(group, its, (want, call) => callFits(want, call, tools))
  })
  return isDone && at === calls.length
}

/** An argument that says the default of its schema is as good as none. */
function callFits([name, args = {}]: ExpectedCall, call: Call, tools: Tools): boolean {
  const properties = (tools.get(name)?.inputSchema['properties'] ?? {}) as {
    readonly [key: string]: { readonly default?: Json } | undefined
  }
  const bare = (all: JsonObject) =>
    Object.fromEntries(
      Object.entries(all).filter(([key, value]) => {
        const usual = properties[key]?.default
        return usual === undefined || !isSame(usual, value)
      }),
    )
  return call.tool === name && (fits(args, call.args) || fits(bare(args), bare(call.args)))
}

function matches(want: Match, value: Json): boolean {
  if ('is' in want) return fits(want.is, value)
  if ('num' in want) return isNumber(value, want.num, want.tol)
  if ('re' in want) return fits({ re: want.re }, value)
  if ('set' in want) return Array.isArray(value) && pairUp(want.set, value, fits)
  return perKeyFits(want.perKey, value)
}

/** One row, or one property, for every key, with its figure somewhere in it. */
function perKeyFits(perKey: { readonly [key: string]: Json }, value: Json): boolean {
  const isKey = (cell: unknown) =>
    ['string', 'number', 'boolean'].includes(typeof cell) && Object.hasOwn(perKey, String(cell))
  const rows = rowsOf(value, isKey)
  return (
    rows.length === Object.keys(perKey).length &&
    new Set(rows.map(([key]) => key)).size === rows.length &&
    rows.every(([key, cells]) => isKey(key) && cells.some(cell => fits(perKey[String(key)], cell)))
  )
}

type Row = readonly [key: unknown, cells: readonly unknown[]]

function rowsOf(value: Json, isKey: (cell: unknown) => boolean): readonly Row[] {
  if (Array.isArray(value))
    return value.map((row): Row => {
      const cells = Object.values(row ?? {})
      const key = cells.find(isKey)
      return [key, cells.filter(cell => cell !== key)]
    })
  if (!isObject(value)) return []
  return Object.entries(value).map(([key, inner]) => [
    key,
    [...unwrapped(inner as Json), ...(isObject(inner) ? Object.values(inner) : [])],
  ])
}

/** The value, and what is inside of objects with one key. */
function unwrapped(value: Json): readonly Json[] {
  const inner = isObject(value) ? Object.values(value) : []
  return inner.length === 1 ? [value, ...unwrapped(inner[0] as Json)] : [value]
}

/** Is there one of `wants` for every one of `gots`, in any order? */
function pairUp<W, G>(wants: readonly W[], gots: readonly G[], fit: (want: W, got: G) => boolean): boolean {
  const left = [...wants]
  return (
    wants.length === gots.length &&
    gots.every(got => {
      const at = left.findIndex(want => fit(want, got))
      if (at >= 0) left.splice(at, 1)
      return at >= 0
    })
  )
}

function isNumber(value: unknown, number: number, tolerance = 1e-6): boolean {
  const isOne = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  return isOne && Math.abs(Number(value) - number) <= tolerance
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
