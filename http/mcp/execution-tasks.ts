// tasks/get, tasks/update and tasks/cancel of a caller. A task is an execution
// (rpc/surface/execution-task.ts), its input an approval. A caller can follow any execution that it may see
// as a task, however it was started.

import { Failure } from '../../domain/failure.ts'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import { shownText } from '../../domain/shown/shown.ts'
import { type Execution, isTerminal } from '../../domain/work/execution.ts'
import type { Why } from '../../domain/work/why.ts'
import { RpcError, rpcCodes } from '../../rpc/json-rpc.ts'
import { taskOf } from '../../rpc/surface/execution-task.ts'
import type { Surface, WireTask } from '../../rpc/surface/surface.ts'
import { type Approvals, questionsOf } from './approvals.ts'
import { mayCancel, visibleExecution } from './execution-access.ts'
import { briefStart } from './route-tools/execution-tools.ts'
import type { ToolCallContext } from './service-tools.ts'
import type { ToolOffer } from './tool-offer.ts'

type Tasks = Surface['tasks']

export interface ExecutionTasksParts {
  readonly callContext: ToolCallContext
  readonly offer: () => Promise<ToolOffer>
  readonly approvals: Approvals
}

export class ExecutionTasks implements Tasks {
  readonly #callContext: ToolCallContext
  readonly #offer: () => Promise<ToolOffer>
  readonly #approvals: Approvals

  constructor({ callContext, offer, approvals }: ExecutionTasksParts) {
    this.#callContext = callContext
    this.#offer = offer
    this.#approvals = approvals
  }

  async of(execution: Execution): Promise<WireTask> {
    const offer = await this.#offer()
    const asked = await this.#approvals.askedOf(this.#callContext, offer.find('decide_approval'), execution)
    const shown = briefStart(execution as unknown as JsonObject)
    const questions = questionsOf(this.#callContext, offer, asked)
    return taskOf(execution, { questions, message: await this.#messageOf(execution), shown })
  }

  async get(taskId: string): Promise<WireTask> {
    return this.of(await this.#find(taskId))
  }

  /**
   * Decides approvals by the answers. Answers to questions that were never asked are ignored, as the
   * extension demands.
   * @param params `{inputResponses}`, by approval
   * @throws {RpcError} invalid params: no such task; it does not answer the question; the decision was
   *   refused
   */
  async update(taskId: string, { inputResponses }: JsonObject): Promise<JsonObject> {
    const execution = await this.#find(taskId)
    const responses = isObject(inputResponses) ? Object.entries(inputResponses as JsonObject) : []
    for (const [approvalId, response] of responses) await this.#answer(execution, approvalId, response)
    return {}
  }

  async cancel(taskId: string): Promise<WireTask> {
    const execution = await this.#find(taskId)
    const { services, caller } = this.#callContext
    if (!mayCancel(this.#callContext, await this.#offer(), execution)) {
      throw new RpcError(rpcCodes.invalidParams, `params.taskId: you may not cancel ${taskId}`, {
        code: 'forbidden',
      })
    }
    // An execution that has ended stays as it is, and the cancel is acknowledged all the same.
    if (!isTerminal(execution.status))
      await ignoringEnd(services.executionClient.cancel(caller.organizationId, taskId))
    return this.get(taskId)
  }

  async #answer(execution: Execution, approvalId: string, response: Json): Promise<void> {
    const { services, caller } = this.#callContext
    const decide = (await this.#offer()).find('decide_approval')
    if (decide === null) return
    try {
      const approval = await services.approvals.get(caller.organizationId, approvalId)
      if (approval.executionId !== execution.id) return
      await this.#approvals.decide(this.#callContext, decide, approval, response)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code === 'not-found') return
      const { code, message } = error
      throw new RpcError(rpcCodes.invalidParams, `params.inputResponses.${approvalId}: ${message}`, { code })
    }
  }

  async #find(taskId: string): Promise<Execution> {
    try {
      return await visibleExecution(this.#callContext, await this.#offer(), taskId)
    } catch (error) {
      if (error instanceof Failure && error.code === 'not-found') throw noTask(taskId)
      throw error
    }
  }

  /** Says what the execution waits for. Asks the actor only while it is in memory anyway. */
  async #messageOf({ id, status, approvals }: Execution): Promise<string | null> {
    if (status === 'awaiting_approval')
      return `waits for approval: ${approvals.map(it => shownText(it.message)).join('; ')}`
    if (status === 'waiting') return 'waits for a time, an event or another workflow'
    if (status !== 'running' && status !== 'queued') return null
    const { services, caller } = this.#callContext
    const why = JSON.parse(await services.executionClient.explain(caller.organizationId, id)) as Why
    return why.waitsFor[0]?.message ?? null
  }
}

/** A cancel, which an execution that has ended since may refuse. */
export async function ignoringEnd(cancel: Promise<string>): Promise<void> {
  try {
    await cancel
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'execution-ended') throw error
  }
}

function noTask(taskId: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `params.taskId: there is no task ${taskId.slice(0, 100)}`)
}
