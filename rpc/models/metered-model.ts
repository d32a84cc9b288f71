// Holds a model to what its organization may spend, and notes what each request has cost. Used by models.ts.
// 1. Nothing is asked once the budget of the month is spent, nor what cannot fit into the context.
// 2. What was spent is noted whatever came of it, also for a request that was given up; who asked is told.
// 3. No secret of the organization gets into a request: whatever holds one says `[secret]` in its place.
import {
  type LanguageModel,
  type ModelRequest,
  type ModelResult,
  type ModelTokens,
  modelFailure,
  requestTokens,
} from '../../domain/models/language-model.ts'
import { modelBounds, modelCu } from '../../domain/models/model.ts'

export interface Meter {
  /** Compute units that models have spent in this month; `serviceCu`: the model of the service alone. */
  spent(): Promise<{ readonly cu: number; readonly serviceCu: number }>
  note(tokens: ModelTokens, cu: number): Promise<void>
}

export interface MeterParts {
  readonly meter: Meter
  /** Null: no limit. */
  readonly cuPerMonth: number | null
  /** What an organization may spend of the service's model; null: no limit, or another model. */
  readonly serviceCuPerMonth: number | null
  readonly cuPerThousandTokens: number
  readonly maxOutputTokens: number
  /** Takes the secrets of the organization out of a request. */
  readonly scrub: (request: ModelRequest) => ModelRequest | Promise<ModelRequest>
}

export function meteredModel(model: LanguageModel, parts: MeterParts): LanguageModel {
  const { meter, cuPerThousandTokens, scrub } = parts
  return {
    ...model,
    async ask(request) {
      const refused = await refusal(model, request, parts)
      if (refused !== null) return refused
      const clean = await scrub(request)
      let written = 0
      const onText = (text: string) => {
        written += text.length
        request.onText?.(text)
      }
      let result: ModelResult
      try {
        result = await model.ask({ ...clean, onText })
      } catch (error) {
        // It was given up: nobody says any more what it has cost.
        const tokens = { input: requestTokens(clean), output: Math.ceil(written / 4) }
        if (written > 0) await spent(request, tokens)
        throw error
      }
      const tokens = result.ok ? result.answer.tokens : result.error.tokens
      if (tokens === undefined) return result
      const cu = await spent(request, tokens)
      return result.ok ? { ok: true, answer: { ...result.answer, cu } } : result
    },
  }

  async function spent({ onCost }: ModelRequest, tokens: ModelTokens): Promise<number> {
    const cu = modelCu(tokens.input + tokens.output, cuPerThousandTokens)
    await meter.note(tokens, cu)
    await onCost?.(cu)
    return cu
  }

  async function refusal(
    { contextTokens, name }: LanguageModel,
    request: ModelRequest,
    { maxOutputTokens }: MeterParts,
  ): Promise<Extract<ModelResult, { ok: false }> | null> {
    const needed =
      requestTokens(request) + Math.min(request.maxOutputTokens ?? maxOutputTokens, maxOutputTokens)
    const isLarge = JSON.stringify(request.messages).length > modelBounds.messageBytes
    if (isLarge || needed > contextTokens)
      return modelFailure(
        'too-long',
        `${name} takes ${contextTokens} tokens, and this would be some ${needed}`,
      )
    const why = await overBudget(parts)
    return why === null ? null : modelFailure('over-budget', why)
  }
}

async function overBudget({ meter, cuPerMonth, serviceCuPerMonth }: MeterParts): Promise<string | null> {
  if (cuPerMonth === null && serviceCuPerMonth === null) return null
  const { cu, serviceCu } = await meter.spent()
  if (cuPerMonth !== null && cu >= cuPerMonth)
    return `models have spent ${cu} compute units this month, and may spend ${cuPerMonth}`
  if (serviceCuPerMonth === null || serviceCu < serviceCuPerMonth) return null
  return `the model of this service may spend ${serviceCuPerMonth} compute units a month (UTC) for each organization, and has spent ${serviceCu}: add a model of your own in Settings > Models, or wait for the next month`
}
