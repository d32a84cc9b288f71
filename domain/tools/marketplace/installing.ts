// Pure rules of installing an entry of the marketplace: what is missing, and where its tool server is
// called. Called by http/tool-servers/installing.ts. All problems are reported at once.

import { Failure } from '../../failure.ts'
import type { Json, JsonObject } from '../../json.ts'
import { isObject } from '../../json.ts'
import { compileSchema, defectUnder } from '../../schema/schema-check.ts'
import type { Credential } from '../credential.ts'
import type { MarketplaceEntry } from './marketplace.ts'

/** What a person chooses for an installation. */
export interface Given {
  readonly credential: Pick<Credential, 'id' | 'kind'> | null
  readonly settings: JsonObject
}

/** Each problem as one sentence; empty when the entry can be installed with these choices. */
export function problemsOf(entry: MarketplaceEntry, { credential, settings }: Given): readonly string[] {
  return [credentialProblem(entry, credential), settingsProblem(entry, settings)].filter(
    problem => problem !== null,
  )
}

/**
 * The address of the tool server that it becomes: `catalog:web` in this process, else its URL.
 * @throws {Failure} conflict: it cannot be installed
 */
export function addressOf(
  { slug, name, transport, settings: schema }: MarketplaceEntry,
  settings: JsonObject,
): string {
  switch (transport.type) {
    case 'in-process':
      return `catalog:${slug}`
    case 'http':
      return transport.url.replace(/\{([\w-]+)\}/g, (gap, name: string) => {
        const value = settings[name] ?? presetOf(schema, name)
        return typeof value === 'string' ? value : gap
      })
    case 'none':
      throw new Failure('conflict', `${name} can not be installed: ${transport.reason}`)
  }
}

function presetOf(schema: MarketplaceEntry['settings'], name: string): Json | undefined {
  const properties = schema?.['properties']
  const property = isObject(properties) ? properties[name] : undefined
  return isObject(property) ? (property['default'] as Json | undefined) : undefined
}

function credentialProblem(
  { credential: asked, transport }: MarketplaceEntry,
  given: Given['credential'],
): string | null {
  if (asked === null) {
    // A remote server may want a credential that its registry does not mention.
    const isRefused = given !== null && transport.type === 'in-process'
    return isRefused ? 'credentialId: this tool takes no credential' : null
  }
  const kinds = joinKinds(asked.kinds)
  if (given === null)
    return asked.isRequired
      ? `credentialId: this tool needs a credential of kind ${kinds}. ${asked.hint}`
      : null
  return asked.kinds.includes(given.kind)
    ? null
    : `credentialId: expected a credential of kind ${kinds}, received one of kind ${given.kind}`
}

function settingsProblem({ settings: schema }: MarketplaceEntry, settings: JsonObject): string | null {
  if (schema === null) return Object.keys(settings).length === 0 ? null : 'settings: this tool has none'
  const defect = compileSchema(schema)(settings)
  return defect === null ? null : defectUnder('settings', defect)
}

function joinKinds(kinds: readonly string[]): string {
  return kinds.length < 2 ? kinds.join('') : `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`
}
