// Flags destructive steps whose arguments come from what a tool answered: whoever can write that answer (a
// page, an issue, a message) then chooses what is removed. It is told, not refused: a plan may be meant so.
// Called by domain/compiler/compiler.ts, after its other passes.

import { ExpressionError } from '../expression/expression.ts'
import { compileSource, type Source, sourcesOf } from '../plan/dependencies.ts'
import { listsOf } from '../plan/nested-steps.ts'
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
  switch (step.kind) {
    case 'tool': {
      const name = offeredName({ server: step.server, name: step.tool })
      if (step.effect === 'destructive' && step.approval === undefined && read !== null) {
        const fed = `${step.id}: ${name} removes or overwrites, and what it is given comes from what ${read} answered`
        pass.inform(
          step,
          'UNTRUSTED_INPUT',
          'args',
          `${fed}: ask for approval before it if others can write that`,
        )
      }
      return step.effect === 'pure' ? read : name
    }
    case 'foreach': {
      const inside = new Map(origins)
      if (read !== null) inside.set(step.as, read)
      return walk(step.steps, inside, pass) ?? null
    }
    case 'if':
    case 'parallel': {
      const branches = listsOf({ ...step, onError: 'fail' } as Step)
      return branches.map(list => walk(list, new Map(origins), pass)).find(each => each !== null) ?? null
    }
    case 'wait':
      return step.event === undefined ? null : `the event ${step.event}`
    case 'workflow':
      return `the workflow ${step.workflow}`
    case 'agent':
      return 'a language model'
    default:
      return read
  }
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
