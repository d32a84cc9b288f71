// The planner with a language model that writes the plan language itself (docs/internals/planner.md). Without
// a model, and for whoever is typing, the embedded reader answers. main/services.ts puts it together.
// 1. The model sees all tools of the connected servers where they fit into half of its context; else a line
//    for those that the words of the request find, and then those of the servers.
// 2. The compiler judges what it writes, and nothing that reads English (domain/planning/judged-answer.ts).
//    What is wrong is told all at once, and a whole new answer asked for; after three repairs the best one is
//    kept with what is wrong.
// 3. A model that fails, or that the budget of the author's key does not pay, leaves the reader's answer.
import type { CompilerContext } from '../../domain/compiler/compiler.ts'
import { type LanguageModel, type ModelMessage, roughTokens } from '../../domain/models/language-model.ts'
import type { Diagnostic } from '../../domain/plan/plan.ts'
import type { Planned, Planner, PlanningContext } from '../../domain/plan/planning.ts'
import { isShown } from '../../domain/planning/expressed-tools.ts'
import { plannerInstructions } from '../../domain/planning/instructions.ts'
import type { JudgedAnswer } from '../../domain/planning/judged-answer.ts'
import { repairRequest, writingRequest } from '../../domain/planning/requests.ts'
import { signatureOf } from '../../domain/planning/signatures.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Models } from '../models/models.ts'
import type { Thinking } from '../thinking/thinking.ts'

export interface WritingPlannerParts {
  readonly reader: Planner
  readonly models: Pick<Models, 'open'>
  readonly thinking: Pick<Thinking, 'judge' | 'search'>
  readonly clock: Pick<Clock, 'now'>
}

/** Rounds after the first answer. */
const repairs = 3
/** Before the deadline of the planner: what the model has written until then is worth showing. */
const marginMs = 1_000
/** A round that cannot finish is not begun. */
const shortestRoundMs = 5_000

export function writingPlanner(parts: WritingPlannerParts): Planner {
  const { reader, models } = parts
  const { suggest } = reader
  return {
    ...(suggest !== undefined && { suggest: suggest.bind(reader) }),
    async plan(prompt, context) {
      const isAsked = context.isTyping !== true && prompt.trim() !== ''
      const model = isAsked ? await models.open(context.organizationId) : null
      if (model === null) return withoutModel(reader, prompt, context)
      context.report?.({ message: `asking ${model.name}` })
      return new Writing(parts, model, prompt, context).plan()
    },
  }
}

/** One request, planned by a model. */
class Writing {
  readonly #parts: WritingPlannerParts
  readonly #model: LanguageModel
  readonly #request: string
  readonly #context: PlanningContext
  readonly #messages: ModelMessage[] = []

  constructor(parts: WritingPlannerParts, model: LanguageModel, request: string, context: PlanningContext) {
    this.#parts = parts
    this.#model = model
    this.#request = request
    this.#context = context
  }

  async plan(): Promise<Planned> {
    this.#messages.push({ role: 'user', text: await this.#firstMessage() })
    let best: JudgedAnswer | null = null
    for (let round = 0; round <= repairs; round++) {
      const answer = await this.#ask()
      if (typeof answer === 'string')
        return best === null ? this.#withoutModel(answer) : planned(best, answer)
      const judged = await this.#judge(answer)
      if (judged !== null && (best === null || judged.wrong.length <= best.wrong.length)) best = judged
      if (judged !== null && judged.wrong.length === 0) return planned(judged, null)
      if (round === repairs) break
      const problems =
        judged === null ? 'no answer that can be read' : counted(judged.wrong.length, 'problem')
      this.#context.report?.({ message: `${problems}: repair ${round + 1} of ${repairs}` })
      this.#messages.push(
        { role: 'assistant', text: answer.text.slice(0, 60_000), calls: [] },
        { role: 'user', text: repairRequest(judged?.wrong ?? null) },
      )
    }
    return best === null ? this.#withoutModel(`${this.#model.name} answered no plan`) : planned(best, null)
  }

  /** What is there without it, and why the model has not planned it. */
  async #withoutModel(why: string): Promise<Planned> {
    const there = await withoutModel(this.#parts.reader, this.#request, this.#context)
    return { ...there, diagnostics: [...there.diagnostics, modelFailed(why)] }
  }

  /** @returns why there is no answer, as text */
  async #ask(): Promise<{ readonly text: string; readonly value: never } | string> {
    const { signal, deadline, report, payer } = this.#context
    const timeoutMs = deadline - this.#parts.clock.now() - marginMs
    if (timeoutMs < shortestRoundMs) return 'there was no time left to ask it'
    const refusal = (await payer?.refusal()) ?? null
    if (refusal !== null) return refusal
    let steps = 0
    let tail = ''
    const result = await this.#model.ask({
      ...{ instructions: plannerInstructions(), messages: this.#messages, timeoutMs, signal },
      isJson: true,
      onText: text => {
        if (text === '') steps = 0
        // A step says its kind once.
        tail += text
        const pieces = tail.split(/"kind"\s*:/)
        tail = pieces.at(-1)!.slice(-20)
        for (let found = 1; found < pieces.length; found++) report?.({ message: `writing step ${++steps}` })
      },
    })
    if (!result.ok) return result.error.message
    await payer?.pay(result.answer.cu ?? 0)
    const { text, value } = result.answer
    return { text, value: value as never }
  }

  #judge(said: { readonly text: string; readonly value: never }): Promise<JudgedAnswer | null> {
    const { organizationId, signal, tools, withheld, credentials, workflows, models, revision } =
      this.#context
    const context: Omit<CompilerContext, 'tools'> = {
      ...(withheld && { withheld }),
      ...(credentials && { credentials }),
      ...(workflows && { workflows }),
      ...(models && { models }),
    }
    const asked = { request: this.#request, ...(revision && { revision }) }
    return this.#parts.thinking.judge({ organizationId, signal }, tools, { said, asked, context })
  }

  async #firstMessage(): Promise<string> {
    const { timeZone, author = null, credentials = [], workflows = [], models, revision } = this.#context
    const request = {
      request: this.#request,
      credentials: credentials.map(({ name }) => name),
      workflows: workflows.map(({ name }) => name),
      models: models?.names ?? [],
      ...(revision && { revision }),
    }
    const today = { now: this.#parts.clock.now(), timeZone, author }
    const lines = (await this.#orderedTools()).map(signatureOf)
    const besides =
      roughTokens(plannerInstructions()) + roughTokens(writingRequest({ ...request, tools: [] }, today))
    const left = this.#model.contextTokens / 2 - besides
    let used = 0
    const fitting = lines.filter(line => (used += roughTokens(line) + 1) <= left)
    return writingRequest({ ...request, tools: fitting }, today)
  }

  /** What the request names first, then what is connected, then the built-in ones. */
  async #orderedTools(): Promise<readonly HubTool[]> {
    const { organizationId, signal, tools } = this.#context
    const found = await this.#parts.thinking.search({ organizationId, signal }, tools, this.#request)
    const places = new Set(found)
    for (const [place, { server }] of tools.entries()) if (server !== null) places.add(place)
    for (const place of tools.keys()) places.add(place)
    return [...places].map(place => tools[place]!).filter(tool => isShown(tool, this.#request))
  }
}

/** The reader plans prompts; a change in words takes a model. */
async function withoutModel(reader: Planner, prompt: string, context: PlanningContext): Promise<Planned> {
  const { plan = null } = context.revision ?? {}
  if (plan === null) return reader.plan(prompt, context)
  const message = 'a change in words needs a language model: give the service one, or change the plan itself'
  const error: Diagnostic = { code: 'NEEDS_MODEL', severity: 'error', path: null, span: null, message }
  return { plan, diagnostics: [error], schedule: null, explanation: null }
}

function planned(judged: JudgedAnswer, failure: string | null): Planned {
  const { plan, explanation, diagnostics, assumptions, cannot, questions, quotes, name } = judged
  const told = diagnostics.filter(({ code, severity }) => severity !== 'error' || isOfAnswer(code))
  const said = failure === null ? [] : [modelFailed(failure)]
  return {
    plan,
    // The compiler says the others again, of the plan as it is kept.
    diagnostics: [...told.filter(({ code }) => isOfAnswer(code)), ...said],
    schedule: null,
    explanation,
    plannedBy: 'model',
    ...{ assumptions, cannot, questions, quotes, name },
  }
}

function isOfAnswer(code: Diagnostic['code']): boolean {
  return (
    code === 'UNQUOTED_STEP' ||
    code === 'CANNOT' ||
    code === 'OPEN' ||
    code === 'MENDED' ||
    code === 'KEPT_BY_HAND'
  )
}

function modelFailed(why: string): Diagnostic {
  const message = `the language model gave no plan: ${why}`
  return { code: 'MODEL_FAILED', severity: 'info', path: null, span: null, message }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
