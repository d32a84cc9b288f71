// Pure rules of installing an entry of the marketplace: what is missing, and where its tool server is
// called. Called by http/tool-servers/installing.ts. All problems are reported at once.

import { Failure } from '../../failure.ts'
import type { Json, JsonObject } from '../../json.ts'
import { isObject } from '../../json.ts'
import { own } from '../../own.ts'
import { compileSchema, defectUnder } from '../../schema/schema-check.ts'
import type { Credential } from '../credential.ts'
import { type KeptPackage, packageText, packageUrl } from '../npm-package.ts'
import type { EntryTransport, MarketplaceEntry } from './marketplace.ts'

/** What a person chooses for an installation. */
export interface Given {
  readonly credential: Pick<Credential, 'id' | 'kind'> | null
  readonly settings: JsonObject
  /** As text, and the integrity of its tarball; null or absent for none. */
  readonly package?: string | null | undefined
  readonly integrity?: string | null | undefined
}

/** Each problem as one sentence; empty when the entry can be installed with these choices. */
export function problemsOf(entry: MarketplaceEntry, given: Given): readonly string[] {
  return [
    ...packageProblems(entry, given),
    credentialProblem(entry, given.credential),
    settingsProblem(entry, given.settings),
  ].filter(problem => problem !== null)
}

/**
 * The address of the tool server that it becomes: `catalog:web` in this process, `npm:<package>` on stdio,
 * else its URL.
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
      return filled(transport.url, schema, settings)
    case 'npm':
      return packageUrl(transport)
    case 'none':
      throw new Failure('conflict', `${name} can not be installed: ${transport.reason}`)
  }
}

/** What its program is started with. A variable whose settings are not set is left out. */
export function startOf(
  { settings: schema }: MarketplaceEntry,
  { args, environment, credential }: Extract<EntryTransport, { type: 'npm' }>,
  settings: JsonObject,
): Pick<KeptPackage, 'args' | 'environment' | 'credential'> {
  const variables = Object.entries(environment).map(([name, value]) => [
    name,
    filled(value, schema, settings),
  ])
  return {
    args: args.map(arg => filled(arg, schema, settings)),
    environment: Object.fromEntries(variables.filter(([, value]) => !/\{[\w-]+\}/.test(value!))),
    credential,
  }
}

/** `{names}` replaced by the settings. */
function filled(text: string, schema: MarketplaceEntry['settings'], settings: JsonObject): string {
  return text.replace(/\{([\w-]+)\}/g, (gap, name: string) => {
    const value = own(settings, name) ?? presetOf(schema, name)
    return typeof value === 'string' ? value : gap
  })
}

function presetOf(schema: MarketplaceEntry['settings'], name: string): Json | undefined {
  const properties = schema?.['properties']
  const property = isObject(properties) ? own(properties as JsonObject, name) : undefined
  return isObject(property) ? (property['default'] as Json | undefined) : undefined
}

/** The admin names what is to run: an entry whose package has changed since they looked is not installed. */
function packageProblems({ transport }: MarketplaceEntry, given: Given): readonly string[] {
  if (transport.type !== 'npm')
    return given.package == null && given.integrity == null ? [] : ['package: this tool runs none']
  const wanted = packageText(transport)
  const [named, integrity] = [given.package ?? null, given.integrity ?? null]
  return [
    ...(named === wanted
      ? []
      : [`package: expected ${wanted}, which this tool runs, received ${named ?? 'none'}`]),
    ...(integrity === null ? [`integrity: expected the SHA-512 of the tarball of ${wanted}`] : []),
  ]
}

function credentialProblem(
  { credential: asked, transport }: MarketplaceEntry,
  given: Given['credential'],
): string | null {
  if (asked === null) {
    // A remote server may want a credential that its registry does not mention.
    const isRefused = given !== null && transport.type !== 'http'
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
