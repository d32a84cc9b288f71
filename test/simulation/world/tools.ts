// The tools of a simulation: the real hub, one for each life of a host, over the tool server of the world.
// Watches every call as it begins and as it is sent.

import type { MemoryPort } from '../../../domain/memory/memory.ts'
import { listsOf } from '../../../domain/plan/nested-steps.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import type { ToolDefinition, ToolError } from '../../../domain/tools/tool.ts'
import type { RegisteredServer, ToolServerProtocol } from '../../../domain/tools/tool-server.ts'
import { changed, countUp } from '../../../rpc/builtin/memory/comparing.ts'
import { onlyNew } from '../../../rpc/builtin/memory/only-new.ts'
import { type BuiltinTool, pureTool } from '../../../rpc/builtin/tool.ts'
import { createHub, type Hub, type ToolCall } from '../../../rpc/hub.ts'
import { organizationId } from '../../support/execution.ts'
import type { Scheduler, Thread } from '../scheduler.ts'
import type { Database } from './database.ts'
import type { Faults } from './faults.ts'
import type { Memories } from './memories.ts'
import { executionOf, type Owns, type SentCall, ToolServer, url } from './tool-server.ts'
import type { Workflows } from './workflows.ts'

/** Whoever wants to know of calls. */
export interface CallWatcher {
  /**
   * @param isUnderWay the same host has not had the answer to the same call yet
   * @param isOwn the execution belongs to the node of the host
   */
  callBegins(call: ToolCall, isUnderWay: boolean, isOwn: boolean): void
  /** It leaves the service, maybe not for the first time. */
  callIsSent(call: SentCall): void
}

interface CallsOfHost {
  readonly underWay: Map<string, ToolCall>
  readonly owns: Owns
}

export interface ToolsParts {
  readonly scheduler: Scheduler
  readonly faults: Faults
  readonly watcher: CallWatcher
  readonly workflows: Workflows
  readonly memories: Memories
}

export class Tools {
  /** By key and code, of all failures the one that asked for the shortest pause. */
  readonly errors = new Map<string, ToolError>()
  readonly #server: ToolServer
  readonly #registered: RegisteredServer
  readonly #watcher: CallWatcher
  readonly #scheduler: Scheduler
  readonly #faults: Faults
  readonly #memories: Memories
  /** By key, how many calls have failed that no attempt was recorded for. */
  readonly #failures = new Map<string, number>()

  constructor({ scheduler, faults, watcher, workflows, memories }: ToolsParts) {
    this.#watcher = watcher
    this.#scheduler = scheduler
    this.#faults = faults
    this.#memories = memories
    this.#server = new ToolServer(scheduler, faults, call => watcher.callIsSent(call))
    this.#registered = shop(workflows, scheduler.random.pick(['plain', 'modern']))
  }

  /** The hub of a host. What is registered is a row, read when it is first needed. */
  hub(thread: Thread, database: Database, owns: Owns = () => true): Pick<Hub, 'call' | 'pure'> {
    let servers: RegisteredServer[] | null = null
    const list = async () => {
      servers ??= await database.ask(thread, 'reads the tool servers', () => [this.#registered])
      return servers
    }
    const find = async (_: string, slug: string) =>
      (await list()).find(server => server.slug === slug) ?? null
    const outbound = this.#server.outbound(thread, owns)
    const memory = this.#memory(thread, database)
    const hub = createHub({ builtins, directory: { list, find }, outbound, memory })
    const underWay = new Map<string, ToolCall>()
    return { call: call => this.#call(hub, call, { underWay, owns }), pure: name => hub.pure(name) }
  }

  /** An attempt is recorded as failed. @returns whether a call was */
  takesFailure(key: string): boolean {
    const failed = this.#failures.get(key) ?? 0
    this.#failures.set(key, failed - 1)
    return failed > 0
  }

  /**
   * As a thread reaches them: some calls arrive when their caller is no more, or another has called again.
   */
  #memory(thread: Thread, database: Database): MemoryPort {
    const late = this.#scheduler.thread('memories')
    const ask = <T>(name: string, answer: () => Promise<T>) => {
      const { random } = this.#scheduler
      const ms = !this.#faults.isHealed && random.chance(0.1) ? random.below(3_000) : 0
      return database.ask(thread, name, async () => {
        if (ms > 0) await late.sleep(ms)
        return answer()
      })
    }
    return {
      read: (...given) => ask('reads a memory', () => this.#memories.read(...given)),
      missing: (...given) => ask('looks into a memory', () => this.#memories.missing(...given)),
      change: (...given) => ask('changes a memory', () => this.#memories.change(...given)),
    }
  }

  async #call(hub: Hub, call: ToolCall, { underWay, owns }: CallsOfHost) {
    const { idempotencyKey: key, signal } = call
    this.#watcher.callBegins(call, underWay.has(key), owns(executionOf(key)))
    underWay.set(key, call)
    const leave = () => {
      if (underWay.get(key) === call) underWay.delete(key)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      const result = await hub.call(call)
      if (!result.ok) this.#note(key, result.error)
      return result
    } finally {
      leave()
    }
  }

  #note(key: string, error: ToolError): void {
    this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1)
    const name = `${key} ${error.code}`
    const known = this.errors.get(name)
    if (!known || (error.retryAfterMs ?? 0) < (known.retryAfterMs ?? 0)) this.errors.set(name, error)
  }
}

const described = { title: '', description: '', keywords: [], examples: [], outputSchema: null }

/**
 * Those of memory; and tools that run inside of decisions. The bomb is a defect of ours: it ends its host.
 */
const builtins: readonly BuiltinTool[] = [
  ...[onlyNew, changed, countUp],
  pureTool<{ list: unknown[] }>({
    ...described,
    name: 'length',
    inputSchema: { type: 'object', properties: { list: { type: 'array' } }, required: ['list'] },
    run: ({ list }) => list.length,
  }),
  pureTool<object>({
    ...described,
    name: 'bomb',
    inputSchema: { type: 'object' },
    run() {
      throw new Error('bomb')
    },
  }),
]

/** The server that has every tool that a plan calls. */
function shop({ plans }: Workflows, protocol: ToolServerProtocol): RegisteredServer {
  const inputSchema = { type: 'object', properties: { n: { type: 'integer' } } } as const
  const calls = plans.flatMap(({ steps }) => callsIn(steps))
  const tools = calls.map(
    ({ tool, effect }): ToolDefinition => ({ ...described, name: tool, effect: effect!, inputSchema }),
  )
  return {
    ...{ id: 'srv_1', organizationId, name: 'Shop', slug: 'shop', url, enabled: true, protocol, tools },
    ...{ status: 'healthy', error: null, lastCheckedAt: null, createdAt: 0 },
  }
}

type ToolStep = Extract<Step, { kind: 'tool' }>

function callsIn(steps: readonly Step[]): ToolStep[] {
  const inside = steps.flatMap(step => listsOf(step).flatMap(callsIn))
  return [...steps.filter(step => step.kind === 'tool' && step.server !== null), ...inside] as ToolStep[]
}
