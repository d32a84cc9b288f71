// Compute units as the journal tells them: a fold of the events with the plan alone, without the state of the
// execution. The log shows them live (timeline.ts), and `npm run usage:check` recomputes every figure so. It
// counts by domain/billing/meter.ts, as the execution itself does.
import { type Charged, charge, isOurs, type Meter, noUse, startCu } from '../../../domain/billing/meter.ts'
import { allSteps } from '../../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import { offeredName } from '../../../domain/tools/tool.ts'
import type { Event } from '../protocol.ts'
import { stepIdOf } from '../steps/paths.ts'

export class Metering {
  readonly meter: Meter = noUse()
  cu = 0
  readonly #steps: ReadonlyMap<string, Step>
  /** Calls that are open. */
  readonly #calls = new Map<string, Charged>()

  constructor(plan: Plan) {
    this.#steps = new Map(allSteps(plan.steps).map(step => [step.id, step]))
  }

  take(event: Event): void {
    switch (event.type) {
      case 'started':
        this.cu = startCu
        return
      case 'step-started':
        return this.#begin(event.step, event.tool)
      case 'agent-turned':
        return this.#spend({ cu: event.turn.cu, tokens: event.turn.tokens ?? 0 })
      case 'step-completed':
        this.#countPure(event)
        this.#spend(event.spent)
        this.#calls.delete(event.step)
        return
      case 'step-failed':
        if (!isOurs(event.error)) this.#countPure(event)
        this.#spend(event.spent)
        return this.#fail(event)
      case 'attempt-failed':
      case 'step-parked':
        return this.#fail(event)
      case 'approval-requested':
        this.#spend(event.spent)
        return this.#takeBack(event.step)
      case 'ended':
        if (event.error !== null && event.error.step === null && isOurs(event.error)) this.cu = 0
        return
      default:
        return
    }
  }

  #begin(path: string, tool: string | undefined): void {
    const charged =
      tool === undefined ? chargedOf(this.#steps.get(stepIdOf(path))) : ({ kind: 'tool', tool } as const)
    if (charged === null) return
    this.#calls.set(path, charged)
    this.cu += charge(this.meter, charged, 1)
  }

  #countPure(event: Extract<Event, { type: 'step-completed' | 'step-failed' }>): void {
    const step = this.#steps.get(stepIdOf(event.step))
    if (event.input === undefined || step?.kind !== 'tool') return
    this.cu += charge(this.meter, chargedOf(step)!, 1)
  }

  #spend(spent: { readonly cu: number; readonly tokens: number } | undefined): void {
    if (spent === undefined) return
    this.cu += spent.cu
    this.meter.tokens += spent.tokens
  }

  #fail({ step, error }: { readonly step: string; readonly error: { readonly code: string } }): void {
    if (isOurs(error)) this.#takeBack(step)
    else this.#calls.delete(step)
  }

  #takeBack(path: string): void {
    const charged = this.#calls.get(path)
    if (charged === undefined) return
    this.#calls.delete(path)
    this.cu += charge(this.meter, charged, -1)
  }
}

function chargedOf(step: Step | undefined): Charged | null {
  if (step?.kind === 'code') return { kind: 'code' }
  if (step?.kind !== 'tool') return null
  return { kind: 'tool', tool: offeredName({ server: step.server, name: step.tool }) }
}
