// Tasks of the conformance fixtures, in memory: work that continues after its call was answered, and that may
// ask for input.
import { randomUUID } from 'node:crypto'
import type { Json, JsonObject } from '../../domain/json.ts'
import { RpcError, rpcCodes } from '../json-rpc.ts'
import type { InputRequest, WireTask } from '../surface/surface.ts'
import type { WireResult } from '../tool-wire.ts'

export interface TaskWork {
  readonly signal: AbortSignal
  /** Resolves when every request has its answer. */
  ask(requests: Readonly<Record<string, InputRequest>>): Promise<Readonly<Record<string, Json>>>
}

const ttlMs = 300_000
const pollIntervalMs = 100
/** Far more than the suite makes; past this the oldest goes. */
const keptTasks = 1_000

interface Task {
  wire: WireTask
  readonly cancel: AbortController
  readonly answers: Record<string, Json>
  resume: () => void
}

export class FixtureTasks {
  readonly #tasks = new Map<string, Task>()
  readonly #changed: (task: WireTask) => void

  /** @param changed called with a task at each change */
  constructor(changed: (task: WireTask) => void) {
    this.#changed = changed
  }

  /** Starts a task. An RpcError of the work becomes the task's error. */
  start(run: (work: TaskWork) => Promise<WireResult>): WireTask {
    const now = new Date().toISOString()
    const wire: WireTask = {
      taskId: randomUUID(),
      status: 'working',
      createdAt: now,
      lastUpdatedAt: now,
      ttlMs,
      pollIntervalMs,
    }
    const task: Task = { wire, cancel: new AbortController(), answers: {}, resume: () => {} }
    if (this.#tasks.size >= keptTasks) this.#tasks.delete(this.#tasks.keys().next().value!)
    this.#tasks.set(wire.taskId, task)
    const work = { signal: task.cancel.signal, ask: (requests: Requests) => this.#ask(task, requests) }
    run(work).then(
      result => this.#end(task, { status: 'completed', result: result as unknown as Json }),
      (error: unknown) => this.#end(task, { status: 'failed', error: errorOf(error) }),
    )
    return wire
  }

  /** @throws {RpcError} no such task */
  get(taskId: string): WireTask {
    return this.#find(taskId).wire
  }

  /**
   * Passes on the answers that the task waits for; ignores others.
   * @throws {RpcError} no such task
   */
  update(taskId: string, { inputResponses }: JsonObject): void {
    const task = this.#find(taskId)
    const pending = { ...(task.wire['inputRequests'] as JsonObject | undefined) }
    for (const [key, answer] of Object.entries((inputResponses ?? {}) as JsonObject)) {
      if (!(key in pending)) continue
      delete pending[key]
      task.answers[key] = answer
    }
    if (task.wire.status !== 'input_required') return
    if (Object.keys(pending).length > 0)
      return this.#set(task, { status: 'input_required', inputRequests: pending })
    this.#set(task, { status: 'working' })
    task.resume()
  }

  /** @throws {RpcError} no such task */
  cancel(taskId: string): WireTask {
    const task = this.#find(taskId)
    this.#end(task, { status: 'cancelled' })
    task.cancel.abort()
    return task.wire
  }

  async #ask(task: Task, requests: Requests): Promise<Readonly<Record<string, Json>>> {
    const { promise, resolve } = Promise.withResolvers<void>()
    task.resume = resolve
    this.#set(task, { status: 'input_required', inputRequests: requests as unknown as Json })
    await promise
    return task.answers
  }

  /** A task that has ended does not change. */
  #end(task: Task, change: JsonObject & { status: string }): void {
    if (['completed', 'failed', 'cancelled'].includes(task.wire.status)) return
    this.#set(task, change)
  }

  #set(task: Task, change: JsonObject & { status: string }): void {
    const { inputRequests: _, ...rest } = task.wire
    task.wire = { ...rest, ...change, lastUpdatedAt: new Date().toISOString() } as WireTask
    this.#changed(task.wire)
  }

  #find(taskId: string): Task {
    const task = this.#tasks.get(taskId)
    if (task === undefined) throw new RpcError(rpcCodes.invalidParams, 'Unknown task')
    return task
  }
}

type Requests = Readonly<Record<string, InputRequest>>

function errorOf(error: unknown): JsonObject {
  if (error instanceof RpcError) return { code: error.code, message: error.message }
  return { code: rpcCodes.internalError, message: 'Internal error' }
}
