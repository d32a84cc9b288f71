// Flags destructive steps whose arguments come from what a tool answered: whoever can write that answer (a
// page, an issue, a message) then chooses what is removed. It is told, not refused: a plan may be meant so.
// Called by domain/compiler/compiler.ts, after its other passes.

import { ExpressionError } from '../expression/expression.ts'
import type { Source } from '../plan/blocks/block.ts'
import { blockOf, variableOf } from '../plan/blocks/blocks.ts'
import { compileSource, sourcesOf } from '../plan/blocks/sources.ts'
import { ownLists } from '../plan/nested-steps.ts'
import type { Step } from '../plan/plan.ts'
import { offeredName } from '../tools/tool.ts'
import type { Pass } from './compiler.ts'

/** By step id or loop variable: the tool whose answer it holds. */
type Origins = Map<string, string>

export function checkTrust(steps: readonly Step[], pass: Pass): void {
  walk(steps, new Map(), pass)
}

/** @returns where the output of the list's last step comes from; null when not from outside */
function walk(steps: readonly Step[], origins: Origins, pass: Pass): string | null {
  let last: string | null = null
  for (const step of steps) {
    const handler = typeof step.onError === 'object' ? walk(step.onError.steps, new Map(origins), pass) : null
    last = originOf(step, origins, pass) ?? handler
    if (last !== null) origins.set(step.id, last)
  }
  return last
}

function originOf(step: Step, origins: Origins, pass: Pass): string | null {
  const read = firstOf(sourcesOf(step), origins)
  if (step.kind === 'tool' && read !== null) checkFed(step, read, pass)
  const inside = new Map(origins)
  const variable = variableOf(step)
  if (variable !== null && read !== null) inside.set(variable, read)
  const lists = ownLists(step).map(({ steps }) => walk(steps, new Map(inside), pass))
  const { origin } = blockOf(step)
  return origin === undefined ? read : origin(step, { read, lists })
}

function checkFed(step: Extract<Step, { kind: 'tool' }>, read: string, pass: Pass): void {
  if (step.effect !== 'destructive' || step.approval !== undefined) return
  const name = offeredName({ server: step.server, name: step.tool })
  const fed = `${step.id}: ${name} removes or overwrites, and what it is given comes from what ${read} answered`
  const message = `${fed}: ask for approval before it if others can write that`
  pass.inform(step, 'UNTRUSTED_INPUT', 'args', message)
}

/** The origin of what the sources read. */
function firstOf(sources: readonly Source[], origins: Origins): string | null {
  for (const source of sources) {
    for (const name of readsOf(source)) {
      const origin = origins.get(name)
      if (origin !== undefined) return origin
    }
  }
  return null
}

function readsOf(source: Source): readonly string[] {
  try {
    const { steps, names } = compileSource(source)
    return [...steps, ...names]
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}
