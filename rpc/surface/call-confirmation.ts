// "Shall this tool be called, with these arguments?", asked of the client's user, and the answer. An answer is good for
// one call: what is approved each time must not be called again by sending the same answer again.
import { randomUUID } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { InputRequest } from './surface.ts'

const key = 'confirmation'
/** Answers that are remembered as used. */
const mostUsed = 100_000

export interface Question {
  readonly requests: Readonly<Record<string, InputRequest>>
  readonly state: Json
}

export class Confirmations {
  /** Questions of before, by another process or by this one, are asked again. */
  #era = randomUUID()
  readonly #used = new Set<string>()

  /** The state comes back with the answer: who has not been asked cannot have answered. */
  ask(tool: string, args: JsonObject): Question {
    const message = `Shall ${tool} be called with these arguments?\n\n${JSON.stringify(args, null, 2)}`
    const decision = { type: 'string', title: 'Decision', enum: ['approve', 'deny'] }
    const requestedSchema = { type: 'object', properties: { decision }, required: ['decision'] }
    const params = { mode: 'form', message, requestedSchema } as JsonObject
    const requests = { [key]: { method: 'elicitation/create', params } } as const
    return { requests, state: { confirms: tool, era: this.#era, question: randomUUID() } }
  }

  /**
   * Takes the answer: the same one is none the next time. Null: there is no answer. Only an explicit approval approves.
   * @param state of the question, unchanged
   */
  take(state: Json, inputs: Readonly<Record<string, Json>>): boolean | null {
    const answer = inputs[key]
    if (!isObject(state) || !isObject(answer)) return null
    const { era, question } = state
    if (era !== this.#era || typeof question !== 'string' || this.#used.has(question)) return null
    this.#note(question)
    const { action, content } = answer
    return action === 'accept' && isObject(content) && content['decision'] === 'approve'
  }

  #note(question: string): void {
    if (this.#used.size >= mostUsed) {
      this.#used.clear()
      this.#era = randomUUID()
    }
    this.#used.add(question)
  }
}
