// Follows an execution and reports each step, until the execution has ended or the user leaves. Used by
// `troupe run` and `troupe logs`.
import type { ExecutionStatus } from '../domain/work/execution.ts'
import type { Streamed, TroupeClient } from '../http/client.ts'
import { duration, type Output } from './output.ts'

export type LogEvent = Streamed<'GET /api/v1/executions/:id/logs'>

export interface Followed {
  /** Null when the user left first. */
  readonly status: ExecutionStatus | null
}

export interface Follow {
  readonly id: string
  /** Id of the last known event, 0 for none. */
  readonly after: number
  readonly signal: AbortSignal
  readonly tell: (event: LogEvent) => void
}

/** @throws {ApiError} */
export async function follow(troupe: TroupeClient, { id, after, signal, tell }: Follow): Promise<Followed> {
  try {
    const events = troupe.events('GET /api/v1/executions/:id/logs', { params: { id }, after, signal })
    for await (const event of events) {
      tell(event)
      if (event.event === 'end') return { status: event.data.status }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return { status: null }
}

const marks: Readonly<Record<string, string>> = {
  running: '·',
  waiting: '…',
  awaiting_approval: '?',
  completed: '✓',
  failed: '✗',
  skipped: '-',
  cancelled: '✗',
}

/** An event in one line for people; null when it says nothing new. */
export function lineOf({ event, data }: LogEvent): string | null {
  switch (event) {
    case 'step': {
      const { step } = data
      const took = step.durationMs === null ? '' : `  (${duration(step.durationMs)})`
      const trouble = step.error === null ? '' : `: ${step.error.message}`
      const retried = step.attempt > 1 ? `  attempt ${step.attempt}` : ''
      return `${marks[step.status]} ${step.id}  ${step.title || step.kind}${retried}${took}${trouble}`
    }
    case 'log':
      return `  ${data.level}: ${data.message}`
    case 'status':
      return data.status === 'running' ? null : `= ${data.status}`
    case 'end':
      return data.error === null ? null : `error: ${data.error.message}`
  }
}

/** Shows how long the execution has been running, until the returned function is called. */
export function showElapsed(output: Output): () => void {
  if (!output.isWatched) return () => {}
  const from = Date.now()
  const timer = setInterval(
    () => output.status(`running for ${Math.round((Date.now() - from) / 1_000)} s`),
    1_000,
  )
  return () => clearInterval(timer)
}
