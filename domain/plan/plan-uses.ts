// What a plan uses: its tools and its credentials, each once, in the order of their names.
import { isObject, type Json } from '../json.ts'
import { offeredName } from '../tools/tool.ts'
import { blockOf } from './blocks/blocks.ts'
import { allSteps, withLists } from './nested-steps.ts'
import type { Plan } from './plan.ts'
import { readSecretReference, secretMarker } from './secret-places.ts'

/** `<slug>__<tool>` for the tools of servers, plain names for built-in ones; also those of agents. */
export function toolNames({ steps }: Plan): readonly string[] {
  const called = allSteps(steps).flatMap(step => blockOf(step).calls?.(step) ?? [])
  return unique(called.map(({ server, tool }) => offeredName({ server, name: tool })))
}

/** Ids or names, as the plan has them. */
export function credentialNames({ steps }: Plan): readonly string[] {
  // Steps inside of a step come by themselves.
  return unique(allSteps(steps).flatMap(step => credentialsIn(withLists(step, () => []) as unknown as Json)))
}

function credentialsIn(value: Json | undefined): readonly string[] {
  const marker = secretMarker(value)
  if (marker !== null) return [readSecretReference(marker).credential]
  if (Array.isArray(value)) return value.flatMap(credentialsIn)
  return isObject(value) ? Object.values(value).flatMap(inner => credentialsIn(inner as Json)) : []
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort()
}
