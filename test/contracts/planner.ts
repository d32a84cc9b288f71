// The contract of planners (domain/plan/planning.ts), whatever they read prompts with.
import fc from 'fast-check'
import { test } from 'tap'
import { PlanSchema } from '../../domain/plan/plan-schema.ts'
import {
  type Planned,
  type Planner,
  type PlanningContext,
  planningBounds,
} from '../../domain/plan/planning.ts'
import { suggestionBounds } from '../../domain/plan/suggesting.ts'
import { fixtureTools } from '../support/fixture-tools.ts'

/** Everything that HTTP lets in and more: halves of characters, control characters, nothing at all. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
    fc.constantFrom(
      ' ',
      '\n',
      '. ',
      '"',
      '{{',
      '}}',
      '`',
      ',',
      '1. ',
      '- ',
      'if ',
      'then ',
      'fetch ',
      'return ',
    ),
  ),
  maxLength: 300,
})

export function planningContext(rest: Partial<PlanningContext> = {}): PlanningContext {
  const deadline = Date.now() + planningBounds.lifeMs
  const { signal } = new AbortController()
  return { organizationId: 'org_1', tools: fixtureTools, timeZone: 'UTC', deadline, signal, ...rest }
}

/**
 * @param make    a planner that knows nothing of those before it
 * @param prompts some that it has a plan for, and some at which it takes long or comes to no end by itself
 */
export function plannerContract(
  name: string,
  make: () => Planner,
  { read, long }: { readonly read: readonly string[]; readonly long: readonly string[] },
): void {
  const someText = fc.oneof(anyText, fc.constantFrom(...read))

  test(`${name}: a prompt that it can read has steps, and no error`, async t => {
    for (const prompt of read) {
      const { plan, diagnostics } = await make().plan(prompt, planningContext())
      t.not(plan.steps.length, 0, prompt)
      t.strictSame(
        diagnostics.filter(({ severity }) => severity === 'error'),
        [],
        prompt,
      )
    }
  })

  test(`${name}: any text at all has an answer, of the plan's shape, which is JSON`, async () => {
    await fc.assert(
      fc.asyncProperty(someText, async prompt => {
        const planned = await make().plan(prompt, planningContext())
        const { plan, schedule, explanation } = planned
        if (!PlanSchema.safeParse(plan).success) throw new Error(`no plan: ${JSON.stringify(plan)}`)
        if (schedule === undefined || explanation === undefined) throw new Error('absent, not null')
        return JSON.stringify(JSON.parse(JSON.stringify(planned))) === JSON.stringify(planned)
      }),
      { numRuns: 200 },
    )
  })

  test(`${name}: the same prompt and tools have the same answer, whatever was asked before`, async () => {
    await fc.assert(
      fc.asyncProperty(someText, someText, async (prompt, other) => {
        const planner = make()
        const first = await planner.plan(prompt, planningContext())
        await planner.plan(other, planningContext())
        const answers = [
          await planner.plan(prompt, planningContext()),
          await make().plan(prompt, planningContext()),
        ]
        return answers.every(answer => JSON.stringify(answer) === JSON.stringify(first))
      }),
      { numRuns: 100 },
    )
  })

  test(`${name}: what was cancelled before rejects with the reason, and nothing is done`, async t => {
    for (const prompt of [...read, ...long, '']) {
      const reason = new Error('nobody waits')
      const report = () => t.fail('something was done')
      const context = planningContext({ signal: AbortSignal.abort(reason), report })
      await t.rejects(make().plan(prompt, context), reason)
    }
  })

  test(`${name}: what is cancelled under way rejects with the reason, or has its answer already`, async t => {
    for (const prompt of [...read, ...long]) {
      const reason = new Error('nobody waits')
      const cancel = new AbortController()
      const answer = make().plan(prompt, planningContext({ signal: cancel.signal }))
      cancel.abort(reason)
      const outcome = await answer.catch((error: unknown) => error)
      if (outcome !== reason) t.strictSame(outcome, await answered(make(), prompt), prompt)
    }
  })

  test(`${name}: what it suggests, if it does, fits any place of any text, is JSON, and the same again`, async () => {
    await fc.assert(
      fc.asyncProperty(someText, fc.nat(300), async (prompt, place) => {
        const offset = Math.min(place, prompt.length)
        const ask = async () => make().suggest?.(prompt, offset, planningContext())
        const said = await ask()
        if (said === undefined) return true
        if (!(Number.isInteger(said.from) && said.from >= 0 && said.from <= offset))
          throw new Error(`from ${said.from} at ${offset}`)
        if (said.suggestions.length > suggestionBounds.count) throw new Error('too many')
        const text = JSON.stringify(said)
        return JSON.stringify(JSON.parse(text)) === text && JSON.stringify(await ask()) === text
      }),
      { numRuns: 100 },
    )
  })

  test(`${name}: it suggests nothing to somebody who has left`, async t => {
    const reason = new Error('nobody waits')
    const context = planningContext({ signal: AbortSignal.abort(reason) })
    for (const prompt of read) {
      const planner = make()
      if (planner.suggest !== undefined) await t.rejects(planner.suggest(prompt, 0, context), reason)
    }
  })

  test(`${name}: when its time is over it has an answer`, async t => {
    for (const prompt of [...read, ...long]) {
      const { plan, diagnostics } = await make().plan(prompt, planningContext({ deadline: Date.now() }))
      t.ok(plan.steps.length > 0 || diagnostics.some(({ severity }) => severity === 'error'), prompt)
    }
  })
}

async function answered(planner: Planner, prompt: string): Promise<Planned> {
  return planner.plan(prompt, planningContext())
}
