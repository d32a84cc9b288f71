// What a chaos run executes. Every effect is a call of the ledger under the key of its step, so that the
// ledger and the journal can be held against each other. A step that calls a tool is named after what it
// does: `enter_...`.
import type { JsonObject } from '../../domain/json.ts'
import type { Random } from './random.ts'

/** Ends with its own time, whatever becomes of the one who would send the event. */
const eventTimeoutMs = 8_000

const retry = { maxAttempts: 40, backoffMs: 50, maxBackoffMs: 500 }

export function enter(id: string, line: string, tool = 'enter') {
  const args = { line: { $t: line } }
  return { id, kind: 'tool', server: 'ledger', tool, args, timeoutMs: 1_500, retry }
}

/** Is this path one of a step that calls the ledger? */
export function isCall(path: string): boolean {
  return path.slice(path.lastIndexOf('.') + 1).startsWith('enter_')
}

/** Paths of steps whose calls somebody must have approved first. */
export function isGated(path: string): boolean {
  return path.endsWith('enter_gated')
}

export interface ChaosWorkflow {
  readonly name: string
  /** How often it is drawn, next to the others. */
  readonly weight: number
  readonly steps: readonly object[]
  /** Codes with which it may fail though no tool is in trouble. */
  readonly mayFail?: readonly string[]
  readonly inputs: (random: Random, line: string) => JsonObject
}

const line = (_: Random, text: string) => ({ line: text })

export const workflows: readonly ChaosWorkflow[] = [
  {
    name: 'Chain',
    weight: 4,
    inputs: line,
    steps: [
      enter('enter_first', '${inputs.line}'),
      enter('enter_second', '${steps.enter_first.line}+'),
      enter('enter_third', '${steps.enter_second.line}+'),
      { id: 'answer', kind: 'return', value: { $: 'steps.enter_third.line' } },
    ],
  },
  {
    name: 'Items',
    weight: 2,
    inputs: (random, text) => ({
      items: Array.from({ length: random.between(1, 8) }, (_, n) => `${text} item ${n}`),
    }),
    steps: [
      {
        ...{ id: 'each', kind: 'foreach', over: 'inputs.items', as: 'item', concurrency: 3 },
        steps: [enter('enter_item', '${item}')],
      },
      { id: 'answer', kind: 'return', value: { $: 'size(steps.each)' } },
    ],
  },
  {
    name: 'Flaky',
    weight: 2,
    inputs: line,
    steps: [
      enter('enter_flaky', '${inputs.line}', 'flaky'),
      enter('enter_last', '${steps.enter_flaky.line}+'),
    ],
  },
  {
    name: 'Approval',
    weight: 2,
    inputs: line,
    mayFail: ['approval-denied', 'approval-expired'],
    steps: [
      {
        ...enter('enter_gated', '${inputs.line}'),
        approval: { message: { $t: 'Enter ${inputs.line}?' }, timeoutMs: 20_000 },
      },
      enter('enter_last', '${steps.enter_gated.line}+'),
    ],
  },
  {
    name: 'Wait',
    weight: 1,
    inputs: line,
    steps: [
      enter('enter_first', '${inputs.line}'),
      { id: 'rest', kind: 'wait', for: 700 },
      enter('enter_last', '${steps.enter_first.line}+'),
    ],
  },
  {
    name: 'Event',
    weight: 2,
    inputs: line,
    mayFail: ['timeout'],
    steps: [
      { id: 'paid', kind: 'wait', event: 'paid', timeoutMs: eventTimeoutMs },
      enter('enter_paid', '${inputs.line} ${steps.paid.amount}'),
    ],
  },
  {
    name: 'Parent',
    weight: 1,
    inputs: line,
    steps: [
      { id: 'child', kind: 'workflow', workflow: 'Chain', inputs: { line: { $t: '${inputs.line} child' } } },
      enter('enter_last', '${steps.child}+'),
    ],
  },
  {
    name: 'Parked',
    weight: 1,
    inputs: line,
    steps: [
      {
        ...enter('enter_parked', '${inputs.line}', 'flaky'),
        // One attempt too few.
        retry: { maxAttempts: 2, backoffMs: 50, park: true },
      },
      enter('enter_last', '${steps.enter_parked.line}+'),
    ],
  },
  {
    name: 'Cancel',
    weight: 2,
    inputs: line,
    steps: [
      enter('enter_first', '${inputs.line}', 'slowly'),
      { id: 'rest', kind: 'wait', for: 300 },
      enter('enter_last', '${steps.enter_first.line}+', 'slowly'),
    ],
  },
]

/**
 * Calls nothing: of its executions only the service itself can make something of what goes wrong elsewhere.
 */
export const bystander = { name: 'Bystander', steps: [{ id: 'answer', kind: 'return', value: 1 }] }

/** Each as often as its weight says. */
export const drawn = workflows.flatMap(workflow => Array.from({ length: workflow.weight }, () => workflow))
