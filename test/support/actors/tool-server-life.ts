// A tool server's actor without threads, time or a journal: messages in, events and owed probes out.
import { toolServer as behavior } from '../../../actors/tool-server/behavior.ts'
import type {
  Event,
  ListedMessage,
  Message,
  ProbeEffect,
  State,
} from '../../../actors/tool-server/protocol.ts'
import { publicationOf } from '../../../actors/tool-server/publication.ts'
import type { Failure } from '../../../domain/failure.ts'
import type { Publication } from '../../../domain/tools/server-tool.ts'
import type { ToolDefinition } from '../../../domain/tools/tool.ts'
import type { ServerSetting } from '../../../domain/tools/tool-server.ts'
import { initialDefaults } from '../../../domain/tools/tool-settings.ts'

export const organizationId = 'org_1'
export const url = 'http://127.0.0.1:9/rpc'

export const settingOf = (change: Partial<ServerSetting> = {}): ServerSetting => ({
  ...{ id: 'srv_1', organizationId, name: 'Orders', slug: 'orders', url, enabled: true },
  ...{ credentialId: null, defaults: initialDefaults, installed: null, revision: 1 },
  ...change,
})

export const toolOf = (name: string, change: Partial<ToolDefinition> = {}): ToolDefinition => ({
  ...{ name, title: name, description: `Does ${name}`, outputSchema: null, effect: 'write' },
  inputSchema: { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] },
  ...{ keywords: [], examples: [] },
  ...change,
})

export class ServerLife {
  readonly events: Event[] = []
  readonly times: number[] = []
  now = 1_000_000
  state: State = behavior.initial()

  /** @returns the events of the turn */
  tell(message: Message): Event[] {
    const { events } = behavior.decide(this.state, message, this.now)
    for (const event of events) this.take(event)
    return [...events]
  }

  /** Why nothing happened. */
  refusal(message: Message): Failure | undefined {
    return behavior.decide(this.state, message, this.now).refusal
  }

  set(change: Partial<ServerSetting> = {}): Event[] {
    return this.tell({ type: 'set', setting: settingOf(change) })
  }

  /** The probe that is owed finds these tools. */
  finds(tools: readonly ToolDefinition[], rest: Partial<ListedMessage> = {}): Event[] {
    const { round } = this.state
    return this.tell({ type: 'listed', round, protocol: 'plain', tools, refused: [], ttlMs: null, ...rest })
  }

  misses(error = 'refused'): Event[] {
    return this.tell({ type: 'unreachable', round: this.state.round, error })
  }

  take(event: Event): void {
    this.events.push(event)
    this.times.push(this.now)
    this.state = behavior.evolve(this.state, event, this.now)
  }

  get owed() {
    return [...behavior.pending(this.state)]
  }

  get probe(): ProbeEffect | undefined {
    return this.owed.find(effect => effect.type === 'probe')
  }

  get shown(): Publication {
    return publicationOf(this.state)
  }

  /** Status of each tool by name. */
  get statuses(): Record<string, string> {
    return Object.fromEntries(this.shown.details.map(({ name, status }) => [name, status]))
  }

  /** What a host makes of its entries. */
  replay(): ServerLife {
    const life = new ServerLife()
    for (const [index, event] of this.events.entries()) {
      life.now = this.times[index]!
      life.take(JSON.parse(JSON.stringify(event)) as Event)
    }
    return life
  }
}

/** A server that was registered and has answered with these tools. */
export function listedLife(...tools: ToolDefinition[]): ServerLife {
  const life = new ServerLife()
  life.set()
  life.finds(tools)
  return life
}
