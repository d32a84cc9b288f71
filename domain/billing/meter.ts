// What an execution has used, counted by the events of its journal: the one place that knows what costs how
// much when. actors/execution/evolve.ts counts by it as it goes, actors/execution/reading/metering.ts folds a
// journal by it again.
// 1. A call costs when it begins, each attempt anew; one that waits for an approval first has not begun.
// 2. What fails because of us costs nothing.
import { own } from '../own.ts'
import { cuRates } from './compute-units.ts'

export interface Meter {
  /** Calls by offered name. */
  readonly tools: { [tool: string]: number }
  /** Runs of code. */
  code: number
  /** Of language models, in and out. */
  tokens: number
}

/** What is charged: a call of a tool, or a run of code. */
export type Charged = { readonly kind: 'tool'; readonly tool: string } | { readonly kind: 'code' }

export const noUse = (): Meter => ({ tools: {}, code: 0, tokens: 0 })

const priceOf = (unit: string) => cuRates.find(rate => rate.unit === unit)!.cu
const prices = { start: priceOf('execution'), tool: priceOf('tool_call'), code: priceOf('code_step') }

/** Compute units of a start, a call of a tool, a run of code. */
export const [startCu, toolCu, codeCu] = [prices.start, prices.tool, prices.code]

/**
 * Counts a call, or takes it back. @param times 1 or -1
 * @returns the compute units to add
 */
export function charge(meter: Meter, charged: Charged, times: 1 | -1): number {
  if (charged.kind === 'code') {
    meter.code += times
    return times * prices.code
  }
  const { tool } = charged
  const calls = (own(meter.tools, tool) ?? 0) + times
  if (calls > 0) meter.tools[tool] = calls
  else delete meter.tools[tool]
  return times * prices.tool
}

/**
 * Codes of failures that are ours: the call was not made because a queue, a limit or a circuit of the
 * service refused it, or the execution was given up because it ended its host.
 */
const ours: ReadonlySet<string> = new Set(['unavailable', 'tool-server-down', 'tool-rate-limited', 'parked'])

export function isOurs({ code }: { readonly code: string }): boolean {
  return ours.has(code)
}

/** As JSON text beside the row of the execution; null when nothing but the start was used. */
export function meterText(meter: Meter): string | null {
  const isEmpty = meter.code === 0 && meter.tokens === 0 && Object.keys(meter.tools).length === 0
  return isEmpty ? null : JSON.stringify(meter)
}
