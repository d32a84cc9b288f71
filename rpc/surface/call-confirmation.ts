// Asks the client's user "Shall this tool be called, with these arguments?" and takes the answer. An answer
// is valid for one call, so a client cannot repeat a call by repeating the answer.
import { randomUUID } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { InputRequest } from './surface.ts'

const key = 'confirmation'
/** Used answers that are remembered. */
const mostUsed = 100_000

export interface Question {
  readonly requests: Readonly<Record<string, InputRequest>>
  readonly state: Json
}

export class Confirmations {
  /**
   * Changes with the process, and when too many used answers are remembered: questions of an earlier era are
   * asked again.
   */
  #era = randomUUID()
  readonly #used = new Set<string>()

  /** The state comes back with the answer: it proves that the question was asked. */
  ask(tool: string, args: JsonObject): Question {
    const message = `Shall ${tool} be called with these arguments?\n\n${JSON.stringify(args, null, 2)}`
    const decision = { type: 'string', title: 'Decision', enum: ['approve', 'deny'] }
    const requestedSchema = { type: 'object', properties: { decision }, required: ['decision'] }
    const params = { mode: 'form', message, requestedSchema } as JsonObject
    const requests = { [key]: { method: 'elicitation/create', params } } as const
    return { requests, state: { confirms: tool, era: this.#era, question: randomUUID() } }
  }

  /**
   * Takes the answer, once. Null: there is no valid answer. Only an explicit approval approves.
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
