// Asks about `failed(steps.x)` and `skipped(steps.x)` that are never true: x has no `onError`, so nothing
// after it runs when it fails; or it has no `when`. A step that is not there is told of elsewhere. Called by
// domain/compiler/compiler.ts.
import type { Step } from '../plan/plan.ts'
import type { Pass } from './compiler.ts'
import type { ReadSource } from './scope.ts'

export function checkEndings(step: Step, read: readonly ReadSource[], pass: Pass): void {
  for (const { source, computed } of read) {
    const tell = (asked: string, why: string) =>
      pass.ask(step, 'NEVER_TRUE', source.field, `${step.id}.${source.field}: ${asked} is never true: ${why}`)
    for (const id of computed.failed) {
      const asked = pass.steps.get(id)
      if (asked === undefined || (asked.onError ?? 'fail') !== 'fail') continue
      tell(
        `failed(steps.${id})`,
        `nothing after ${id} runs when it fails; write "onError": "continue" into ${id}`,
      )
    }
    for (const id of computed.skipped) {
      const asked = pass.steps.get(id)
      if (asked === undefined || asked.when !== undefined) continue
      tell(`skipped(steps.${id})`, `${id} has no \`when\` that could skip it`)
    }
  }
}
