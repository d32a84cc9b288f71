// Runs a plan without doing anything outside: the behavior of executions itself, over a clock that jumps to
// the next moment at which something is due. Runs confined (rehearsal.ts sends the task), since plans and
// what they compute are their authors' choice.
// 1. Answers of tools are known already, or made up of what the tool says that it answers, or owed: a dry run
//    is told which, calls those tools, and rehearses again from the beginning. The same task gives the same
//    rehearsal, so nothing is kept between.
// 2. Approvals are given, events come at once and are empty, unless the recorded execution says otherwise.
// 3. It ends, after so many turns at the latest.

import type { Json, JsonObject } from '../../../domain/json.ts'
import { own } from '../../../domain/own.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { sampleOf } from '../../../domain/schema/sample.ts'
import { offeredName, type ToolEffect, type ToolResult } from '../../../domain/tools/tool.ts'
import type { StartExecution } from '../../../domain/work/execution.ts'
import type { RehearsedEffect } from '../../../domain/work/rehearsal.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'
import { ToolFailure } from '../../../rpc/builtin/tool.ts'
import runCode from '../../../rpc/code/sandbox.ts'
import { pureCall } from '../../../rpc/tool-outcome.ts'
import { execution } from '../behavior.ts'
import type {
  AskModelEffect,
  Event,
  ExecutionEffect,
  Message,
  RunCodeEffect,
  State,
  ToolCallEffect,
} from '../protocol.ts'
import { isWrapped } from '../steps/asking/ask.ts'
import { applyDecision } from '../steps/asking/deciding.ts'
import type { ExecutionContext } from '../steps/paths.ts'
import { compileProgram } from '../steps/program.ts'

/** What is known of a tool that the plan calls, by its offered name. */
export interface KnownTool {
  readonly effect: ToolEffect
  /** It changes something, and can say what it would answer. */
  readonly mayLook?: boolean
  readonly outputSchema: JsonObject | null
}

/** Where the answers come from. */
export interface Answers {
  /** The answer to this call; `owed`: ask again with it; null: none, so it is made up. */
  call(effect: ToolCallEffect, tool: string): ToolResult | 'owed' | null
  /** What a step gave that is neither tool nor code: an event, another workflow. Undefined: nothing known. */
  outcome(path: string): Json | undefined
  /** The decision about an approval. Null: it is given. */
  decision(path: string): Extract<Event, { type: 'approval-decided' }> | null
}

export interface RehearsalTask {
  readonly id: string
  readonly plan: Plan
  readonly start: StartExecution
  /** Unix ms. */
  readonly now: number
  readonly tools: { readonly [offeredName: string]: KnownTool }
}

export interface Rehearsed {
  readonly state: State
  readonly events: readonly { readonly at: number; readonly event: Event }[]
  readonly effects: readonly RehearsedEffect[]
  /** Calls to be made before it can go on. */
  readonly owed: readonly ToolCallEffect[]
  /** Paths of steps whose output is made up. */
  readonly madeUp: ReadonlySet<string>
}

/** Turns of one rehearsal: a turn takes at least one event. */
const mostTurns = 100_000

const pureTools = new Map(
  builtinTools.filter(tool => tool.effect === 'pure').map(tool => [tool.name, pureCall(tool)]),
)

export async function rehearse(task: RehearsalTask, answers: Answers): Promise<Rehearsed> {
  return new Rehearsal(task, answers).run()
}

class Rehearsal {
  readonly #task: RehearsalTask
  readonly #answers: Answers
  readonly #context: ExecutionContext
  readonly #behavior: ReturnType<typeof execution>
  readonly #events: { at: number; event: Event }[] = []
  readonly #effects: RehearsedEffect[] = []
  readonly #madeUp = new Set<string>()
  #state: State
  #now: number

  constructor(task: RehearsalTask, answers: Answers) {
    this.#task = task
    this.#answers = answers
    const program = compileProgram(task.plan, name => pureTools.get(name) ?? null)
    this.#context = { id: task.id, program }
    this.#behavior = execution(task.id, program)
    this.#state = this.#behavior.initial()
    this.#now = task.now
  }

  async run(): Promise<Rehearsed> {
    this.#tell({ type: 'start', start: this.#task.start })
    let owed: ToolCallEffect[] = []
    for (let turn = 0; turn < mostTurns && !this.#state.hasEnded; turn++) {
      owed = []
      const answered = await this.#answerOwed(owed)
      if (!answered && owed.length > 0) break
      if (!answered && !this.#pass()) break
    }
    const [state, events, effects, madeUp] = [this.#state, this.#events, this.#effects, this.#madeUp]
    return { state, events, effects, madeUp, owed }
  }

  /** Answers what is pending. @param owed takes the calls that have no answer yet @returns was there any? */
  async #answerOwed(owed: ToolCallEffect[]): Promise<boolean> {
    let answered = false
    for (const effect of [...this.#behavior.pending(this.#state)]) {
      const message = await this.#answerTo(effect, owed)
      if (message === null) continue
      this.#tell(message)
      answered = true
    }
    for (const path of Object.keys(this.#state.approvals)) {
      this.#decide(path)
      answered = true
    }
    for (const [path, { event }] of Object.entries(this.#state.waits)) {
      if (event === null || !Object.hasOwn(this.#state.waits, path)) continue
      answered = this.#receive(path, event) || answered
    }
    return answered
  }

  async #answerTo(effect: ExecutionEffect, owed: ToolCallEffect[]): Promise<Message | null> {
    switch (effect.type) {
      case 'call': {
        const result = this.#resultOf(effect)
        if (result === 'owed') owed.push(effect)
        return result === 'owed'
          ? null
          : { type: 'step-returned', step: effect.id, attempt: effect.attempt, result }
      }
      case 'run-code':
        return {
          type: 'step-returned',
          step: effect.id,
          attempt: effect.attempt,
          result: await codeResult(effect),
        }
      case 'ask-model': {
        const { step, turn, goal, outputSchema, about } = effect
        const args = about === undefined ? goal : { question: goal, input: about.input }
        this.#note({ step, kind: 'agent', name: effect.model, effect: null, args })
        const known = this.#outcome(step)
        const value = known === null ? sampleOf(outputSchema) : isWrappedIn(about) ? { answer: known } : known
        // A question has an answer, though nobody knows which.
        const text =
          typeof known === 'string' ? known : about === undefined ? '' : '(the answer of the model)'
        return {
          type: 'model-answered',
          step,
          turn,
          result: { ok: true, text, value, calls: [], cu: 0, tokens: 0 },
        }
      }
      case 'start-child': {
        const { step, id: childId, workflow, inputs } = effect
        this.#note({ step, kind: 'workflow', name: workflow, effect: null, args: inputs })
        const output = this.#outcome(step)
        return { type: 'child-ended', step, childId, end: { status: 'completed', output, error: null } }
      }
      case 'cancel-child':
        return { type: 'child-cancelled', childId: effect.childId }
      case 'tell-parent':
        return { type: 'parent-told' }
      case 'reserve-budget': {
        const { question, needed: granted } = effect
        return { type: 'budget-answered', question, granted, refused: null }
      }
      case 'settle-budget':
        return { type: 'budget-settled' }
      case 'tell-follower':
        return { type: 'follower-told', news: effect.news }
    }
  }

  #resultOf(effect: ToolCallEffect): ToolResult | 'owed' {
    const name = offeredName({ server: effect.server, name: effect.tool })
    const known = own(this.#task.tools, name) ?? { effect: 'write', outputSchema: null }
    const isRead = known.effect === 'read' || known.effect === 'pure'
    const result = this.#answers.call(effect, name)
    if (result === 'owed') return result
    const does = isRead ? 'read' : (known.effect as 'write' | 'destructive')
    if (!isRead) this.#note({ step: effect.id, kind: 'tool', name, effect: does, args: effect.args })
    if (result !== null) return result
    this.#madeUp.add(effect.id)
    return { ok: true, output: sampleOf(known.outputSchema) }
  }

  #decide(path: string): void {
    const pending = own(this.#state.approvals, path)
    if (pending === undefined) return
    const { message, args } = pending.request
    this.#note({
      step: path,
      kind: 'approval',
      name: null,
      effect: null,
      args: args === null ? message : { message, args },
    })
    const recorded = this.#answers.decision(path)
    const given = {
      decision: 'approved',
      by: this.#task.start.startedBy,
      note: null,
      args: null,
      form: null,
    } as const
    for (const event of applyDecision(this.#context, this.#state, path, recorded ?? given)) this.#take(event)
    this.#advance()
  }

  #receive(path: string, name: string): boolean {
    this.#note({ step: path, kind: 'event', name, effect: null, args: null })
    const output = this.#outcome(path)
    this.#take({ type: 'step-completed', step: path, output })
    this.#advance()
    return true
  }

  #outcome(path: string): Json {
    const known = this.#answers.outcome(path)
    if (known === undefined) this.#madeUp.add(path)
    return known ?? null
  }

  /** Goes on to the next moment at which something is due; false when there is none. */
  #pass(): boolean {
    const at = this.#behavior.wakeAt(this.#state)
    if (at === null) return false
    this.#now = Math.max(this.#now, at)
    const before = this.#events.length
    this.#tell({ type: 'alarm' })
    return this.#events.length > before
  }

  #tell(message: Message): void {
    const { events, refusal } = this.#behavior.decide(this.#state, message, this.#now)
    if (refusal) throw refusal
    for (const event of events) this.#take(event)
    this.#advance()
  }

  #advance(): void {
    for (;;) {
      const more = this.#behavior.advance(this.#state, this.#now)
      if (more.length === 0) return
      for (const event of more) this.#take(event)
    }
  }

  #take(event: Event): void {
    this.#events.push({ at: this.#now, event })
    this.#state = this.#behavior.evolve(this.#state, event, this.#now)
  }

  #note(effect: RehearsedEffect): void {
    this.#effects.push(effect)
  }
}

async function codeResult({ js, args, timeoutMs }: RunCodeEffect): Promise<ToolResult> {
  try {
    const text = await runCode({
      js,
      args: JSON.stringify(args),
      timeoutMs: Math.min(timeoutMs ?? 2_000, 2_000),
    })
    return { ok: true, output: JSON.parse(text) as Json }
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    return { ok: false, error: { code: error.code, message: error.message, retryable: false } }
  }
}

/** Is the answer one field of what the model gives? */
function isWrappedIn(about: AskModelEffect['about']): boolean {
  return about !== undefined && about.form !== null && isWrapped(about.form)
}
