// What the model of an ask step gets, and what becomes of its answers before they are journaled: inputs in
// parts that fit, and answers that are kept. The model is scripted, the cache is a map.
import { test } from 'tap'
import type { AskingParts } from '../../../actors/execution/asking/answer.ts'
import { askModel } from '../../../actors/execution/asking.ts'
import type { AskedAbout, AskModelEffect } from '../../../actors/execution/protocol.ts'
import { Failure } from '../../../domain/failure.ts'
import type { Json } from '../../../domain/json.ts'
import { partsOf } from '../../../domain/models/input-parts.ts'
import {
  type LanguageModel,
  type ModelRequest,
  modelFailure,
  requestTokens,
} from '../../../domain/models/language-model.ts'
import type { KeptAnswer, ModelAnswerStore } from '../../../storage/models/model-answers.ts'

const outside = { signal: new AbortController().signal, pause: async () => undefined }
const bounds = { contextTokens: 4_000, maxOutputTokens: 500 }
const question = (about: Partial<AskedAbout>, organizationId = 'org_1'): AskModelEffect =>
  ({
    ...{ type: 'ask-model', id: 'mood.turn[0]', step: 'mood', turn: 0, organizationId, model: null },
    ...{ goal: 'How is it meant?', tools: [], outputSchema: null, turns: [], results: [] },
    about: { input: 'Thanks!', form: null, cacheMs: null, ...about },
  }) as AskModelEffect

/** Says that a request is too long, as the metered model does. */
function scripted(identity = 'small') {
  const asked: ModelRequest[] = []
  const model: LanguageModel = {
    ...{ name: 'small', identity, ...bounds },
    async ask(request) {
      const needed = requestTokens(request) + bounds.maxOutputTokens
      if (needed > bounds.contextTokens) return modelFailure('too-long', `this would be some ${needed}`)
      asked.push(request)
      const tokens = { input: 10, output: 5 }
      return { ok: true, answer: { text: `answer ${asked.length}`, value: null, calls: [], tokens, cu: 2 } }
    },
  }
  return { asked, model }
}

function kept(): ModelAnswerStore & { readonly all: Map<string, Json> } {
  const all = new Map<string, Json>()
  return {
    all,
    async find(organizationId, key) {
      const answer = all.get(`${organizationId} ${key}`)
      return answer === undefined ? null : ({ answer, at: 7 } satisfies KeptAnswer)
    },
    async keep(organizationId, key, answer) {
      all.set(`${organizationId} ${key}`, answer)
    },
  }
}

const ask = (model: LanguageModel, effect: AskModelEffect, answers?: ModelAnswerStore) =>
  askModel(
    { models: { open: async () => model }, ...(answers && { answers }) } as unknown as AskingParts,
    'exec_1',
    effect,
    outside,
  )

test('an input that does not fit is not sent, and each of its parts fits', async t => {
  const { asked, model } = scripted()
  const input = 'Some "words" that somebody has written.\n'.repeat(800)
  const { most } = (await ask(model, question({ input }))) as { readonly most: number }
  t.equal(asked.length, 0)
  const parts = partsOf(input, most).length
  for (let index = 0; index < parts; index++)
    t.match(await ask(model, question({ input, part: { most, parts, index, answers: [] } })), { ok: true })
  t.equal(asked.length, parts)
})

test('answers for the parts that do not fit into one question fail it, and it says of what', async t => {
  const { model } = scripted()
  const part = { most: 1_000, parts: 3, index: 3, answers: Array(3).fill('long '.repeat(1_000)) }
  const result = await ask(model, question({ part }))
  const message = /^the answers for the 3 parts of the input do not fit into one question: this would be some/
  t.match(result, { ok: false, error: { code: 'model-too-long', message, retryable: false } })
})

test('an answer that was lost before it was journaled is not asked for again', async t => {
  const { asked, model } = scripted()
  const answers = kept()
  const effect = question({ cacheMs: 1_000 })
  t.match(await ask(model, effect, answers), { ok: true, text: 'answer 1', cu: 2 })
  t.match(await ask(model, effect, answers), { cu: 0, tokens: 0, taken: { answer: 'answer 1', at: 7 } })
  t.equal(asked.length, 1)
})

test('another model, input, form or organization is another question', async t => {
  const answers = kept()
  const { asked, model } = scripted()
  const other = scripted('large')
  const cacheMs = 1_000
  await ask(model, question({ cacheMs }), answers)
  await ask(model, question({ cacheMs, input: 'Thanks' }), answers)
  await ask(model, question({ cacheMs, input: ['Thanks!'] }), answers)
  await ask(model, { ...question({ cacheMs }), outputSchema: { type: 'object' } }, answers)
  await ask(model, question({ cacheMs }, 'org_2'), answers)
  t.equal(asked.length, 5)
  await ask(other.model, question({ cacheMs }), answers)
  t.equal(other.asked.length, 1)
})

test('an answer that does not fit is not kept; one that was corrected is, for the question as it began', async t => {
  const answers = kept()
  const { asked, model } = scripted()
  const cacheMs = 1_000
  await ask(model, question({ cacheMs, form: { type: 'object' } }), answers)
  t.equal(answers.all.size, 0)
  const turn = { text: 'rude', cu: 2, tokens: 5, calls: [], defect: 'answer: no' }
  await ask(model, { ...question({ cacheMs }), turns: [turn] }, answers)
  t.match(await ask(model, question({ cacheMs }), answers), { taken: { answer: 'answer 2' } })
  t.equal(asked.length, 2)
})

test('a paid answer waits for the cache, and is not asked for again', async t => {
  const { asked, model } = scripted()
  const answers = kept()
  let isAway = true
  const away: ModelAnswerStore = {
    ...answers,
    async keep(...entry) {
      if (isAway) {
        isAway = false
        throw new Failure('unavailable', 'the database is away')
      }
      await answers.keep(...entry)
    },
  }
  t.match(await ask(model, question({ cacheMs: 1_000 }), away), { ok: true })
  t.equal(asked.length, 1)
  t.equal(answers.all.size, 1)
})
