// The models of the AI SDK, each opened once for all of its calls: opening one makes the checks of its
// answers anew, in a millisecond and 75 KB. The only importer of the providers, which it loads at the first
// call: a service without a model never does. Used by ai-model.ts.
// 1. A model holds no key. What belongs to one call is found by a header, which never leaves.
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ModelProvider } from '../../domain/models/model.ts'
import { BoundedCache } from '../../storage/postgres/bounded-cache.ts'

export interface SdkModel {
  readonly provider: ModelProvider
  /** What the provider calls it. */
  readonly model: string
  readonly url: string
}

/** What belongs to one call. */
export interface SdkCall {
  /** Null for a server that asks for none. */
  readonly key: string | null
  readonly fetch: typeof fetch
}

/** Models that stay open. */
const mostOpen = 200
const callHeader = 'x-call'

export class SdkModels {
  readonly #open = new BoundedCache<LanguageModelV4>(mostOpen)
  /** Under way, until the answer begins. */
  readonly #calls = new Map<string, SdkCall>()
  #lastCall = 0

  /** @throws whatever the SDK throws for an answer that is none */
  async stream(
    model: SdkModel,
    options: LanguageModelV4CallOptions,
    call: SdkCall,
  ): Promise<ReadableStream<LanguageModelV4StreamPart>> {
    const id = String(++this.#lastCall)
    this.#calls.set(id, call)
    try {
      const { provider, model: name, url } = model
      const opened = await this.#open.get(JSON.stringify([provider, url, name]), () => this.#opened(model))
      return (await opened!.doStream({ ...options, headers: { [callHeader]: id } })).stream
    } finally {
      this.#calls.delete(id)
    }
  }

  async #opened({ provider, model, url }: SdkModel): Promise<LanguageModelV4> {
    const fetch = this.#fetchOf(provider)
    const common = { baseURL: url.replace(/\/+$/, ''), fetch }
    // Without a key the SDK would look for one in the environment.
    const apiKey = 'none'
    switch (provider) {
      case 'openai':
        return (await import('@ai-sdk/openai')).createOpenAI({ ...common, apiKey }).chat(model)
      case 'anthropic':
        return (await import('@ai-sdk/anthropic')).createAnthropic({ ...common, apiKey })(model)
      case 'compatible': {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
        const more = { name: 'compatible', includeUsage: true, supportsStructuredOutputs: true }
        return createOpenAICompatible({ ...common, ...more })(model)
      }
    }
  }

  #fetchOf(provider: ModelProvider): typeof fetch {
    return (input, init = {}) => {
      const headers = new Headers(init.headers)
      const call = this.#calls.get(headers.get(callHeader)!)!
      headers.delete(callHeader)
      if (call.key !== null && provider === 'anthropic') headers.set('x-api-key', call.key)
      else if (call.key !== null) headers.set('authorization', `Bearer ${call.key}`)
      return call.fetch(input, { ...init, headers })
    }
  }
}
