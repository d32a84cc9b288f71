// Asks a provider which models it offers: `GET <base URL>/models`, as OpenAI, Anthropic, Ollama and LM Studio
// answer it. It says at once whether a key is good. Called when a model is connected.

import type { OfferedModel } from '../../domain/models/connecting.ts'
import type { ModelError } from '../../domain/models/language-model.ts'
import { type ModelProvider, modelBounds } from '../../domain/models/model.ts'
import type { Outbound, OutboundTimeouts } from '../outbound/outbound.ts'
import { modelError } from './model-error.ts'

export interface ModelSource {
  readonly provider: ModelProvider
  /** Base URL of the API. */
  readonly url: string
  /** Null for a server that asks for none. */
  readonly key: string | null
}

export type OfferedModels =
  | { readonly ok: true; readonly models: readonly OfferedModel[] }
  | { readonly ok: false; readonly error: ModelError }

/** Of the list; more are left out. */
const mostModels = 200
const longestName = 200
const usualTimes: OutboundTimeouts = { connectMs: 5_000, firstByteMs: 8_000, totalMs: 10_000 }

/** @throws the reason of the signal */
export async function offeredModels(
  outbound: Outbound,
  source: ModelSource,
  { signal, timeouts = usualTimes }: { readonly signal: AbortSignal; readonly timeouts?: OutboundTimeouts },
): Promise<OfferedModels> {
  const { key, url } = source
  const scrub = (text: string) => (key === null ? text : text.replaceAll(key, '[secret]'))
  const fail = (error: unknown): OfferedModels => ({
    ok: false,
    error: modelError(error, { host: new URL(url).host, now: Date.now(), scrub }),
  })
  try {
    const { status, headers, body } = await outbound.request({
      ...{ method: 'GET', url: addressOf(source), headers: headersFor(source) },
      ...{ timeouts, maxBytes: modelBounds.answerBytes, signal },
    })
    // Some servers have no list; then somebody names the model.
    if (status === 404 || status === 405) return { ok: true, models: [] }
    const said = body.toString('utf8')
    if (status >= 400) return fail({ statusCode: status, responseHeaders: headers, responseBody: said })
    const models = modelsIn(said)
    return models === null ? fail({}) : { ok: true, models }
  } catch (error) {
    signal.throwIfAborted()
    return fail(error)
  }
}

function addressOf({ provider, url }: ModelSource): string {
  const address = `${url.replace(/\/+$/, '')}/models`
  // Without it Anthropic lists the newest 20.
  return provider === 'anthropic' ? `${address}?limit=100` : address
}

function headersFor({ provider, key }: ModelSource): Record<string, string> {
  const accept = { accept: 'application/json' }
  if (provider === 'anthropic')
    return { ...accept, 'anthropic-version': '2023-06-01', ...(key !== null && { 'x-api-key': key }) }
  return { ...accept, ...(key !== null && { authorization: `Bearer ${key}` }) }
}

/** Null: it is no such list. */
function modelsIn(text: string): readonly OfferedModel[] | null {
  const data = listIn(text)
  if (data === null) return null
  return data.slice(0, mostModels).flatMap(each => {
    const { id, created, created_at: createdAt } = (each ?? {}) as Readonly<Record<string, unknown>>
    if (typeof id !== 'string' || id === '' || id.length > longestName || /\p{Cc}/u.test(id)) return []
    return [{ name: id, createdAt: momentOf(created) ?? momentOf(createdAt) }]
  })
}

function listIn(text: string): readonly unknown[] | null {
  try {
    const { data } = JSON.parse(text) as { data?: unknown }
    return Array.isArray(data) ? data : null
  } catch {
    return null
  }
}

/** Seconds, or ISO 8601. */
function momentOf(value: unknown): number | null {
  if (typeof value === 'number') return value * 1_000
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? null : moment
}
