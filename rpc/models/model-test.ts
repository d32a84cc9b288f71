// Asks a model for one word, to find out whether it can be asked at all. Called by the routes of models.
import { type LanguageModel, modelFailure } from '../../domain/models/language-model.ts'
import type { ModelTest } from '../../domain/models/model-test.ts'

const timeoutMs = 20_000
/** Some models think before they write a word. */
const maxOutputTokens = 200

/** @throws the reason of `signal` */
export async function testModel(model: LanguageModel | null, signal: AbortSignal): Promise<ModelTest> {
  const began = performance.now()
  const result =
    model === null
      ? modelFailure('no-model', 'no model is configured')
      : await model.ask({
          instructions: 'Answer with the word ready and nothing else.',
          messages: [{ role: 'user', text: 'Are you ready?' }],
          ...{ maxOutputTokens, timeoutMs, signal },
        })
  const { input, output } = (result.ok ? result.answer.tokens : result.error.tokens) ?? {
    input: 0,
    output: 0,
  }
  const about = { durationMs: Math.round(performance.now() - began), tokens: input + output }
  const shown = { ok: result.ok, model: model?.name ?? null, ...about }
  if (result.ok) return { ...shown, error: null }
  const { code, message, retryable } = result.error
  return { ...shown, error: { code, message, retryable } }
}
