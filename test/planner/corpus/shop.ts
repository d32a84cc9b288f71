// The tool server of a domain, in this process and behind the real hub: its tools are taken in as a
// registration takes them in, arguments are checked, and results are read as a tool server's. Its data never
// changes; only calls that fail a number of times, and what was called, belong to a run.
// One run at a time: `begin` starts the next one.
import { isDeepStrictEqual as isSame } from 'node:util'
import type { Json, JsonObject, JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import type { HubTool, ToolResult } from '../../../domain/tools/tool.ts'
import type { RegisteredServer } from '../../../domain/tools/tool-server.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'
import { firstPartyServers } from '../../../rpc/first-party/first-party.ts'
import { createHub, type Hub } from '../../../rpc/hub.ts'
import type { FirstPartyCall } from '../../../rpc/marketplace/first-party-calls.ts'
import { type Outbound, OutboundError } from '../../../rpc/outbound/outbound.ts'
import { ToolIntake } from '../../../rpc/remote/intake/tool-intake.ts'
import { readToolResult } from '../../../rpc/remote/result.ts'
import { organizationId } from '../../support/execution.ts'
import { textOf } from './matching.ts'
import { type FixtureTool, isEffect, type PromptDomain } from './prompts.ts'

/** A call that reached the domain's server. */
export interface FixtureCall {
  readonly tool: string
  readonly args: JsonObject
  readonly isEffect: boolean
  /** Why the tool failed. */
  readonly failed?: string
  /** The answer was kept: the same key was called before. */
  readonly isReplay?: true
  /** The rule gives what the tool's outputSchema forbids: a mistake of the domain's file. */
  readonly misfit?: string
}

export interface Shop {
  readonly domain: PromptDomain
  readonly toolsByName: ReadonlyMap<string, FixtureTool>
  readonly hub: Hub
  /** Built-in tools, then those of the servers; the same array every time. */
  readonly tools: readonly HubTool[]
  /** Forgets the run before. @returns the calls of the run that begins, as they come */
  begin(): readonly FixtureCall[]
}

export interface ShopOptions {
  /** Installs every first-party server, too. Default: none, as in a new organization. */
  readonly hasFirstParty?: boolean
}

/** @throws {Error} naming the tools that a registration would refuse */
export async function openShop(
  domain: PromptDomain,
  { hasFirstParty = false }: ShopOptions = {},
): Promise<Shop> {
  const server = new FixtureServer(domain)
  const installed = hasFirstParty ? firstPartyServers.map(each => registered(each, each.tools)) : []
  const servers = [registered({ slug: domain.slug, name: domain.title }, offered(domain)), ...installed]
  const hub = createHub({
    builtins: builtinTools,
    directory: {
      list: async () => servers,
      find: (_, slug) => servers.find(each => each.slug === slug) ?? null,
    },
    outbound: noNetwork,
    firstParty: {
      call: async ({ slug }, { name }, call) =>
        slug === domain.slug ? server.call(name, call) : unreachable,
      close: async () => {},
    },
  })
  return {
    domain,
    toolsByName: server.tools,
    hub,
    tools: await hub.list(organizationId),
    begin: () => server.begin(),
  }
}

function offered({ slug, tools }: PromptDomain) {
  const intake = new ToolIntake('plain')
  for (const { answer: _, ...tool } of tools) intake.take(tool)
  if (intake.refused.length > 0) throw new Error(`${slug}: ${JSON.stringify(intake.refused)}`)
  return intake.tools
}

/** Run in this process, so that the hub sends nothing. */
function registered(
  { slug, name }: Pick<RegisteredServer, 'slug' | 'name'>,
  tools: RegisteredServer['tools'],
): RegisteredServer {
  return {
    ...{ id: `srv_${slug}`, organizationId, name, slug, url: 'https://tools.example', enabled: true },
    ...{ protocol: 'plain', tools, status: 'healthy', error: null, lastCheckedAt: null, createdAt: 0 },
    catalog: { toolId: slug, slug, version: '1.0.0', settings: {} },
  }
}

export const noNetwork: Outbound = {
  request: async ({ url }) => {
    throw new OutboundError(
      'unreachable',
      new URL(url).host,
      `${url} is out of reach: the corpus has no network`,
    )
  },
  close: async () => {},
}
const unreachable: ToolResult = {
  ok: false,
  error: { code: 'unreachable', message: 'the corpus has no network', retryable: true },
}

class FixtureServer {
  readonly tools: ReadonlyMap<string, FixtureTool>
  readonly #domain: PromptDomain
  #calls: FixtureCall[] = []
  /** Answers by idempotency key. */
  #kept = new Map<string, ToolResult>()
  readonly #failures = new Map<string, number>()

  constructor(domain: PromptDomain) {
    this.#domain = domain
    this.tools = new Map(domain.tools.map(tool => [tool.name, tool]))
  }

  begin(): readonly FixtureCall[] {
    this.#calls = []
    this.#kept = new Map()
    this.#failures.clear()
    return this.#calls
  }

  call(name: string, { args, idempotencyKey }: Pick<FirstPartyCall, 'args' | 'idempotencyKey'>): ToolResult {
    const tool = this.tools.get(name)!
    const call = { tool: name, args, isEffect: isEffect(tool) }
    const kept = this.#kept.get(idempotencyKey)
    if (kept !== undefined) {
      this.#calls.push({ ...call, isReplay: true })
      return kept
    }
    const { value, failed } = this.#answer(tool, args)
    const content = [{ type: 'text', text: failed ?? textOf(value) }]
    if (failed !== undefined) {
      this.#calls.push({ ...call, failed })
      return readToolResult({ content, isError: true }, definitionOf(tool))
    }
    const isStructured = tool.outputSchema !== undefined || (value !== null && typeof value === 'object')
    const sent = { content, isError: false, ...(isStructured && { structuredContent: value }) }
    const result = fitting(readToolResult(sent, definitionOf(tool)), tool)
    this.#calls.push(result.ok ? call : { ...call, misfit: result.error.message })
    this.#kept.set(idempotencyKey, result)
    return result
  }

  #answer(tool: FixtureTool, args: JsonObject): { value?: Json; failed?: string } {
    const rule = tool.answer ?? { echo: true }
    if ('fail' in rule) {
      const failures = (this.#failures.get(tool.name) ?? 0) + 1
      this.#failures.set(tool.name, failures)
      const isFailing = rule.times === undefined || failures <= rule.times
      return isFailing ? { failed: rule.fail } : { value: { ok: true } }
    }
    if ('rows' in rule) {
      const rows = this.#domain.data[rule.rows] ?? []
      const where = rule.where ?? []
      const found = rows.filter(row => where.every(arg => args[arg] == null || isEqual(args[arg], row[arg])))
      return { value: wrapped(found, tool.outputSchema) }
    }
    if ('row' in rule) {
      const { row: table, by, arg = by } = rule
      const row = this.#domain.data[table]?.find(each => isEqual(args[arg], each[by]))
      return row === undefined ? { failed: `not found: ${textOf(args[arg])}` } : { value: row }
    }
    if ('value' in rule) return { value: rule.value }
    return { value: isEffect(tool) ? { ok: true, id: 'new_1', ...args } : args }
  }
}

function fitting(read: ToolResult, { name, outputSchema }: FixtureTool): ToolResult {
  const defect = read.ok && outputSchema ? compileSchema(outputSchema)(read.output) : null
  if (defect === null) return read
  const message = `answered ${name} with a result that does not fit its outputSchema: ${defect}`
  return { ok: false, error: { code: 'bad-answer', message, retryable: false } }
}

function definitionOf({ name, inputSchema, outputSchema, ...tool }: FixtureTool) {
  return {
    name,
    inputSchema,
    outputSchema: outputSchema ?? null,
    effect: isEffect(tool) ? 'write' : 'read',
  } as const
}

/** A list, in the one array property that the schema has; its integer properties hold the count. */
function wrapped(rows: readonly JsonObject[], schema: JsonSchema | undefined): Json {
  if (schema?.['type'] !== 'object') return rows
  const properties = Object.entries((schema['properties'] ?? {}) as { [name: string]: JsonSchema })
  const list = properties.find(([, { type }]) => type === 'array')?.[0]
  if (list === undefined) return rows
  const counts = properties.filter(([, { type }]) => type === 'integer').map(([name]) => [name, rows.length])
  return { [list]: rows, ...Object.fromEntries(counts) }
}

/** Also as text; of a list of wanted values, one. */
function isEqual(wanted: Json | undefined, value: Json | undefined): boolean {
  if (isSame(wanted, value)) return true
  if (Array.isArray(wanted) && !Array.isArray(value)) return wanted.some(each => isEqual(each, value))
  const isSimple = wanted === null || typeof wanted !== 'object'
  return isSimple && String(wanted) === String(value)
}
