// What a recorded execution knows, as answers for its replay (backtest.ts).
// 1. A call with the same tool and arguments gets what was answered then, wherever it now stands in the plan.
// 2. A call of the same tool at the same place, with other arguments, gets what was answered there, and
//    counts as made up.

import { canonical, type Json } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { stepErrorCode } from '../../../domain/tools/failures/step-errors.ts'
import { offeredName, type ToolResult } from '../../../domain/tools/tool.ts'
import type { Event } from '../protocol.ts'
import { stepIdOf } from '../steps/paths.ts'
import { compileProgram } from '../steps/program.ts'
import type { Answers } from './rehearse.ts'

type Decided = Extract<Event, { type: 'approval-decided' }>

export class Recorded implements Answers {
  /** Paths of calls whose answer was to other arguments. */
  readonly changed = new Set<string>()
  readonly #byArguments = new Map<string, ToolResult[]>()
  readonly #byPlace = new Map<string, ToolResult>()
  readonly #outcomes = new Map<string, Json>()
  readonly #decisions = new Map<string, Decided>()

  /** @param plan of the version that ran */
  constructor(plan: Plan, events: Iterable<Event>) {
    const { steps } = compileProgram(plan, () => null)
    const inputs = new Map<string, Json>()
    const record = (path: string, result: ToolResult) => {
      const block = steps.get(stepIdOf(path))?.block
      if (block?.kind !== 'tool') return
      const tool = offeredName({ server: block.server, name: block.tool })
      this.#byPlace.set(`${tool} ${path}`, result)
      if (!inputs.has(path)) return
      const key = keyOf(tool, inputs.get(path)!)
      this.#byArguments.set(key, [...(this.#byArguments.get(key) ?? []), result])
    }
    for (const event of events) {
      switch (event.type) {
        case 'step-started':
          inputs.set(event.step, event.input)
          break
        case 'step-completed':
          record(event.step, { ok: true, output: event.output })
          this.#outcomes.set(event.step, event.output)
          break
        case 'step-failed': {
          const code = stepErrorCode(event.error.code)
          record(event.step, { ok: false, error: { ...event.error, code, retryable: false } })
          break
        }
        case 'approval-decided':
          this.#decisions.set(event.step, event)
          break
        default:
      }
    }
  }

  call({ id, args }: { readonly id: string; readonly args: Json }, tool: string): ToolResult | null {
    const same = this.#byArguments.get(keyOf(tool, args))
    // The last one is kept: a version may ask once more.
    if (same !== undefined) return same.length > 1 ? same.shift()! : same[0]!
    this.changed.add(id)
    return this.#byPlace.get(`${tool} ${id}`) ?? null
  }

  outcome(path: string): Json | undefined {
    return this.#outcomes.get(path)
  }

  decision(path: string): Decided | null {
    const decided = this.#decisions.get(path)
    return decided === undefined || decided.decision === 'cancelled' ? null : decided
  }
}

function keyOf(tool: string, args: Json): string {
  return `${tool} ${JSON.stringify(canonical(args))}`
}
