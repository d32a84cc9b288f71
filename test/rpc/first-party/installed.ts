// An installed catalog server as the hub runs it, over real guarded connections to loopback: arguments and
// outputs are checked against the tool's schemas, the secret is given to its own host only.
import type { JsonObject } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { ToolFailure } from '../../../rpc/builtin/tool.ts'
import type { Authorization, SecretFields } from '../../../rpc/credentials/credentials.ts'
import { confinedBounds } from '../../../rpc/first-party/confined.ts'
import type { FirstPartyContext, FirstPartyServer } from '../../../rpc/first-party/first-party-server.ts'
import { createOutbound, type NetworkPolicy } from '../../../rpc/outbound/outbound.ts'
import { createOutboundSocket } from '../../../rpc/outbound/outbound-socket.ts'
import { ConfinedPool } from '../../../runtime/process/confined.ts'

export type Secret =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'header' | 'query'; readonly name: string; readonly value: string }

export interface Installation {
  readonly settings?: JsonObject
  readonly secret?: Secret
  /** Host and port that the secret may go to; any when absent. */
  readonly allowedHost?: string
  readonly policy?: NetworkPolicy
  readonly idempotencyKey?: string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export type Call = (tool: string, args: JsonObject, changes?: Installation) => Promise<JsonObject>

interface Closing {
  teardown(end: () => Promise<void>): unknown
}

/** @returns a call of one of its tools; rejects as the tool does, or with what does not fit a schema */
export function install(t: Closing, server: FirstPartyServer, installation: Installation = {}): Call {
  const defect = compileSchema(server.settings ?? {})(installation.settings ?? {})
  if (defect !== null) throw new Error(`settings: ${defect}`)
  return async (name, args, changes = {}) => {
    const tool = server.tools.find(one => one.name === name)
    if (tool === undefined) throw new Error(`${server.slug} has no tool ${name}`)
    const unfit = compileSchema(tool.inputSchema)(args)
    if (unfit !== null) throw new ToolFailure('invalid-arguments', unfit)
    const output = await tool.run(args, contextOf(t, { ...installation, ...changes }))
    const wrong = tool.outputSchema === null ? null : compileSchema(tool.outputSchema)(output)
    if (wrong !== null)
      throw new Error(`output of ${name}: ${wrong}: ${JSON.stringify(output).slice(0, 500)}`)
    return output as JsonObject
  }
}

/** Of all tools that a test file calls: threads rest when they have no work, and keep no process alive. */
const confined = new ConfinedPool(confinedBounds).of('org_1')

function contextOf(t: Closing, installation: Installation): FirstPartyContext {
  const { secret, policy = 'open' } = installation
  const outbound = createOutbound({ policy })
  t.teardown(() => outbound.close())
  const checkHost = (url: string) => {
    const { host } = new URL(url)
    if (secret === undefined || host === (installation.allowedHost ?? host)) return
    throw new ToolFailure('credential-not-allowed', `the credential may not be sent to ${host}`)
  }
  return {
    outbound,
    sockets: createOutboundSocket(policy),
    confined,
    signal: installation.signal ?? new AbortController().signal,
    idempotencyKey: installation.idempotencyKey ?? 'exec_1/send',
    timeoutMs: installation.timeoutMs ?? 30_000,
    settings: installation.settings ?? {},
    async authorize(url) {
      checkHost(url)
      return authorizationOf(secret)
    },
    async reveal(url) {
      checkHost(url)
      if (secret === undefined) return null
      const { kind: _, ...fields } = secret
      return fields as SecretFields
    },
  }
}

function authorizationOf(secret: Secret | undefined): Authorization {
  switch (secret?.kind) {
    case undefined:
      return { headers: {}, query: {} }
    case 'bearer':
      return { headers: { authorization: `Bearer ${secret.token}` }, query: {} }
    case 'basic': {
      const pair = Buffer.from(`${secret.username}:${secret.password}`).toString('base64')
      return { headers: { authorization: `Basic ${pair}` }, query: {} }
    }
    case 'header':
      return { headers: { [secret.name.toLowerCase()]: secret.value }, query: {} }
    case 'query':
      return { headers: {}, query: { [secret.name]: secret.value } }
  }
}
