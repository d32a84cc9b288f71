// A question of a planner is paid by the key that asks, whatever comes of it.
import { test } from 'tap'
import { type LanguageModel, modelFailure } from '../../../domain/models/language-model.ts'
import { AskedModel } from '../../../language/planners/asked-model.ts'
import { meteredModel } from '../../../rpc/models/metered-model.ts'
import { systemClock } from '../../../runtime/clock.ts'

function askedBy(ask: LanguageModel['ask']) {
  const paid: number[] = []
  const inner = { name: 'm', identity: 'm', contextTokens: 64_000, maxOutputTokens: 500, ask }
  const model = meteredModel(inner, {
    ...{ cuPerMonth: null, serviceCuPerMonth: null, cuPerThousandTokens: 1, maxOutputTokens: 500 },
    ...{ meter: { spent: async () => ({ cu: 0, serviceCu: 0 }), note: async () => {} } },
    scrub: request => request,
  })
  const payer = { refusal: async () => null, pay: async (cu: number) => void paid.push(cu) }
  const context = {
    ...{ organizationId: 'org_1', tools: [], timeZone: 'UTC', deadline: Date.now() + 20_000, payer },
    signal: new AbortController().signal,
  }
  const asked = new AskedModel(model, context, systemClock)
  return { paid, ask: () => asked.ask({ instructions: '', messages: [{ role: 'user', text: 'x' }] }) }
}

const tokens = { input: 9_000, output: 3_000 }

test('an answer is paid for, and so is a failure that has cost something', async t => {
  const good = askedBy(async () => ({ ok: true, answer: { text: '{}', value: {}, calls: [], tokens } }))
  t.match(await good.ask(), { text: '{}' })
  t.strictSame(good.paid, [12])
  for (const code of ['cut-short', 'timeout', 'bad-answer'] as const) {
    const bad = askedBy(async () => modelFailure(code, 'no', { tokens }))
    t.equal(await bad.ask(), 'no')
    t.strictSame(bad.paid, [12], code)
  }
})

test('a question that was given up is paid for as far as it was answered', async t => {
  const left = askedBy(async ({ onText }) => {
    onText?.('x'.repeat(8_000))
    throw new Error('left')
  })
  await t.rejects(left.ask(), { message: 'left' })
  t.strictSame(left.paid, [3])
})
