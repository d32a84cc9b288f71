// The expressions of a plan as texts, for who compiles a large plan in portions
// (actors/execution/steps/programs.ts). Computes nothing.
import { splitTemplate } from '../expression/template.ts'
import type { Json, JsonObject } from '../json.ts'
import { sourcesOf } from './blocks/sources.ts'
import { allSteps } from './nested-steps.ts'
import type { Argument, Plan } from './plan.ts'

/** Each one at every place where it stands. @throws {ExpressionError} a template cannot be read */
export function* expressionsOf({ steps }: Plan): Generator<string> {
  for (const step of allSteps(steps)) {
    for (const source of sourcesOf(step)) {
      if ('expression' in source) yield source.expression
      else yield* expressionsIn(source.argument)
    }
  }
}

function* expressionsIn(argument: Argument): Generator<string> {
  if (typeof argument !== 'object' || argument === null) return
  const { $: expression, $t: template } = argument as JsonObject
  if (typeof expression === 'string') yield expression
  else if (typeof template === 'string') yield* expressionsInTemplate(template)
  else for (const value of Object.values(argument)) yield* expressionsIn(value as Json)
}

function* expressionsInTemplate(template: string): Generator<string> {
  for (const part of splitTemplate(template)) if (part.type === 'expression') yield part.source
}
