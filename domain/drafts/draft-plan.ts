// Makes a plan of a draft: a tree of its flat list. Called by grounding.ts. What does not hold together is a
// diagnostic; whether the plan is right is for the compiler, and whether the prompt carries it for
// foundation.ts.
import type { Json } from '../json.ts'
import { readJson } from '../numerals.ts'
import type { Argument, Diagnostic, Plan, Step } from '../plan/plan.ts'
import { splitOfferedName } from '../tools/tool.ts'
import type { Draft, DraftStep, DraftValue } from './draft.ts'
import type { QuotedPrompt, Span } from './quotes.ts'

export interface DraftedPlan {
  readonly plan: Plan
  readonly diagnostics: readonly Diagnostic[]
}

type Of<Kind extends DraftStep['kind']> = Extract<DraftStep, { kind: Kind }>

export function draftPlan({ steps }: Draft, quotes: QuotedPrompt): DraftedPlan {
  const builder = new PlanBuilder(steps, quotes)
  return { plan: { steps: builder.list(null, 0) }, diagnostics: builder.diagnostics() }
}

class PlanBuilder {
  readonly #steps: readonly DraftStep[]
  readonly #quotes: QuotedPrompt
  readonly #placed = new Set<DraftStep>()
  readonly #found: Diagnostic[] = []

  constructor(steps: readonly DraftStep[], quotes: QuotedPrompt) {
    this.#steps = steps
    this.#quotes = quotes
  }

  /** Steps of a branch of a block, or those outside of all. */
  list(block: string | null, branch: number): Step[] {
    const inside = this.#steps.filter(
      ({ in: place }) => (place?.step ?? null) === block && (place === null || place.branch === branch),
    )
    return inside.flatMap(step => {
      if (this.#placed.has(step)) return []
      this.#placed.add(step)
      return [this.#step(step)]
    })
  }

  diagnostics(): readonly Diagnostic[] {
    const lost = this.#steps.filter(step => !this.#placed.has(step))
    return [
      ...this.#found,
      ...lost.map(step =>
        this.#defect(
          step,
          'in',
          `${step.id} is in no branch of a block: "${step.in?.step}", ${step.in?.branch}`,
        ),
      ),
    ]
  }

  #step(draft: DraftStep): Step {
    const { id, words, when } = draft
    const span = this.#spanOf(words)
    const title = (words[0] ?? id).replace(/\s+/g, ' ').slice(0, 200)
    const common = { id, title, span, ...(when !== null && { when }) }
    switch (draft.kind) {
      case 'tool':
        return { ...common, ...this.#tool(draft) }
      case 'set':
      case 'return':
        return { ...common, kind: draft.kind, value: this.#value(draft, 'value', draft.value) }
      case 'if':
        return { ...common, ...this.#if(draft) }
      case 'foreach':
        return { ...common, kind: 'foreach', over: draft.over, as: draft.as, steps: this.list(id, 0) }
      case 'parallel': {
        const count = Math.max(0, ...this.#branchesOf(id)) + 1
        const branches = Array.from({ length: count }, (_, branch) => ({ steps: this.list(id, branch) }))
        return { ...common, kind: 'parallel', wait: draft.wait, branches }
      }
      case 'fail':
        return { ...common, kind: 'fail', message: this.#value(draft, 'message', draft.message) }
      case 'approval': {
        const message = this.#value(draft, 'message', draft.message)
        return { ...common, kind: 'approval', message, ...assigneesOf(draft.assignees) }
      }
      case 'wait':
        return { ...common, ...this.#wait(draft) }
      case 'workflow':
        return {
          ...common,
          kind: 'workflow',
          workflow: draft.workflow,
          inputs: this.#args(draft, draft.inputs),
        }
    }
  }

  #tool(draft: Of<'tool'>) {
    const { tool: offered, onError, attempts, approval } = draft
    return {
      ...{ kind: 'tool' as const, ...splitOfferedName(offered), args: this.#args(draft, draft.args) },
      ...(onError === 'continue' && { onError }),
      ...(attempts > 1 && { retry: { maxAttempts: attempts } }),
      ...(approval !== null && {
        approval: { message: approval.message, ...assigneesOf(approval.assignees) },
      }),
    }
  }

  #if({ id, cases }: Of<'if'>) {
    const otherwise = this.list(id, cases.length)
    return {
      kind: 'if' as const,
      cases: cases.map((when, branch) => ({ when, steps: this.list(id, branch) })),
      ...(otherwise.length > 0 && { else: otherwise }),
    }
  }

  #wait(draft: Of<'wait'>) {
    const { seconds, until, event } = draft
    return {
      kind: 'wait' as const,
      ...(seconds !== null && { for: Math.round(seconds * 1_000) }),
      ...(until !== null && { until: this.#value(draft, 'until', until) }),
      ...(event !== null && { event }),
    }
  }

  #args(draft: DraftStep, args: Of<'tool'>['args']): { readonly [name: string]: Argument } {
    return Object.fromEntries(
      args.map(({ name, value }) => [name, this.#value(draft, `args.${name}`, value)] as const),
    )
  }

  #value(draft: DraftStep, field: string, value: DraftValue): Argument {
    switch (value.type) {
      case 'expression':
        return { $: value.cel }
      case 'text':
        return { $t: value.template }
      case 'literal':
        return this.#literal(draft, field, value.json)
    }
  }

  #literal(draft: DraftStep, field: string, text: string): Json {
    try {
      return readJson(text)
    } catch {
      this.#found.push(
        this.#defect(draft, field, `${draft.id}.${field}: expected JSON, received ${text.slice(0, 100)}`),
      )
      return null
    }
  }

  #branchesOf(id: string): readonly number[] {
    return this.#steps.flatMap(({ in: place }) => (place?.step === id ? [place.branch] : []))
  }

  #spanOf(words: readonly string[]): Span | null {
    for (const quote of words) {
      const [first] = this.#quotes.find(quote)
      if (first !== undefined) return first
    }
    return null
  }

  #defect({ id, words }: DraftStep, field: string, message: string): Diagnostic {
    const span = this.#spanOf(words)
    return { code: 'MODEL_FAILED', severity: 'error', path: `${id}.${field}`, span, message }
  }
}

function assigneesOf(assignees: readonly string[]): { readonly assignees?: readonly string[] } {
  return assignees.length === 0 ? {} : { assignees }
}
