// Answers of a model that planned a request are kept for a day: the same request over the same tools, on the
// same day, by the same author, is not asked and paid for again. The compiler judges a kept answer as it
// judges a new one.
import { createHash } from 'node:crypto'
import { isObject, type Json } from '../../domain/json.ts'
import type { SaidAnswer } from '../planning/judged-answer.ts'
import type { Question } from './asked-model.ts'

const keptMs = 24 * 3_600_000

export interface KeptAnswers {
  /** At most `ttlMs` old; null: there is none. */
  find(organizationId: string, key: string, ttlMs: number): Promise<{ readonly answer: Json } | null>
  keep(organizationId: string, key: string, answer: Json, ttlMs: number): Promise<void>
}

export class KeptPlans {
  readonly #answers: KeptAnswers | undefined
  readonly #organizationId: string

  /** @param answers undefined: none are kept */
  constructor(answers: KeptAnswers | undefined, organizationId: string) {
    this.#answers = answers
    this.#organizationId = organizationId
  }

  /** The store is a cache: without it the model is asked. */
  async find(model: string, question: Question): Promise<SaidAnswer | null> {
    const found = await this.#answers
      ?.find(this.#organizationId, keyOf(model, question), keptMs)
      .catch(nothing)
    if (found == null || !isObject(found.answer)) return null
    const { text, value = null } = found.answer as { text?: Json; value?: Json }
    return typeof text === 'string' ? { text, value } : null
  }

  async keep(model: string, question: Question, { text, value }: SaidAnswer): Promise<void> {
    await this.#answers
      ?.keep(this.#organizationId, keyOf(model, question), { text, value }, keptMs)
      .catch(nothing)
  }
}

function nothing(): null {
  return null
}

/** All that the answer follows from: the first message has the request, the tools, the day and the author. */
function keyOf(model: string, { instructions, messages }: Question): string {
  return createHash('sha256')
    .update(JSON.stringify(['plan', model, instructions, messages]))
    .digest('hex')
}
