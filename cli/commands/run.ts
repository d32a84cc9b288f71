// troupe run, logs, executions, cancel: executions of workflows.
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../domain/json.ts'
import type { Execution } from '../../domain/work/execution.ts'
import type { TroupeClient } from '../../http/client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { follow, type LogEvent, lineOf, showElapsed } from '../follow.ts'
import { readInputs } from '../inputs.ts'
import { duration, moment, type Output, table } from '../output.ts'
import { findWorkflow } from '../workflow-reference.ts'

export interface RunOptions {
  readonly input?: readonly string[]
  readonly inputs?: string
  readonly detach?: boolean
  readonly idempotencyKey?: string
}

/** Starts an execution and follows it. Ctrl-C leaves it running. */
export async function run(context: Context, reference: string, options: RunOptions): Promise<number> {
  const { output, readInput } = context
  const troupe = await context.connect()
  const workflow = await findWorkflow(troupe, reference)
  const typed = { file: options.inputs, pairs: options.input ?? [] }
  const inputs = await readInputs(typed, workflow.inputsSchema as JsonObject, readInput)
  const left = context.leaving()
  const started = await troupe('POST /api/v1/workflows/:id/execute', {
    params: { id: workflow.id },
    body: { inputs },
    idempotencyKey: options.idempotencyKey ?? randomUUID(),
  })
  if (options.detach) {
    output.result(started, [started.id])
    return exitCodes.ok
  }
  output.say(`${workflow.name}: ${started.id}`)
  return watch(output, troupe, started.id, left)
}

async function watch(output: Output, troupe: TroupeClient, id: string, signal: AbortSignal): Promise<number> {
  const stop = showElapsed(output)
  try {
    const tell = (event: LogEvent) => {
      const line = lineOf(event)
      if (line !== null) output.say(line)
      if (event.event === 'status' && event.data.status === 'awaiting_approval') {
        output.say('  decide with: troupe approve, troupe deny')
      }
    }
    const { status } = await follow(troupe, { id, after: 0, signal, tell })
    if (status === null) return tellOn(output, id)
  } finally {
    stop()
  }
  return tellEnd(output, await troupe('GET /api/v1/executions/:id', { params: { id } }))
}

function tellOn(output: Output, id: string): number {
  output.say(`${id} continues. Follow it with: troupe logs -f ${id}`)
  output.say(`Cancel it with: troupe cancel ${id}`)
  return exitCodes.interrupted
}

function tellEnd(output: Output, execution: Execution): number {
  const { status, output: result, durationMs, cu } = execution
  output.say(`${status} in ${duration(durationMs)}, ${cu} CU`)
  output.result(
    execution,
    status === 'completed' ? [typeof result === 'string' ? result : JSON.stringify(result)] : [],
  )
  return status === 'completed' ? exitCodes.ok : exitCodes.failed
}

/** After this long without an event, the log so far has been read. */
const quietMs = 1_500

/** Prints the log so far; with `follow` to its end. */
export async function logs(
  context: Context,
  id: string,
  options: { readonly follow?: boolean },
): Promise<number> {
  const { output } = context
  const troupe = await context.connect()
  const quiet = new AbortController()
  const left = context.leaving()
  const signal = AbortSignal.any([left, quiet.signal])
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    if (options.follow) return
    clearTimeout(timer)
    timer = setTimeout(() => quiet.abort(), quietMs)
  }
  const tell = (event: LogEvent) => {
    wait()
    const line = output.isJson ? JSON.stringify(event) : lineOf(event)
    if (line !== null) output.line(line)
  }
  try {
    const { status } = await follow(troupe, { id, after: 0, signal, tell })
    if (status === null && left.aborted) return tellOn(output, id)
    return status === 'failed' || status === 'cancelled' ? exitCodes.failed : exitCodes.ok
  } finally {
    clearTimeout(timer)
  }
}

export interface ListOptions {
  readonly status?: string
  readonly workflow?: string
  readonly limit?: string
}

export async function executions(context: Context, options: ListOptions): Promise<number> {
  const { status, workflow, limit = '20' } = options
  const troupe = await context.connect()
  const most = Number(limit)
  const query = {
    limit: Math.min(most, 100),
    ...(status && { status }),
    ...(workflow && { workflowId: (await findWorkflow(troupe, workflow)).id }),
  }
  const found: Execution[] = []
  for await (const each of troupe.pages('GET /api/v1/executions', { query })) {
    if (found.push(each) >= most) break
  }
  const rows = found.map(each => [
    each.id,
    each.workflowName,
    each.status,
    moment(each.createdAt),
    duration(each.durationMs),
  ])
  context.output.result(found, table(['ID', 'WORKFLOW', 'STATUS', 'CREATED', 'TOOK'], rows))
  return exitCodes.ok
}

export async function cancel(context: Context, id: string): Promise<number> {
  const troupe = await context.connect()
  const execution = await troupe('POST /api/v1/executions/:id/cancel', {
    params: { id },
    idempotencyKey: randomUUID(),
  })
  context.output.result(execution, [`${execution.id} is ${execution.status}`])
  return exitCodes.ok
}
