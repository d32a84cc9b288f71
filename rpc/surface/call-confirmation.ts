// Asks the client's user "Shall this tool be called, with these arguments?" and takes the answer. An answer
// is valid for one call, so a client cannot repeat a call by repeating the answer.
import { randomUUID } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import { askedText } from '../../domain/shown/asked-text.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { InputRequest } from './surface.ts'

const key = 'confirmation'
/** Longer than the seal of a question is valid (rpc/lanes/modern/request-state.ts). */
const rememberedMs = 2 * 3_600_000

export interface Question {
  readonly requests: Readonly<Record<string, InputRequest>>
  readonly state: Json
}

/** @returns false: it has been used before. @see {Spent} in storage/requests/spent.ts */
export type Spend = (what: string, until: number) => Promise<boolean>

export class Confirmations {
  readonly #spend: Spend
  readonly #clock: Pick<Clock, 'now'>

  constructor(spend: Spend, clock: Pick<Clock, 'now'>) {
    this.#spend = spend
    this.#clock = clock
  }

  /**
   * The state comes back with the answer: it proves that the question was asked.
   * @param effect of the tool
   * @returns null: the arguments are too long for a question that shows all of them
   */
  ask(tool: string, args: JsonObject, effect: string | null): Question | null {
    const { text, missing } = askedText({ message: null, tool, args }, effect)
    if (missing > 0) return null
    const message = `Shall this tool be called?\n\n${text}`
    const decision = { type: 'string', title: 'Decision', enum: ['approve', 'deny'] }
    const requestedSchema = { type: 'object', properties: { decision }, required: ['decision'] }
    const params = { mode: 'form', message, requestedSchema } as JsonObject
    const requests = { [key]: { method: 'elicitation/create', params } } as const
    return { requests, state: { confirms: tool, question: randomUUID() } }
  }

  /**
   * Takes the answer, once. Null: there is no valid answer. Only an explicit approval approves.
   * @param state of the question, unchanged: it was sealed
   * @throws {Failure} unavailable
   */
  async take(state: Json, inputs: Readonly<Record<string, Json>>): Promise<boolean | null> {
    const answer = inputs[key]
    if (!isObject(answer) || !(await this.isFirst(state))) return null
    const { action, content } = answer
    return action === 'accept' && isObject(content) && content['decision'] === 'approve'
  }

  /**
   * Is the question of this state answered for the first time? It is not from now on.
   * @throws {Failure} unavailable
   */
  async isFirst(state: Json): Promise<boolean> {
    if (!isObject(state) || typeof state['question'] !== 'string') return false
    return this.#spend(`confirmation/${state['question']}`, this.#clock.now() + rememberedMs)
  }
}
