// Refuses by name the kinds of steps that the plan language declares and this version cannot run, and a
// `return` inside a loop or parallel block. Called by domain/compiler/compiler.ts.

import type { Step } from '../plan/plan.ts'
import type { Pass } from './compiler.ts'
import type { Scope } from './scope.ts'

const unsupported: { readonly [kind: string]: string } = {
  agent: 'handing a goal to an agent',
}

export function checkSupport(step: Step, scope: Scope, pass: Pass): void {
  const what = unsupported[step.kind]
  if (what !== undefined) {
    const message = `${step.id}: ${what} is not supported yet: remove it to run this workflow`
    pass.report(step, 'NOT_SUPPORTED', '', message)
  }
  if (step.kind !== 'return' || scope.kind === 'plan') return
  const where = scope.kind === 'foreach' ? 'a loop' : 'parallel branches'
  pass.report(
    step,
    'BAD_RETURN',
    '',
    `${step.id}: return ends the whole execution and cannot stand inside of ${where}`,
  )
}
