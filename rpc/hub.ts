// The hub: one `list` and one `call` over the built-in tools and every enabled tool server of an organization. One per
// process or worker thread. The planner lists; the execution actor and /rpc call.
// 1. `call` never throws for what the world does, bad arguments and unknown names included: it returns a ToolResult.
// 2. Arguments reach a tool only when they fit its inputSchema.
// 3. `list` gives the same array while nothing changed: the planner keys its index by it.
// 4. Secrets are put into arguments here, right before they are sent, and none leaves in a result or an error.
import type { JsonObject } from '../domain/json.ts'
import type { SecretPlace } from '../domain/secret-places.ts'
import type { CatalogTool, ToolResult } from '../domain/tool.ts'
import { isLocal, type RegisteredServer } from '../domain/tool-server.ts'
import type { WithheldTools } from '../domain/tool-settings.ts'
import { Catalogs, toolOf, withheldOf } from './catalogs.ts'
import { notingOutbound, sendAuthorized } from './credentials/authorized-send.ts'
import type { Credentials } from './credentials/credentials.ts'
import { noCredentials } from './credentials/no-credentials.ts'
import { scrubbedResult, scrubbedText } from './credentials/scrubbed-result.ts'
import { resolveSecrets } from './credentials/secret-arguments.ts'
import { Gate } from './gate/gate.ts'
import type { HealthReports } from './gate/health-reports.ts'
import { type RateLeases, ToolRates } from './gate/tool-rates.ts'
import type { LargeResultStore } from './large-results.ts'
import type { CatalogCalls } from './marketplace/catalog-server-calls.ts'
import type { Outbound } from './outbound/outbound.ts'
import { createRemoteServers, type RemoteServers } from './remote/remote-server.ts'
import { failed, type PureCall, pureCall, refusalOf, resultOf } from './tool-outcome.ts'
import type { ToolProgress } from './tool-progress.ts'
import type { BuiltinTool, ToolContext } from './tools/tool.ts'

export interface ToolCall {
  readonly organizationId: string
  /** Slug of the tool server; null for a built-in tool. */
  readonly server: string | null
  readonly tool: string
  readonly args: JsonObject
  /** Where the author of the plan put secrets into the arguments. */
  readonly secrets?: readonly SecretPlace[]
  /** The same on every attempt of one step: `execution/step`. */
  readonly idempotencyKey: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Told what a tool of a tool server says while it works. */
  readonly onProgress?: (progress: ToolProgress) => void
  /** Somebody has approved this very call: a tool that asks for an approval of each does not ask again. */
  readonly approved?: boolean
  /** For the header of this name, to tool servers. */
  readonly traceparent?: string | undefined
}

export interface Hub {
  /** Built-in tools, then those of each enabled server, in the order of the directory. */
  list(organizationId: string): Promise<readonly CatalogTool[]>
  /** Tools that are there and cannot be called, by offered name: what a plan that names one is told. */
  withheld(organizationId: string): Promise<WithheldTools>
  /** Error codes of its own: those of the gate, `unknown-tool`, `unknown-tool-server`, `tool-server-disabled`, `invalid-arguments`. */
  call(call: ToolCall): Promise<ToolResult>
  /** A pure built-in tool as a function that checks its arguments and runs at once; null for every other tool. */
  pure(tool: string): PureCall | null
  /** Ends the calls under way, the sessions, and the outbound client that the hub was given. */
  close(): Promise<void>
}

/** Who knows the registered servers, and has them at hand: every remote call asks. */
export interface ToolServerDirectory {
  /** In a stable order; the same objects while nothing about them changed. */
  list(organizationId: string): Promise<readonly RegisteredServer[]>
  find(organizationId: string, slug: string): RegisteredServer | null | Promise<RegisteredServer | null>
}

export interface HubParts {
  readonly builtins: readonly BuiltinTool[]
  readonly directory: ToolServerDirectory
  readonly outbound: Outbound
  /** Where results that are larger than 1 MiB go; without it they fail. */
  readonly largeResults?: LargeResultStore
  /** Told how the servers fare. */
  readonly reports?: HealthReports
  /** Counts the calls of tools that have a rate. */
  readonly leases?: RateLeases
  /** Default: there are none. */
  readonly credentials?: Credentials
  /** Runs what was installed from the catalog of the service; without it nothing is. */
  readonly catalog?: CatalogCalls
}

export function createHub(parts: HubParts): Hub {
  return new ToolHub(parts)
}

class ToolHub implements Hub {
  readonly #builtins: ReadonlyMap<string, BuiltinTool>
  readonly #pure: ReadonlyMap<string, PureCall>
  readonly #catalogs: Catalogs
  readonly #directory: ToolServerDirectory
  readonly #remote: RemoteServers
  readonly #outbound: Outbound
  readonly #gate: Gate
  readonly #credentials: Credentials
  readonly #catalog: CatalogCalls

  constructor(parts: HubParts) {
    const { builtins, directory, outbound, reports, leases, credentials = noCredentials } = parts
    this.#builtins = new Map(builtins.map(tool => [tool.name, tool]))
    this.#pure = new Map(
      builtins.filter(tool => tool.effect === 'pure').map(tool => [tool.name, pureCall(tool)]),
    )
    this.#catalogs = new Catalogs(builtins)
    this.#directory = directory
    this.#remote = createRemoteServers(outbound, {
      credentials,
      largeResults: parts.largeResults,
      onToolsChanged: target => reports?.toolsChanged(target),
    })
    this.#outbound = outbound
    this.#catalog = parts.catalog ?? this.#remote
    this.#credentials = credentials
    this.#gate = new Gate({
      reports: reports ?? null,
      rates: leases ? new ToolRates(leases) : null,
      scrub: (organizationId, text) => scrubbedText(credentials, organizationId, text),
    })
  }

  async list(organizationId: string): Promise<readonly CatalogTool[]> {
    return this.#catalogs.of(organizationId, await this.#directory.list(organizationId))
  }

  async withheld(organizationId: string): Promise<WithheldTools> {
    return withheldOf(await this.#directory.list(organizationId))
  }

  async call(call: ToolCall): Promise<ToolResult> {
    const { server, tool } = call
    const pure = server === null ? this.#pure.get(tool) : undefined
    try {
      if (pure !== undefined) return pure((await resolveSecrets(call, null, this.#credentials)).args)
      return await scrubbedResult(this.#credentials, call, clean =>
        server === null ? this.#callBuiltin(clean) : this.#callRemote(clean, server),
      )
    } catch (error) {
      return resultOf(error)
    }
  }

  pure(tool: string): PureCall | null {
    return this.#pure.get(tool) ?? null
  }

  async close(): Promise<void> {
    this.#gate.close()
    await this.#remote.close()
    await this.#outbound.close()
  }

  async #callBuiltin(call: ToolCall): Promise<ToolResult> {
    const { tool: name } = call
    const tool = this.#builtins.get(name)
    if (tool === undefined || tool.effect === 'pure')
      return failed('unknown-tool', `there is no tool ${name}`)
    const url = tool.destination?.(call.args) ?? null
    const { args, uses } = await resolveSecrets(call, url, this.#credentials)
    const refusal = refusalOf(tool, args)
    if (refusal !== null) return refusal
    const outbound = notingOutbound(this.#outbound, this.#credentials, uses)
    return { ok: true, output: await tool.run(args, this.#contextOf(call, outbound)) }
  }

  #contextOf(
    { organizationId, signal, idempotencyKey, timeoutMs }: ToolCall,
    outbound: Outbound,
  ): ToolContext {
    const use = { organizationId, idempotencyKey, signal, deadline: Date.now() + timeoutMs }
    return {
      ...{ outbound, signal, idempotencyKey, timeoutMs },
      sendAuthorized: (credential, url, send) =>
        sendAuthorized(this.#credentials, { ...use, credential, url }, send),
    }
  }

  async #callRemote(call: ToolCall, slug: string): Promise<ToolResult> {
    const found = this.#directory.find(call.organizationId, slug)
    const server = found instanceof Promise ? await found : found
    if (server === null) return failed('unknown-tool-server', `there is no tool server ${slug}`)
    if (!server.enabled) return failed('tool-server-disabled', `tool server "${server.name}" is switched off`)
    const withheld = this.#gate.withheld(server, call.tool)
    if (withheld !== null) return withheld
    const tool = toolOf(server, call.tool)
    if (tool === null) return failed('unknown-tool', `tool server "${server.name}" has no tool ${call.tool}`)
    // A server of the catalog runs in this process: what it sends, it sends with the credential of its installation.
    const url = isLocal(server) ? null : server.url
    const resolved = resolveSecrets(call, url, this.#credentials)
    const { args, uses } = resolved instanceof Promise ? await resolved : resolved
    const refusal = refusalOf(tool, args)
    if (refusal !== null) return refusal
    const { idempotencyKey, signal, onProgress, traceparent } = call
    const headers = traceparent === undefined ? undefined : { traceparent }
    return await this.#gate.pass(server, tool, call, timeoutMs => {
      const sent = { args, uses, idempotencyKey, timeoutMs, signal, onProgress, headers }
      return (isLocal(server) ? this.#catalog : this.#remote).call(server, tool, sent)
    })
  }
}
