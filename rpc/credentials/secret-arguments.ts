// Replaces `{"$secret": ...}` in the arguments of a call right before they are sent. Until then the marker
// stands in the plan, the state, the journal and the log. Called by the hub only, which does not keep the
// result.
import type { Json, JsonObject } from '../../domain/json.ts'
import { type SecretPlace, type SecretReference, secretMarker } from '../../domain/plan/secret-places.ts'
import { ToolFailure } from '../builtin/tool.ts'
import type { Credentials, CredentialUse, SecretFields } from './credentials.ts'

export interface SecretCall {
  readonly organizationId: string
  readonly args: JsonObject
  readonly idempotencyKey: string
  /** How long it may wait for a token; absent: no deadline. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Where the plan's author put secrets; a marker elsewhere is plain data. */
  readonly secrets?: readonly SecretPlace[]
}

export interface Resolved {
  readonly args: JsonObject
  /** The credentials that were opened; they learn the outcome of the request. */
  readonly uses: readonly CredentialUse[]
}

/**
 * @param url where the arguments are sent; null when they stay in this process
 * @throws {ToolFailure} as Credentials.reveal, and `secret-not-allowed`: nothing is sent
 */
export function resolveSecrets(
  call: SecretCall,
  url: string | null,
  credentials: Credentials,
): Resolved | Promise<Resolved> {
  const { args, secrets = none } = call
  if (secrets.length === 0) return { args, uses: none }
  // An approver may have replaced the marker by something else.
  const places = secrets.filter(({ path }) => secretMarker(at(args, path)) !== null)
  if (places.length === 0) return { args, uses: none }
  return open(call, places, url, credentials)
}

const none: readonly never[] = []

async function open(
  { organizationId, args, idempotencyKey, timeoutMs, signal }: SecretCall,
  places: readonly SecretPlace[],
  url: string | null,
  credentials: Credentials,
): Promise<Resolved> {
  if (url === null)
    throw new ToolFailure('secret-not-allowed', 'a tool that sends nothing to another host takes no secret')
  const deadline = timeoutMs === undefined ? undefined : Date.now() + timeoutMs
  let resolved: Json = args
  const uses = new Map<string, CredentialUse>()
  for (const { path, secret } of places) {
    const use = { organizationId, credential: secret.credential, url, idempotencyKey, deadline, signal }
    const value = fieldOf(await credentials.reveal(use), secret)
    uses.set(secret.credential, use)
    resolved = replaced(resolved, path, value)
  }
  return { args: resolved as JsonObject, uses: [...uses.values()] }
}

/** Field names to try when the marker names no field. */
const mainFields = ['token', 'value', 'password']

function fieldOf(fields: SecretFields, { credential, field }: SecretReference): string {
  const name = field ?? mainFields.find(each => Object.hasOwn(fields, each))
  if (name !== undefined && Object.hasOwn(fields, name)) return fields[name]!
  const known = Object.keys(fields).join(', ')
  throw new ToolFailure(
    'unknown-credential',
    `the credential ${credential} has no field ${field}, it has ${known}`,
  )
}

function at(value: Json, path: SecretPlace['path']): Json | undefined {
  let found: Json | undefined = value
  for (const part of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as { readonly [part: string]: Json })[part]
  }
  return found
}

function replaced(value: Json, [part, ...rest]: SecretPlace['path'], secret: string): Json {
  if (part === undefined) return secret
  const inner = replaced((value as JsonObject)[part]!, rest, secret)
  if (Array.isArray(value)) return value.with(Number(part), inner)
  return { ...(value as JsonObject), [part]: inner }
}
