// `subscriptions/listen`: a stream of changes, for as long as the client keeps it open. The first message
// acknowledges the request; each message carries the request's id. Several unread changes of one thing become
// one message.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import type { EventFeed, EventSource, SourceEvent } from '../../../runtime/event-source.ts'
import { RpcError, rpcCodes } from '../../json-rpc.ts'
import { hasTasks, missingTasks } from '../../surface/capabilities.ts'
import type { Surface, SurfaceChange } from '../../surface/surface.ts'
import type { LaneAnswer } from '../lane-answer.ts'
import { responseText } from './answering.ts'
import type { ModernId, ModernRequest } from './envelope.ts'

/** Resources or tasks that one stream may name. */
const namedLimit = 100

/** @throws {RpcError} invalid params; tasks that the client did not declare */
export function listen(surface: Surface, id: ModernId, request: ModernRequest): LaneAnswer {
  const filter = readFilter(request.params)
  if (filter.tasks.size > 0 && !hasTasks(request.capabilities)) throw missingTasks()
  return { type: 'stream', source: new ChangeStream(surface, id, filter), after: 0, isLasting: true }
}

interface Filter {
  readonly tools: boolean
  readonly prompts: boolean
  readonly resources: boolean
  readonly uris: ReadonlySet<string>
  readonly tasks: ReadonlySet<string>
}

class ChangeStream implements EventSource {
  readonly isTransient = true
  readonly #id: ModernId
  readonly #filter: Filter
  readonly #unsubscribe: () => void
  /** Unsent changes by what changed: bounded by the number of things that the filter names. */
  readonly #pending = new Map<string, SourceEvent>()
  #nextId = 1
  #given: readonly SourceEvent[] = []
  #wake: (() => void) | null = null

  constructor(surface: Surface, id: ModernId, filter: Filter) {
    this.#id = id
    this.#filter = filter
    this.#tell('acknowledged', 'notifications/subscriptions/acknowledged', {
      notifications: honoredFilter(filter),
    })
    const interest = { resources: [...filter.uris], tasks: [...filter.tasks] }
    this.#unsubscribe = surface.subscribe(change => this.#take(change), interest)
  }

  open(after: number, wake: () => void): EventFeed {
    this.#given = []
    for (const [about, event] of this.#pending) if (event.id <= after) this.#pending.delete(about)
    this.#wake = wake
    return {
      pull: max => this.#pull(max),
      close: () => {
        if (this.#wake === wake) this.#wake = null
      },
    }
  }

  /** The regular end of the stream when the server stops. */
  farewell(): string {
    return responseText(this.#id, JSON.stringify({ resultType: 'complete', _meta: this.#meta() }))
  }

  over(): void {
    this.#unsubscribe()
    this.#pending.clear()
  }

  #pull(max: number): readonly SourceEvent[] {
    const written = new Set(this.#given)
    for (const [about, event] of this.#pending) if (written.has(event)) this.#pending.delete(about)
    this.#given = [...this.#pending.values()].slice(0, max)
    return this.#given
  }

  #take(change: SurfaceChange): void {
    switch (change.type) {
      case 'tools':
      case 'prompts':
      case 'resources':
        if (this.#filter[change.type])
          this.#tell(change.type, `notifications/${change.type}/list_changed`, {})
        break
      case 'resource': {
        const { uri } = change
        if (this.#filter.uris.has(uri))
          this.#tell(`resource ${uri}`, 'notifications/resources/updated', { uri })
        break
      }
      case 'task': {
        const { task } = change
        if (this.#filter.tasks.has(task.taskId))
          this.#tell(`task ${task.taskId}`, 'notifications/tasks', task)
      }
    }
  }

  #tell(about: string, method: string, params: JsonObject): void {
    const message = { jsonrpc: '2.0', method, params: { ...params, _meta: this.#meta() } }
    // Deleting first moves it to the end, so that ids ascend.
    this.#pending.delete(about)
    this.#pending.set(about, {
      id: this.#nextId++,
      event: 'message',
      data: JSON.stringify(message),
      isLast: false,
    })
    this.#wake?.()
  }

  #meta(): JsonObject {
    return { 'io.modelcontextprotocol/subscriptionId': this.#id }
  }
}

function readFilter({ notifications }: JsonObject): Filter {
  if (!isObject(notifications)) throw invalid('notifications: expected object')
  return {
    tools: flag(notifications, 'toolsListChanged'),
    prompts: flag(notifications, 'promptsListChanged'),
    resources: flag(notifications, 'resourcesListChanged'),
    uris: names(notifications, 'resourceSubscriptions'),
    tasks: names(notifications, 'taskIds'),
  }
}

function flag(notifications: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = notifications[name] ?? false
  if (typeof value !== 'boolean') throw invalid(`notifications.${name}: expected boolean`)
  return value
}

function names(notifications: Readonly<Record<string, unknown>>, name: string): ReadonlySet<string> {
  const value = notifications[name] ?? []
  if (!Array.isArray(value) || value.some(one => typeof one !== 'string')) {
    throw invalid(`notifications.${name}: expected array of strings`)
  }
  if (value.length > namedLimit) {
    throw invalid(`notifications.${name}: at most ${namedLimit} are taken, received ${value.length}`)
  }
  return new Set(value)
}

/** The part of the filter that we honor: all of it. */
function honoredFilter({ tools, prompts, resources, uris, tasks }: Filter): Record<string, Json> {
  return {
    ...(tools && { toolsListChanged: true }),
    ...(prompts && { promptsListChanged: true }),
    ...(resources && { resourcesListChanged: true }),
    ...(uris.size > 0 && { resourceSubscriptions: [...uris] }),
    ...(tasks.size > 0 && { taskIds: [...tasks] }),
  }
}

function invalid(what: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `params.${what}`)
}
