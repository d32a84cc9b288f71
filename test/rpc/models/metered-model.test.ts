import { test } from 'tap'
import {
  type LanguageModel,
  type ModelRequest,
  type ModelTokens,
  modelFailure,
} from '../../../domain/models/language-model.ts'
import { meteredModel } from '../../../rpc/models/metered-model.ts'

const request: ModelRequest = {
  ...{ instructions: 'Be brief.', messages: [{ role: 'user', text: 'hello' }], timeoutMs: 1_000 },
  signal: new AbortController().signal,
}

interface Setting {
  readonly cuPerMonth?: number | null
  readonly serviceCuPerMonth?: number | null
  readonly serviceCu?: number
  readonly spent?: number
  readonly ask?: LanguageModel['ask']
}

function metered({ cuPerMonth = null, serviceCuPerMonth = null, spent = 0, serviceCu = 0, ask }: Setting) {
  const noted: { tokens: ModelTokens; cu: number }[] = []
  const asked: ModelRequest[] = []
  const tokens = { input: 1_200, output: 300 }
  const inner: LanguageModel = {
    ...{ name: 'm', identity: 'm', contextTokens: 4_000, maxOutputTokens: 500 },
    async ask(one) {
      asked.push(one)
      return ask === undefined
        ? { ok: true, answer: { text: 'hi', value: null, calls: [], tokens } }
        : ask(one)
    },
  }
  const model = meteredModel(inner, {
    ...{ cuPerMonth, serviceCuPerMonth, cuPerThousandTokens: 2, maxOutputTokens: 500 },
    meter: {
      spent: async () => ({ cu: spent, serviceCu }),
      note: async (tokens, cu) => void noted.push({ tokens, cu }),
    },
    scrub: one => ({ ...one, messages: [{ role: 'user', text: 'clean' }] }),
  })
  return { model, noted, asked }
}

test('what was used is noted: 1,000 tokens cost the price, and what is begun counts', async t => {
  const { model, noted, asked } = metered({})
  t.match(await model.ask(request), { ok: true })
  t.strictSame(noted, [{ tokens: { input: 1_200, output: 300 }, cu: 3 }])
  t.match(asked, [{ messages: [{ text: 'clean' }] }], 'and the request went out without secrets')
})

test('nothing is asked once the budget is spent', async t => {
  const { model, asked } = metered({ cuPerMonth: 10, spent: 10 })
  t.match(await model.ask(request), { error: { code: 'over-budget', message: /10 compute units/ } })
  t.equal(asked.length, 0)
  t.match(await metered({ cuPerMonth: 10, spent: 9 }).model.ask(request), { ok: true })
})

test('the model of the service is held to its own limit, and the refusal says what to do', async t => {
  const { model, asked } = metered({ serviceCuPerMonth: 5, spent: 9, serviceCu: 5 })
  const message =
    /may spend 5 compute units a month .* has spent 5: add a model of your own in Settings > Models/
  t.match(await model.ask(request), { error: { code: 'over-budget', message } })
  t.equal(asked.length, 0)
  const others = metered({ serviceCuPerMonth: 5, spent: 9, serviceCu: 4 })
  t.match(await others.model.ask(request), { ok: true }, 'what own models have spent is not of it')
})

test('what does not fit into the context is not sent', async t => {
  const { model, asked } = metered({})
  const long = { ...request, messages: [{ role: 'user', text: 'x'.repeat(20_000) }] } as const
  t.match(await model.ask(long), { error: { code: 'too-long', message: /4000 tokens/ } })
  t.equal(asked.length, 0)
})

test('a failure that has cost something is noted, and one that has not is not', async t => {
  const tokens = { input: 100, output: 1 }
  const costly = metered({ ask: async () => modelFailure('refused', 'no', { tokens }) })
  await costly.model.ask(request)
  t.strictSame(costly.noted, [{ tokens, cu: 1 }])
  const free = metered({ ask: async () => modelFailure('unavailable', 'no') })
  await free.model.ask(request)
  t.strictSame(free.noted, [])
})

test('who asks is told what it has cost, whatever came of it', async t => {
  const tokens = { input: 1_200, output: 300 }
  const told: number[] = []
  const asking: ModelRequest = { ...request, onCost: async cu => void told.push(cu) }
  await metered({}).model.ask(asking)
  await metered({ ask: async () => modelFailure('cut-short', 'no', { tokens }) }).model.ask(asking)
  const left = async (one: ModelRequest) => {
    one.onText?.('some words')
    throw new Error('left')
  }
  await t.rejects(metered({ ask: left }).model.ask(asking), { message: 'left' })
  await metered({ ask: async () => modelFailure('unavailable', 'no') }).model.ask(asking)
  t.strictSame(told, [3, 3, 1])
})

test('a request that is given up has cost what came until then', async t => {
  const left = async (one: ModelRequest) => {
    one.onText?.('some words')
    throw new Error('left')
  }
  const { model, noted } = metered({ ask: left })
  await t.rejects(model.ask(request), { message: 'left' })
  t.match(noted, [{ tokens: { output: 3 }, cu: 1 }])
})
