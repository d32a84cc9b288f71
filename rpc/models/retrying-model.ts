// Asks a model again where that may help: after 429, 5xx, a broken connection, a cut answer. Used by
// models.ts.
// 1. At most `attempts` calls, all within the time of the request.
// 2. A Retry-After is waited for; one that is longer than what is left ends it at once.
import {
  type LanguageModel,
  type ModelError,
  type ModelRequest,
  type ModelResult,
  type ModelTokens,
  modelFailure,
} from '../../domain/models/language-model.ts'
import type { Clock } from '../../runtime/clock.ts'

const attempts = 3
/** Before the second attempt; each further pause is four times as long. */
const firstPauseMs = 500

export function retryingModel(model: LanguageModel, clock: Clock): LanguageModel {
  return {
    ...model,
    async ask(request) {
      const endsAt = clock.elapsed() + request.timeoutMs
      let spent: ModelTokens | null = null
      for (let attempt = 1; ; attempt++) {
        const leftMs = Math.max(1, endsAt - clock.elapsed())
        const result = await within(model, { ...request, timeoutMs: leftMs }, clock)
        if (result.ok)
          return { ok: true, answer: { ...result.answer, tokens: sum(spent, result.answer.tokens) } }
        const { error } = result
        if (error.tokens !== undefined) spent = sum(spent, error.tokens)
        const failed: ModelResult = {
          ok: false,
          error: { ...error, ...(spent !== null && { tokens: spent }) },
        }
        const pauseMs = pauseOf(error, attempt)
        if (!error.retryable || attempt === attempts || clock.elapsed() + pauseMs >= endsAt) return failed
        await pause(pauseMs, request.signal, clock)
        request.onText?.('')
      }
    },
  }
}

/** The model has deadlines of its own; this one holds whatever it does. */
async function within(model: LanguageModel, request: ModelRequest, clock: Clock): Promise<ModelResult> {
  const late = new AbortController()
  const signal = AbortSignal.any([request.signal, late.signal])
  const callOff = clock.after(request.timeoutMs, () => late.abort())
  try {
    return await model.ask({ ...request, signal })
  } catch (error) {
    request.signal.throwIfAborted()
    if (!late.signal.aborted) throw error
    return modelFailure('timeout', `${model.name} did not answer in time`, { retryable: true })
  } finally {
    callOff()
  }
}

function pauseOf({ retryAfterMs = 0 }: ModelError, attempt: number): number {
  return Math.max(retryAfterMs, firstPauseMs * 4 ** (attempt - 1))
}

/** @throws the reason of the signal */
function pause(ms: number, signal: AbortSignal, clock: Clock): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const leave = () => {
      callOff()
      reject(signal.reason)
    }
    const callOff = clock.after(ms, () => {
      signal.removeEventListener('abort', leave)
      resolve()
    })
    signal.addEventListener('abort', leave, { once: true })
  })
}

function sum(spent: ModelTokens | null, more: ModelTokens): ModelTokens {
  return { input: (spent?.input ?? 0) + more.input, output: (spent?.output ?? 0) + more.output }
}
