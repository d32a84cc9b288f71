// Calls that a tool server answers with a task: asks until the task has ended, and gives its result as if the
// call had answered it. Servers of 2026-07-28 make a task when they like (extension
// io.modelcontextprotocol/tasks); those of 2025-11-25 when the call asks for one, which a tool may require.
// Called by remote-server.ts.
// 1. A wait ends by the deadline of the call, or with its caller; the server is then told to cancel.
// 2. A task that asks for input is cancelled: nobody is there to give it.
import { setTimeout as pause } from 'node:timers/promises'
import { isObject } from '../../domain/json.ts'
import type { RemoteChannel } from './channel.ts'
import { excerpt } from './excerpt.ts'
import { askedFor, mcpReply, wantsTask } from './mcp-reply.ts'
import { fault, type Reply, type Result } from './reply.ts'
import { withRetries } from './retrying.ts'
import { type RemoteRequest, targetKey } from './target.ts'

type Ask = (request: RemoteRequest) => Promise<Reply>

/** Between two looks: what the server wishes, within these. */
const pollMs = { least: 50, most: 5_000, usual: 1_000 } as const
/** For telling a server to cancel; nobody waits for it. */
const cancelMs = 2_000
/** Tools of which is known that they want a task; past this the oldest is forgotten and found out again. */
const toolsKept = 1_000

export class TaskCalls {
  readonly #channel: RemoteChannel
  readonly #wanting = new Set<string>()

  constructor(channel: RemoteChannel) {
    this.#channel = channel
  }

  /** Calls, as a task where the tool wants that, and waits for the end of a task. */
  async call(request: RemoteRequest, ask: Ask): Promise<Reply> {
    const tool = `${targetKey(request.target)} ${request.params['name']}`
    const known = this.#wanting.has(tool)
    let reply = await ask(known ? asTask(request) : request)
    if (!known && wantsTask(reply) && this.#channel.protocolOf(request.target) === 'mcp') {
      reply = await ask(asTask(request))
      if (taskIn(reply) !== null) this.#remember(tool)
    }
    const task = taskIn(reply)
    return task === null ? reply : this.#ended(request, task)
  }

  #remember(tool: string): void {
    if (this.#wanting.size >= toolsKept) this.#wanting.delete(this.#wanting.keys().next().value!)
    this.#wanting.add(tool)
  }

  async #ended(request: RemoteRequest, created: Task): Promise<Reply> {
    let task = created
    while (task.status === 'working' || task.status === 'submitted') {
      const late = await untilNextLook(request, task)
      const reply = late ?? (await this.#ask(request, 'tasks/get', task))
      if (reply.type !== 'result') {
        if (reply.type === 'fault') this.#cancel(request, task)
        return reply
      }
      const next = taskOf(reply.result, task.isModern)
      if (next === null) return fault('bad-answer', 'answered tasks/get with what is not a task')
      task = { ...next, reply }
    }
    return this.#outcome(request, task)
  }

  async #outcome(request: RemoteRequest, task: Task): Promise<Reply> {
    const { status, isModern, facts, reply } = task
    switch (status) {
      case 'completed':
      case 'failed': {
        if (!isModern) return final(await this.#ask(request, 'tasks/result', task))
        if (status === 'completed' && reply !== null) return final({ ...reply, result: facts['result'] })
        return failureOf(facts)
      }
      case 'input_required':
        this.#cancel(request, task)
        return fault('input-required', `asked for ${askedFor(facts)}, which a call of its tool can not give`)
      case 'cancelled':
        return fault('tool-failed', 'the tool server cancelled the task of the call')
      default:
        return fault('bad-answer', `has a task with the status ${excerpt(status, 50)}`)
    }
  }

  #ask(request: RemoteRequest, method: string, { id }: Task): Promise<Reply> {
    const { target, deadline, signal } = request
    const asked = { target, deadline, signal, idempotencyKey: null, method, params: { taskId: id } }
    return withRetries(asked, () => this.#channel.ask(asked))
  }

  #cancel({ target }: RemoteRequest, { id }: Task): void {
    const deadline = Date.now() + cancelMs
    const params = { taskId: id }
    void this.#channel.ask({ target, deadline, idempotencyKey: null, method: 'tasks/cancel', params })
  }
}

interface Task {
  readonly id: string
  readonly status: string
  readonly pollMs: number
  readonly isModern: boolean
  readonly facts: { readonly [key: string]: unknown }
  /** That told of it last; null: the call itself. */
  readonly reply: Result | null
}

/** The task that the reply to a call tells of; null when it is a result. */
function taskIn(reply: Reply): Task | null {
  if (reply.type !== 'result' || !isObject(reply.result)) return null
  const { result } = reply
  const isModern = result['resultType'] === 'task'
  const task = taskOf(isModern ? result : result['task'], isModern)
  return task && { ...task, reply }
}

function taskOf(facts: unknown, isModern: boolean): Task | null {
  if (!isObject(facts)) return null
  const { taskId, status, pollInterval, pollIntervalMs = pollInterval } = facts
  if (typeof taskId !== 'string' || typeof status !== 'string') return null
  const wished = typeof pollIntervalMs === 'number' ? pollIntervalMs : pollMs.usual
  const bounded = Math.min(Math.max(wished, pollMs.least), pollMs.most)
  return { id: taskId, status, pollMs: bounded, isModern, facts, reply: null }
}

/** The task is kept by the server for as long as the call may take. */
function asTask(request: RemoteRequest): RemoteRequest {
  const ttl = Math.max(1_000, request.deadline - Date.now())
  return { ...request, params: { ...request.params, task: { ttl } } }
}

/** Waits for the next look. @returns why there is none */
async function untilNextLook(
  { deadline, signal }: RemoteRequest,
  { pollMs: ms }: Task,
): Promise<Reply | null> {
  const left = deadline - Date.now()
  if (left <= ms) {
    await pause(Math.max(0, left), undefined, { signal, ref: false }).catch(() => {})
    if (signal?.aborted !== true)
      return fault('timeout', 'did not finish the task of the call in time', { retryable: true })
  } else await pause(ms, undefined, { signal }).catch(() => {})
  return signal?.aborted === true ? fault('aborted', 'did not finish the task: the call was given up') : null
}

function final(reply: Reply): Reply {
  if (taskIn(reply) !== null) return fault('bad-answer', 'answered a task with a task')
  return mcpReply(reply, 'tools/call')
}

function failureOf({ error, statusMessage }: Task['facts']): Reply {
  const { code, message } = isObject(error) ? error : {}
  const said = typeof message === 'string' ? message : statusMessage
  const words = typeof said === 'string' ? excerpt(said) : 'without a message'
  if (typeof code !== 'number') return fault('tool-failed', `the task of the call failed: ${words}`)
  return { type: 'rpc-error', code, message: words, data: undefined, status: 200 }
}
