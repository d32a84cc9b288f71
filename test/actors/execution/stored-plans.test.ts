// Plans as they were stored before the plan language grew (repeat, ask, stop, next, version 2): from guides,
// examples of tools, prompts of others, and one of every block and policy. They run as they ran: the same
// steps by the same ids in the same order, with the same outputs. The file was written by the code of before.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { type Answers, type RehearsalTask, rehearse } from '../../../actors/execution/rehearsing/rehearse.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { id, startOf } from '../../support/execution.ts'

interface StoredPlan extends Pick<RehearsalTask, 'plan' | 'tools'> {
  /** Where it came from. */
  readonly from: string
  readonly inputs: JsonObject
  /** Paths of the steps that ended, in that order. */
  readonly steps: readonly string[]
  readonly status: string
  readonly output: Json
  readonly error?: Json
}

const stored: readonly StoredPlan[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'stored-plans.json'), 'utf8'),
)
const now = 1_795_000_000_000
/** Everything is made up of what tools say that they answer, and approved. */
const nobody: Answers = { call: () => null, outcome: () => undefined, decision: () => null }

test('plans of before run as they ran', async t => {
  t.ok(stored.length >= 200)
  for (const { from, plan, tools, inputs, ...ran } of stored) {
    const { state, events } = await rehearse({ id, plan, tools, now, start: startOf(inputs) }, nobody)
    const ends = new Set(['step-completed', 'step-failed', 'step-skipped'])
    const steps = events.flatMap(({ event }) => ('step' in event && ends.has(event.type) ? [event.step] : []))
    const { status, output, error } = state
    t.strictSame({ steps, status, output, ...(error && { error }) }, ran, from)
  }
})
