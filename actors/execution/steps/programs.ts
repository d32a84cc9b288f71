// The programs of a host: the plans of versions, compiled when an execution first needs them. effects.ts
// opens executions with them.
// 1. Kept up to a bound of bytes, which organizations share fairly. A version never changes.
// 2. A large plan is compiled in portions, between which the host has its other work done.
// 3. Who asks for a program that is just being compiled waits for that one.

import { FairCache } from '../../../domain/budgets/fair-cache.ts'
import {
  type Computed,
  compileExpression,
  compilingAs,
  compilingOnce,
} from '../../../domain/expression/expression.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { expressionsOf } from '../../../domain/plan/plan-expressions.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { compileProgram, type Program, type PureTool } from './program.ts'

/** Text of the plans whose programs are kept. A program takes some 36 bytes for each character. */
const keptCharacters = 2 * 1024 * 1024
/** Characters of expressions that are compiled at once: 5 ms, or one expression. */
const portion = 2_000

export interface ProgramsParts {
  readonly loadPlan: (versionId: string) => Promise<Plan>
  readonly pure: (tool: string) => PureTool | null
  /** Characters of plans. */
  readonly kept?: number
}

export class Programs {
  readonly #parts: ProgramsParts
  readonly #kept: FairCache<Program>
  readonly #compiling = new Map<string, Promise<Program>>()

  constructor(parts: ProgramsParts) {
    this.#parts = parts
    this.#kept = new FairCache(parts.kept ?? keptCharacters)
  }

  of(organizationId: string, versionId: string): Program | Promise<Program> {
    const kept = this.#kept.get(versionId)
    if (kept !== null) return kept
    const compiling =
      this.#compiling.get(versionId) ??
      this.#compile(organizationId, versionId).finally(() => this.#compiling.delete(versionId))
    this.#compiling.set(versionId, compiling)
    return compiling
  }

  async #compile(owner: string, versionId: string): Promise<Program> {
    const plan = await this.#parts.loadPlan(versionId)
    const known = new Map<string, Computed>()
    const { irVersion = 1 } = plan
    const compiling = <T>(work: () => T) => compilingAs(irVersion, () => compilingOnce(known, work))
    let characters = 0
    for (const expression of expressionsOf(plan)) {
      compiling(() => compileExpression(expression))
      characters += expression.length
      if (characters < portion) continue
      characters = 0
      await new Promise<void>(resolve => systemClock.soon(resolve))
    }
    const program = compiling(() => compileProgram(plan, this.#parts.pure))
    this.#kept.set(versionId, program, { owner, weight: JSON.stringify(plan).length })
    return program
  }
}
