// The planner with a language model that writes the plan language itself (docs/internals/planner.md). Without
// a model, and for whoever is typing, the embedded reader answers. main/services.ts puts it together.
// 1. The model sees all tools where they fit into half of its context, else those that it chooses by name
//    (offered-tools.ts).
// 2. The compiler judges what it writes, and nothing that reads English (language/planning/judged-answer.ts).
//    What is wrong is told all at once, and a whole new answer asked for; after three repairs the best one is
//    kept with what is wrong.
// 3. A model that fails, or that the budget of the author's key does not pay, leaves the reader's answer.
import type { CompilerContext } from '../../domain/compiler/compiler.ts'
import { type LanguageModel, roughTokens } from '../../domain/models/language-model.ts'
import type { Diagnostic } from '../../domain/plan/plan.ts'
import type { Planned, Planner, PlanningContext } from '../../domain/plan/planning.ts'
import type { Clock } from '../../runtime/clock.ts'
import { plannerInstructions } from '../planning/instructions.ts'
import type { JudgedAnswer, SaidAnswer } from '../planning/judged-answer.ts'
import { repairRequest, writingRequest } from '../planning/requests.ts'
import { saidInAll } from '../planning/revision.ts'
import type { Thinking } from '../thinking/thinking.ts'
import { AskedModel, type Question } from './asked-model.ts'
import { type KeptAnswers, KeptPlans } from './kept-answers.ts'
import { offeredTools } from './offered-tools.ts'
import { whyUnasked, withoutModel } from './without-model.ts'

export interface WritingPlannerParts {
  readonly reader: Planner
  readonly models: {
    /** Null: there is none. */
    open(organizationId: string): Promise<LanguageModel | null>
  }
  readonly thinking: Pick<Thinking, 'judge' | 'search'>
  readonly clock: Pick<Clock, 'now'>
  /** Default: none are kept. */
  readonly answers?: KeptAnswers
}

/** Rounds after the first answer. */
const repairs = 3

export function writingPlanner(parts: WritingPlannerParts): Planner {
  const { reader, models, clock } = parts
  const { suggest } = reader
  return {
    ...(suggest !== undefined && { suggest: suggest.bind(reader) }),
    async plan(prompt, context) {
      const { isTyping = false, mayAskModel = true } = context
      const isAsked = !isTyping && mayAskModel && prompt.trim() !== ''
      const model = isAsked ? await models.open(context.organizationId) : null
      if (model === null) return withoutModel(reader, prompt, context, whyUnasked(context))
      context.report?.({ message: `asking ${model.name}` })
      return new Writing(parts, new AskedModel(model, context, clock), prompt, context).plan()
    },
  }
}

/** One request, planned by a model. */
class Writing {
  readonly #parts: WritingPlannerParts
  readonly #asked: AskedModel
  readonly #request: string
  readonly #context: PlanningContext
  readonly #kept: KeptPlans

  constructor(parts: WritingPlannerParts, asked: AskedModel, request: string, context: PlanningContext) {
    this.#parts = parts
    this.#asked = asked
    this.#request = request
    this.#context = context
    this.#kept = new KeptPlans(parts.answers, context.organizationId)
  }

  async plan(): Promise<Planned> {
    const first = await this.#firstQuestion()
    if (typeof first === 'string') return this.#withoutModel(first)
    const { model } = this.#asked
    const kept = await this.#kept.find(model.identity, first)
    const again = kept === null ? null : await this.#judge(kept)
    // What was right when it was kept may be wrong by now.
    return again === null || again.wrong.length > 0 ? this.#rounds(first) : this.#planned(again, null)
  }

  async #rounds(first: Question): Promise<Planned> {
    const { model } = this.#asked
    const { instructions } = first
    const messages = [...first.messages]
    let best: JudgedAnswer | null = null
    for (let round = 0; round <= repairs; round++) {
      const answer = await this.#asked.ask({ instructions, messages })
      if (typeof answer === 'string')
        return best === null ? this.#withoutModel(answer) : this.#planned(best, answer)
      const judged = await this.#judge(answer)
      if (judged !== null && (best === null || judged.wrong.length <= best.wrong.length)) best = judged
      if (judged !== null && judged.wrong.length === 0) {
        await this.#kept.keep(model.identity, first, answer)
        return this.#planned(judged, null)
      }
      if (round === repairs) break
      const problems =
        judged === null ? 'no answer that can be read' : counted(judged.wrong.length, 'problem')
      this.#context.report?.({ message: `${problems}: repair ${round + 1} of ${repairs}` })
      messages.push(
        { role: 'assistant', text: answer.text.slice(0, 60_000), calls: [] },
        { role: 'user', text: repairRequest(judged?.wrong ?? null) },
      )
    }
    return best === null ? this.#withoutModel(`${model.name} answered no plan`) : this.#planned(best, null)
  }

  #planned(judged: JudgedAnswer, failure: string | null): Planned {
    const { plan, explanation, diagnostics, assumptions, cannot, questions, quotes, name, base } = judged
    const { model } = this.#asked
    return {
      plan,
      // The compiler says the others again, of the plan as it is kept.
      diagnostics: [
        ...diagnostics.filter(({ code }) => isOfAnswer(code)),
        ...(failure === null ? [] : [modelFailed(failure)]),
        ...(model.isWeak === true ? [weakModel(model.name)] : []),
      ],
      schedule: null,
      explanation,
      plannedBy: 'model',
      ...{ assumptions, cannot, questions, quotes, name },
      ...(base !== undefined && { base }),
    }
  }

  /** What is there without it, and why the model has not planned it. */
  async #withoutModel(why: string): Promise<Planned> {
    const instead = 'it has given no plan: ask again, or change the plan itself'
    const there = await withoutModel(this.#parts.reader, this.#request, this.#context, instead)
    return { ...there, diagnostics: [...there.diagnostics, modelFailed(why)] }
  }

  #judge(said: SaidAnswer): Promise<JudgedAnswer | null> {
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

  /** @returns why there is none, as text */
  async #firstQuestion(): Promise<Question | string> {
    const { timeZone, author = null, credentials = [], workflows = [], models, revision } = this.#context
    const writing = {
      request: this.#request,
      credentials: credentials.map(({ name }) => name),
      workflows: workflows.map(({ name }) => name),
      models: models?.names ?? [],
      ...(revision && { revision }),
    }
    const today = { now: this.#parts.clock.now(), timeZone, author }
    const instructions = plannerInstructions()
    const besides = roughTokens(instructions) + roughTokens(writingRequest({ ...writing, tools: [] }, today))
    const tools = await offeredTools({
      ...{ said: saidInAll(this.#request, revision ?? null), context: this.#context, asked: this.#asked },
      ...{ thinking: this.#parts.thinking, room: this.#asked.model.contextTokens / 2 - besides },
    })
    if (typeof tools === 'string') return tools
    const text = writingRequest({ ...writing, tools }, today)
    return { instructions, messages: [{ role: 'user', text }] }
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

function weakModel(name: string): Diagnostic {
  const message = `${name} did badly with a sample plan when it was tested: read this plan closely`
  return { code: 'WEAK_MODEL', severity: 'info', path: null, span: null, message }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
