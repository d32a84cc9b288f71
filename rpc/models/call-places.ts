// Bounds how many calls of models an organization has under way: one alone neither holds up the others nor
// passes its budget by more than those calls cost. Used by models.ts.
import { type LanguageModel, modelFailure } from '../../domain/models/language-model.ts'

export const callsAtOnce = 8

export class CallPlaces {
  readonly #taken = new Map<string, number>()

  bounded(model: LanguageModel, organizationId: string): LanguageModel {
    return {
      ...model,
      ask: async request => {
        const taken = this.#taken.get(organizationId) ?? 0
        if (taken >= callsAtOnce) {
          const message = `the organization has ${callsAtOnce} calls of models under way`
          return modelFailure('rate-limited', message, { retryable: true, retryAfterMs: 1_000 })
        }
        this.#taken.set(organizationId, taken + 1)
        try {
          return await model.ask(request)
        } finally {
          this.#leave(organizationId)
        }
      },
    }
  }

  #leave(organizationId: string): void {
    const left = this.#taken.get(organizationId)! - 1
    if (left === 0) this.#taken.delete(organizationId)
    else this.#taken.set(organizationId, left)
  }
}
