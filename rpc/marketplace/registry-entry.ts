// One entry of a registry (`server.json` of the Model Context Protocol) as the marketplace shows and installs
// it. Foreign texts are bounded and cleaned. An entry that cannot be installed says why.
import { derivedIdAt } from '../../domain/ids.ts'
import type { JsonSchema } from '../../domain/json.ts'
import type { CredentialKind } from '../../domain/tools/credential.ts'
import type {
  EntryCredential,
  EntryTransport,
  MarketplaceEntry,
} from '../../domain/tools/marketplace/marketplace.ts'
import { slugOf } from '../../domain/tools/tool-server.ts'
import { oneLine } from '../remote/intake/tool-intake.ts'
import { packageEntryOf } from './package-entry.ts'
import type { Header, Input, Remote, ServerJson } from './server-json.ts'

/** @param sourceUrl of the registry. A server keeps its id when the same registry is added again */
export function entryOf(server: ServerJson, sourceUrl: string): Omit<MarketplaceEntry, 'source'> {
  const [publisher, bare] = server.name.split('/') as [string, string]
  const remote = server.remotes?.find(({ type }) => type === 'streamable-http' || type === 'http')
  const credential = remote === undefined ? null : credentialOf(remote.headers ?? [])
  const program = remote === undefined ? packageEntryOf(server) : null
  return {
    id: derivedIdAt('marketplaceTool', `${sourceUrl} ${server.name}`, 0),
    slug: slugOf(bare),
    name: oneLine(server.title ?? bare, 100) || bare,
    description: oneLine(server.description, 500),
    publisher,
    version: oneLine(server.version, 100),
    categories: ['registry'],
    tools: null,
    credential: program?.credential ?? (credential === 'several' ? null : credential),
    settings: settingsOf(program?.variables ?? remote?.variables ?? {}),
    transport: program?.transport ?? transportOf(server, remote, credential === 'several'),
  }
}

function transportOf(server: ServerJson, remote: Remote | undefined, asksSeveral: boolean): EntryTransport {
  const none = (reason: string) => ({ type: 'none', reason }) as const
  if (remote === undefined) return none(reasonAgainst(server))
  if (!/^https?:\/\//.test(remote.url) && !/^\{[A-Za-z_][\w-]*\}/.test(remote.url))
    return none('its address is not one of http or https')
  const constant = remote.headers?.find(header => header.isRequired && !isSecret(header))
  if (constant !== undefined)
    return none(`it needs the header ${oneLine(constant.name, 100)}, which can not be set here`)
  if (asksSeveral) return none('it needs more than one secret header')
  return { type: 'http', url: remote.url }
}

function reasonAgainst({ remotes = [], packages = [] }: ServerJson): string {
  if (remotes.length > 0)
    return `it is reached by ${oneLine(remotes[0]!.type, 40)} only, not by Streamable HTTP`
  const { registryType = 'package', identifier = '' } = packages[0] ?? {}
  if (packages.length === 0) return 'it names no address'
  const what = oneLine(`${registryType} ${identifier}`, 150).trim()
  return `it is a program to be run on a machine of yours (${what}): run it, and register its URL as a tool server`
}

/**
 * Must the person who installs it supply this header? True for a secret, and for one with a gap for a secret.
 */
function isSecret({ isSecret, value, variables = {} }: Header): boolean {
  if (isSecret) return true
  return value === undefined ? false : Object.values(variables).some(variable => variable.isSecret)
}

/** The one credential that fills the secret header. Beside a required header optional ones are left out. */
function credentialOf(headers: readonly Header[]): EntryCredential | null | 'several' {
  const secret = headers.filter(isSecret)
  const required = secret.filter(header => header.isRequired ?? isGap(header))
  if (required.length > 1) return 'several'
  const header = required[0] ?? secret[0]
  if (header === undefined) return null
  const name = oneLine(header.name, 100)
  const words = oneLine(header.description ?? '', 300)
  return {
    kinds: kindsOf(header),
    isRequired: required.length === 1,
    hint: `Sent as the header ${name}${words === '' ? '' : `: ${words}`}`,
  }
}

/** A template such as `Bearer {token}` is useless with its gap open. */
function isGap({ value, default: preset }: Input): boolean {
  return value !== undefined && preset === undefined && /\{[^}]*\}/.test(value)
}

function kindsOf({ name, value = '' }: Header): CredentialKind[] {
  if (name.toLowerCase() !== 'authorization') return ['header']
  if (/^bearer\b/i.test(value)) return ['bearer', 'oauth2']
  return /^basic\b/i.test(value) ? ['basic'] : ['bearer', 'oauth2', 'basic', 'header']
}

/** The variables of the URL, or of a program. */
function settingsOf(variables: Readonly<Record<string, Input>>): JsonSchema | null {
  const entries = Object.entries(variables)
  if (entries.length === 0) return null
  const properties = Object.fromEntries(
    entries.map(([name, { description, default: preset, value, choices }]) => [
      name,
      {
        type: 'string',
        ...{ minLength: 1, maxLength: 500 },
        description: oneLine(description ?? name, 300),
        ...((value ?? preset) !== undefined && { default: oneLine(value ?? preset, 500) }),
        ...(choices !== undefined && choices.length > 0 && { enum: choices }),
      },
    ]),
  )
  const required = entries
    .filter(
      ([, { value, default: preset, isRequired = true }]) =>
        isRequired && value === undefined && preset === undefined,
    )
    .map(([name]) => name)
  return { type: 'object', properties, required, additionalProperties: false }
}
