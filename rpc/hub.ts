// The hub: one `list` and one `call` over the built-in tools and every enabled tool server of an
// organization. One per process or worker thread, opened by open-hub.ts. The planner lists; the execution
// actor and /rpc call.
// 1. `call` never throws for what the world does, nor for bad arguments or unknown names: it returns a
//    ToolResult.
// 2. Arguments reach a tool only when they fit its inputSchema. A null that an optional one does not take is
//    left out.
// 3. `list` returns the same array while nothing changes: the planner keys its index by it.
// 4. The hub puts secrets into arguments right before the call. It takes them out of results and errors.

import { budgets } from '../domain/budgets/budget.ts'
import type { JsonObject } from '../domain/json.ts'
import type { CallingExecution, MemoryPort } from '../domain/memory/memory.ts'
import type { SecretPlace } from '../domain/plan/secret-places.ts'
import type { HubTool, ToolDefinition, ToolResult } from '../domain/tools/tool.ts'
import { isLocal, type RegisteredServer } from '../domain/tools/tool-server.ts'
import type { WithheldTools } from '../domain/tools/tool-settings.ts'
import { quickly } from '../language/language.ts'
import { calledMemory } from './builtin/memory/called-memory.ts'
import type { BuiltinTool, ToolContext } from './builtin/tool.ts'
import { type ChainNaming, chainedOutbound, chainHeaders } from './chained-outbound.ts'
import { notingOutbound, sendAuthorized } from './credentials/authorized-send.ts'
import type { Credentials } from './credentials/credentials.ts'
import { noCredentials } from './credentials/no-credentials.ts'
import { scrubbedResult, scrubbedText } from './credentials/scrubbed-result.ts'
import { resolveSecrets } from './credentials/secret-arguments.ts'
import { Gate } from './gate/gate.ts'
import type { HealthReports } from './gate/health-reports.ts'
import { type RateLeases, ToolRates } from './gate/tool-rates.ts'
import type { LargeResultStore } from './large-results.ts'
import type { FirstPartyCalls } from './marketplace/first-party-calls.ts'
import { type Observe, observeWith, type ResultObserver } from './observing.ts'
import { OfferedTools, toolOf, withheldOf } from './offered-tools.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { PureCalls } from './pure-calls.ts'
import { createRemoteServers, type RemoteServers } from './remote/remote-server.ts'
import { targetFor } from './remote/target.ts'
import type { StdioCalls } from './stdio/stdio-calls.ts'
import {
  type CheckValue,
  checkHere,
  failed,
  longNumeralRefused,
  type PureCall,
  pureCall,
  refusalOf,
  resultOf,
  withoutNulls,
} from './tool-outcome.ts'
import type { ToolProgress } from './tool-progress.ts'

export interface ToolCall {
  readonly organizationId: string
  /** For whom: a server that they have connected themselves is called with their connection. */
  readonly userId?: string | null
  /** Slug of the tool server; null for a built-in tool. */
  readonly server: string | null
  readonly tool: string
  readonly args: JsonObject
  /** Where the plan's author put secrets into the arguments. */
  readonly secrets?: readonly SecretPlace[]
  /** The same on every attempt of one step: `execution/step`. */
  readonly idempotencyKey: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Called with what a tool of a tool server says while it works. */
  readonly onProgress?: (progress: ToolProgress) => void
  /** Somebody has approved this very call, so a tool that wants an approval per call does not ask again. */
  readonly approved?: boolean
  /** The result should hold what the tool's server sent, beside the output. */
  readonly wantsContent?: boolean
  /** Tool servers get it in the header of this name. */
  readonly traceparent?: string | undefined
  /** The first execution of the chain that calls; absent: no execution calls. */
  readonly root?: string | undefined
  /** The execution whose step calls; absent: no execution does. */
  readonly execution?: CallingExecution | undefined
  /** For a rehearsal: a built-in tool that changes something says what it would answer, if it can. */
  readonly isRehearsed?: boolean
}

export interface Hub {
  /** Built-in tools first, then those of each enabled server in the directory's order. */
  list(organizationId: string): Promise<readonly HubTool[]>
  /** Tools that exist and cannot be called, by offered name. A plan that names one gets the reason. */
  withheld(organizationId: string): Promise<WithheldTools>
  /**
   * Error codes of its own: those of the gate, `unknown-tool`, `unknown-tool-server`, `tool-server-disabled`,
   * `invalid-arguments`.
   */
  call(call: ToolCall): Promise<ToolResult>
  /**
   * A pure built-in tool as a function that checks its arguments and runs synchronously; null for every other
   * tool. It answers null when it takes more than a decision may: `call` it.
   */
  pure(tool: string): ((args: JsonObject) => ToolResult | null) | null
  /** Ends calls under way, sessions, and the outbound client. */
  close(): Promise<void>
}

/** The registered servers. Must answer from memory: every remote call asks. */
export interface ToolServerDirectory {
  /** In a stable order. The same objects while nothing about them changes. */
  list(organizationId: string): Promise<readonly RegisteredServer[]>
  find(organizationId: string, slug: string): RegisteredServer | null | Promise<RegisteredServer | null>
}

export interface HubParts {
  readonly builtins: readonly BuiltinTool[]
  readonly directory: ToolServerDirectory
  readonly outbound: Outbound
  /** Keeps results larger than 1 MiB. Without it they fail. */
  readonly largeResults?: LargeResultStore
  /** Hears results of tools of tool servers that only read and do not say what they answer. */
  readonly observer?: ResultObserver
  /** Hears about the health of servers. */
  readonly reports?: HealthReports
  /** Counts calls of tools that have a rate limit. */
  readonly leases?: RateLeases
  /** Default: no credentials. */
  readonly credentials?: Credentials
  /** Holds arguments and results against the schemas of tools. Default: in this thread. */
  readonly check?: CheckValue
  /** Runs pure tools on what takes long. Default: in this thread. */
  readonly pureCalls?: PureCalls
  /** Calls servers on stdio. Default: there are none. */
  readonly stdio?: StdioCalls
  /** Names chains of executions in calls of this service. Default: they are not named. */
  readonly chain?: ChainNaming | undefined
  /** What workflows keep between runs. Default: nothing is kept. */
  readonly memory?: MemoryPort
  /** Runs tools of first-party servers. Default: the client of tool servers, which runs none. */
  readonly firstParty?: FirstPartyCalls
}

export function createHub(parts: HubParts): Hub {
  return new ToolHub(parts)
}

class ToolHub implements Hub {
  readonly #builtins: ReadonlyMap<string, BuiltinTool>
  readonly #pure: ReadonlyMap<string, PureCall>
  readonly #offered: OfferedTools
  readonly #directory: ToolServerDirectory
  readonly #remote: RemoteServers
  readonly #outbound: Outbound
  readonly #gate: Gate
  readonly #credentials: Credentials
  readonly #firstParty: FirstPartyCalls
  readonly #observe: Observe | null
  readonly #check: CheckValue
  readonly #pureCalls: PureCalls | null
  readonly #chain: ChainNaming | null
  readonly #memory: MemoryPort | null

  constructor(parts: HubParts) {
    const { builtins, directory, outbound, reports, leases, credentials = noCredentials } = parts
    this.#check = parts.check ?? checkHere
    this.#pureCalls = parts.pureCalls ?? null
    this.#chain = parts.chain ?? null
    this.#memory = parts.memory ?? null
    this.#builtins = new Map(builtins.map(tool => [tool.name, tool]))
    this.#pure = new Map(
      builtins.filter(tool => tool.effect === 'pure').map(tool => [tool.name, pureCall(tool)]),
    )
    this.#offered = new OfferedTools(builtins)
    this.#directory = directory
    this.#remote = createRemoteServers(outbound, {
      credentials,
      largeResults: parts.largeResults,
      check: this.#check,
      stdio: parts.stdio,
      onToolsChanged: target => reports?.toolsChanged(target),
    })
    this.#outbound = outbound
    this.#firstParty = parts.firstParty ?? this.#remote
    this.#credentials = credentials
    this.#observe = parts.observer ? observeWith(parts.observer, directory) : null
    this.#gate = new Gate({
      reports: reports ?? null,
      rates: leases ? new ToolRates(leases) : null,
      scrub: (organizationId, text) => scrubbedText(credentials, organizationId, text),
    })
  }

  async list(organizationId: string): Promise<readonly HubTool[]> {
    return this.#offered.of(organizationId, await this.#directory.list(organizationId))
  }

  async withheld(organizationId: string): Promise<WithheldTools> {
    return withheldOf(await this.#directory.list(organizationId))
  }

  async call(call: ToolCall): Promise<ToolResult> {
    const { server, tool } = call
    const pure = server === null ? this.#pure.get(tool) : undefined
    try {
      if (pure !== undefined) return await this.#callPure(call, pure)
      const result = await scrubbedResult(this.#credentials, call, clean =>
        server === null ? this.#callBuiltin(clean) : this.#callRemote(clean, server),
      )
      if (result.ok && server !== null) this.#observe?.(call, server, result.output)
      return result
    } catch (error) {
      return resultOf(error)
    }
  }

  pure(tool: string): ((args: JsonObject) => ToolResult | null) | null {
    const call = this.#pure.get(tool)
    return call === undefined ? null : args => quickly(() => call(args), budgets.decision)
  }

  async close(): Promise<void> {
    this.#gate.close()
    // The same object when `firstParty` is absent.
    const callable = new Set([this.#remote, this.#firstParty])
    await Promise.all([...callable].map(it => it.close()))
    await this.#pureCalls?.close()
    await this.#outbound.close()
  }

  async #callPure(call: ToolCall, pure: PureCall): Promise<ToolResult> {
    const { args } = await resolveSecrets(call, null, this.#credentials)
    if (this.#pureCalls === null) return pure(args)
    return quickly(() => pure(args)) ?? this.#pureCalls.run({ ...call, args })
  }

  async #callBuiltin(call: ToolCall): Promise<ToolResult> {
    const { tool: name } = call
    const tool = this.#builtins.get(name)
    if (tool === undefined || tool.effect === 'pure')
      return failed('unknown-tool', `there is no tool ${name}`)
    const url = tool.destination?.(call.args) ?? null
    const { args: given, uses } = await resolveSecrets(call, url, this.#credentials)
    const args = withoutNulls(tool.inputSchema, given)
    const refusal = (await this.#refusalOf(tool, args, call)) ?? longNumeralRefused(tool, args)
    if (refusal !== null) return refusal
    const outbound = notingOutbound(this.#chained(call, this.#outbound), this.#credentials, uses)
    const { organizationId, isRehearsed = false } = call
    const clean = tool.keepsArguments ? this.#credentials.scrubValue(organizationId, args) : args
    const context = this.#contextOf(call, outbound)
    if (!isRehearsed || tool.effect === 'read') return { ok: true, output: await tool.run(clean, context) }
    if (tool.look === undefined) return failed('not-rehearsed', `a rehearsal does not call ${name}`)
    return { ok: true, output: await tool.look(clean, context) }
  }

  #chained({ root }: ToolCall, outbound: Outbound): Outbound {
    return chainedOutbound(outbound, this.#chain, root)
  }

  #refusalOf(tool: ToolDefinition, args: JsonObject, call: ToolCall): Promise<ToolResult | null> {
    return refusalOf(tool, args, (schema, value) => this.#check(call.organizationId, schema, value))
  }

  #contextOf(call: ToolCall, outbound: Outbound): ToolContext {
    const { organizationId, signal, idempotencyKey, timeoutMs, execution = null } = call
    const use = { organizationId, idempotencyKey, signal, deadline: Date.now() + timeoutMs }
    const asked = { organizationId, idempotencyKey, execution }
    return {
      ...{ outbound, signal, idempotencyKey, timeoutMs },
      ...(this.#memory !== null && { memory: calledMemory(this.#memory, asked) }),
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
    // A first-party server runs in this process. It sends with the credential of its installation.
    const url = isLocal(server) ? null : server.url
    const resolved = resolveSecrets(call, url, this.#credentials)
    const { args: given, uses } = resolved instanceof Promise ? await resolved : resolved
    const args = withoutNulls(tool.inputSchema, given)
    const refusal =
      (await this.#refusalOf(tool, args, call)) ?? (isLocal(server) ? longNumeralRefused(tool, args) : null)
    if (refusal !== null) return refusal
    const { idempotencyKey, signal, onProgress, traceparent, wantsContent = false } = call
    const named = url === null ? {} : chainHeaders(this.#chain, url, call.root)
    const headers = { ...(traceparent !== undefined && { traceparent }), ...named }
    const chained = (outbound: Outbound) => this.#chained(call, outbound)
    return await this.#gate.pass(server, tool, call, timeoutMs => {
      const sent = { args, uses, idempotencyKey, timeoutMs, signal, onProgress, headers, wantsContent }
      if (isLocal(server)) return this.#firstParty.call(server, tool, { ...sent, chained })
      return this.#remote.call(targetFor(server, call.userId ?? null), tool, sent)
    })
  }
}
