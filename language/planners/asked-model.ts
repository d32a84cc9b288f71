// A language model as a planner asks it: each question is paid for, has a time that still fits, and tells how
// far the answer is.
import type { LanguageModel, ModelMessage, ModelRequest } from '../../domain/models/language-model.ts'
import type { PlanningContext } from '../../domain/plan/planning.ts'
import type { Clock } from '../../runtime/clock.ts'
import { answerSchema } from '../planning/answer.ts'
import type { SaidAnswer } from '../planning/judged-answer.ts'

/** Before the deadline of the planner: what the model has written until then is worth showing. */
const marginMs = 1_000
/** A round that cannot finish is not begun. */
const shortestRoundMs = 5_000

export interface Question {
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  /** Default: a plan. */
  readonly json?: NonNullable<ModelRequest['json']>
}

const answered = { name: 'plan', schema: answerSchema }

export class AskedModel {
  readonly model: LanguageModel
  readonly #context: PlanningContext
  readonly #clock: Pick<Clock, 'now'>

  constructor(model: LanguageModel, context: PlanningContext, clock: Pick<Clock, 'now'>) {
    this.model = model
    this.#context = context
    this.#clock = clock
  }

  /** @returns why there is no answer, as text */
  async ask({ instructions, messages, json = answered }: Question): Promise<SaidAnswer | string> {
    const { signal, deadline, payer } = this.#context
    const timeoutMs = deadline - this.#clock.now() - marginMs
    if (timeoutMs < shortestRoundMs) return 'there was no time left to ask it'
    const refusal = (await payer?.refusal()) ?? null
    if (refusal !== null) return refusal
    const onText = this.#steps()
    // Whatever comes of it is paid for.
    const onCost = async (cu: number) => payer?.pay(cu)
    const request = { instructions, messages, json, timeoutMs, signal, onText, onCost }
    const result = await this.model.ask(request)
    if (!result.ok) return result.error.message
    const { text, value } = result.answer
    return { text, value }
  }

  /** Tells each step as it is written: a step says its kind once. */
  #steps(): (text: string) => void {
    let steps = 0
    let tail = ''
    return text => {
      if (text === '') steps = 0
      tail += text
      const pieces = tail.split(/"kind"\s*:/)
      tail = pieces.at(-1)!.slice(-20)
      for (let found = 1; found < pieces.length; found++)
        this.#context.report?.({ message: `writing step ${++steps}` })
    }
  }
}
