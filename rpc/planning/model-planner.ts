// The planner with a language model (docs/internals/planner.md): the embedded reader first, and a model
// for what it leaves. main/services.ts puts it together.
// 1. No model is asked when the reader has read everything, or when none is configured.
// 2. The model sees some tools, found by the words of the prompt; never all.
// 3. Its draft is held to the prompt (domain/drafts/) and judged by the compiler, like any plan. What is
//    wrong is repaired, and nothing else; after three repairs the draft is kept with its diagnostics.
// 4. A model that fails, or that the budget of the author's key does not pay, leaves the reader's answer as
//    it is, and says so.
import type { CompilerContext } from '../../domain/compiler/compiler.ts'
import { Draft, repaired } from '../../domain/drafts/draft.ts'
import { draftSchema } from '../../domain/drafts/draft-schema.ts'
import type { Grounded } from '../../domain/drafts/grounding.ts'
import { draftInstructions, draftRequest, repairRequest } from '../../domain/drafts/instructions.ts'
import { sentencesOf } from '../../domain/drafts/quotes.ts'
import { type LanguageModel, type ModelMessage, roughTokens } from '../../domain/models/language-model.ts'
import type { Diagnostic } from '../../domain/plan/plan.ts'
import type { Planned, Planner, PlanningContext } from '../../domain/plan/planning.ts'
import { type HubTool, offeredName } from '../../domain/tools/tool.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Models } from '../models/models.ts'
import type { Thinking } from '../thinking/thinking.ts'

export interface ModelPlannerParts {
  readonly reader: Planner
  readonly models: Pick<Models, 'open'>
  readonly thinking: Pick<Thinking, 'compile' | 'ground' | 'search'>
  readonly clock: Pick<Clock, 'now'>
}

/** Rounds after the first draft. */
const repairs = 3
/** Tools that a model sees, and sentences that each look for some. */
const mostTools = 24
const mostSentences = 12
/** Before the deadline of the planner: what the model has drafted until then is worth showing. */
const marginMs = 1_000

export function modelPlanner(parts: ModelPlannerParts): Planner {
  const { reader, models } = parts
  const { suggest } = reader
  return {
    ...(suggest !== undefined && { suggest: suggest.bind(reader) }),
    async plan(prompt, context) {
      const read = await reader.plan(prompt, context)
      const left = read.diagnostics.filter(isOpen)
      const isAsked = left.length > 0 && context.isTyping !== true
      const model = !isAsked ? null : await models.open(context.organizationId)
      if (model === null) return read
      context.report?.({
        message: `the reader has left ${counted(left.length, 'question')}: asking ${model.name}`,
      })
      return new Drafting(parts, model, prompt, context).plan(read)
    },
  }
}

/** One prompt, drafted by a model. */
class Drafting {
  readonly #parts: ModelPlannerParts
  readonly #model: LanguageModel
  readonly #prompt: string
  readonly #context: PlanningContext
  readonly #messages: ModelMessage[] = []
  #tools: readonly HubTool[] = []

  constructor(parts: ModelPlannerParts, model: LanguageModel, prompt: string, context: PlanningContext) {
    this.#parts = parts
    this.#model = model
    this.#prompt = prompt
    this.#context = context
  }

  async plan(read: Planned): Promise<Planned> {
    const { timeZone } = this.#context
    this.#tools = this.#fitting(await this.#candidates())
    const request = { prompt: this.#prompt, timeZone, tools: this.#tools, leftOver: read.diagnostics }
    this.#messages.push({ role: 'user', text: draftRequest(request) })
    let draft: Draft | null = null
    let kept: Judged | null = null
    for (let round = 0; round <= repairs; round++) {
      const answer = await this.#ask()
      if (typeof answer === 'string') return kept === null ? failed(read, answer) : drafted(kept, answer)
      draft = draft === null || kept === null ? answer : repaired(draft, answer, wrongSteps(kept.errors))
      kept = await this.#judge(draft)
      if (kept.errors.length === 0) return drafted(kept, null)
      if (round === repairs) break
      const left = `${counted(kept.errors.length, 'problem')} left: repair ${round + 1} of ${repairs}`
      this.#context.report?.({ message: `the draft has ${left}` })
      this.#messages.push(
        { role: 'assistant', text: JSON.stringify(answer), calls: [] },
        { role: 'user', text: repairRequest(kept.errors) },
      )
    }
    return drafted(kept!, null)
  }

  /** @returns why there is no draft, as text */
  async #ask(): Promise<Draft | string> {
    const { signal, deadline, report, payer } = this.#context
    const timeoutMs = deadline - this.#parts.clock.now() - marginMs
    if (timeoutMs <= 0) return 'there was no time left to ask it'
    const refusal = (await payer?.refusal()) ?? null
    if (refusal !== null) return refusal
    let steps = 0
    let tail = ''
    const schema = { name: 'draft', schema: draftSchema(this.#tools.map(offeredName)) }
    const result = await this.#model.ask({
      ...{ instructions: draftInstructions, messages: this.#messages, schema, timeoutMs, signal },
      onText: text => {
        if (text === '') steps = 0
        // A step says its kind once.
        tail += text
        const pieces = tail.split(/"kind"\s*:/)
        tail = pieces.at(-1)!.slice(-20)
        for (let found = 1; found < pieces.length; found++) report?.({ message: `drafting step ${++steps}` })
      },
    })
    if (!result.ok) return result.error.message
    await payer?.pay(result.answer.cu ?? 0)
    const parsed = Draft.safeParse(result.answer.value)
    if (parsed.success) return parsed.data
    const [{ path, message } = { path: [], message: 'no draft' }] = parsed.error.issues
    return `${this.#model.name} answered no draft: ${path.join('.')}: ${message}`
  }

  async #judge(draft: Draft): Promise<Judged> {
    const { organizationId, signal, tools, timeZone, withheld, credentials } = this.#context
    const asker = { organizationId, signal }
    const { thinking } = this.#parts
    const grounded = await thinking.ground(asker, tools, { draft, prompt: this.#prompt, timeZone })
    const context: CompilerContext = {
      ...{ tools, prompt: this.#prompt, diagnostics: grounded.diagnostics },
      ...(withheld && { withheld }),
      ...(credentials && { credentials }),
    }
    const { diagnostics } = await thinking.compile(asker, grounded.plan, context)
    return { grounded, errors: diagnostics.filter(({ severity }) => severity === 'error') }
  }

  /**
   * By the whole prompt and by each sentence, in turns: the best of each come first. Then, as far as there is
   * room, what the organization has connected itself.
   */
  async #candidates(): Promise<readonly HubTool[]> {
    const { organizationId, signal, tools } = this.#context
    const asker = { organizationId, signal }
    const sentences = sentencesOf(this.#prompt).slice(0, mostSentences)
    const said = [this.#prompt, ...sentences.map(([start, end]) => this.#prompt.slice(start, end))]
    const found: (readonly number[])[] = []
    for (const words of new Set(said)) found.push(await this.#parts.thinking.search(asker, tools, words))
    const places = new Set<number>()
    for (let rank = 0; rank < 12; rank++)
      for (const list of found) {
        const place = list[rank]
        if (place !== undefined) places.add(place)
      }
    for (const [place, { server }] of tools.entries()) if (server !== null) places.add(place)
    return [...places].slice(0, mostTools).map(place => tools[place]!)
  }

  /** As many tools as fit into half of the context; the rest is for answers and repairs. */
  #fitting(tools: readonly HubTool[]): readonly HubTool[] {
    const { contextTokens } = this.#model
    let fitting = tools
    const request = () => ({ prompt: this.#prompt, timeZone: '', tools: fitting, leftOver: [] })
    while (fitting.length > 0 && roughTokens(draftRequest(request())) > contextTokens / 2)
      fitting = fitting.slice(0, Math.floor(fitting.length * 0.8))
    return fitting
  }
}

interface Judged {
  readonly grounded: Grounded
  readonly errors: readonly Diagnostic[]
}

function drafted({ grounded }: Judged, failure: string | null): Planned {
  const { diagnostics, ...made } = grounded
  const said = failure === null ? [] : [modelFailed(failure, 'info')]
  return { ...made, diagnostics: [...diagnostics, ...said], plannedBy: 'model' }
}

/** What the reader made of it stays. */
function failed(read: Planned, why: string): Planned {
  return { ...read, diagnostics: [...read.diagnostics, modelFailed(why, 'info')] }
}

function modelFailed(why: string, severity: Diagnostic['severity']): Diagnostic {
  const message = `the language model gave no plan: ${why}`
  return { code: 'MODEL_FAILED', severity, path: null, span: null, message }
}

function isOpen({ severity }: Diagnostic): boolean {
  return severity !== 'info'
}

/** Ids of steps; `schedule` stands for the schedule. */
function wrongSteps(errors: readonly Diagnostic[]): ReadonlySet<string> {
  return new Set(errors.flatMap(({ path }) => (path === null ? [] : [path.split('.')[0]!])))
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
