// What a plan uses: its tools and its credentials, each once, in the order of their names.
import { isObject, type Json } from '../json.ts'
import { allSteps } from './nested-steps.ts'
import type { Plan } from './plan.ts'
import { readSecretReference, secretMarker } from './secret-places.ts'

/** `<slug>__<tool>` for the tools of servers, plain names for built-in ones; also those of agents. */
export function toolNames({ steps }: Plan): readonly string[] {
  return unique(
    allSteps(steps).flatMap(step => {
      if (step.kind === 'agent') return step.tools
      if (step.kind !== 'tool') return []
      return [step.server === null ? step.tool : `${step.server}__${step.tool}`]
    }),
  )
}

/** Ids or names, as the plan has them. */
export function credentialNames({ steps }: Plan): readonly string[] {
  return unique(allSteps(steps).flatMap(step => credentialsIn(step as unknown as Json)))
}

function credentialsIn(value: Json | undefined): readonly string[] {
  const marker = secretMarker(value)
  if (marker !== null) return [readSecretReference(marker).credential]
  if (Array.isArray(value)) return value.flatMap(credentialsIn)
  if (!isObject(value)) return []
  // Steps inside of the step come by themselves.
  const own = Object.entries(value).filter(([name]) => !['steps', 'cases', 'else', 'branches'].includes(name))
  return own.flatMap(([, inner]) => credentialsIn(inner as Json))
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort()
}
