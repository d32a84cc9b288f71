// Follows an execution and tells what happens, step by step, until it has ended or the follower leaves.
import type { ExecutionStatus } from '../domain/execution.ts'
import type { Streamed, TroupeClient } from '../http/client.ts'
import { duration, type Output } from './output.ts'

export type LogEvent = Streamed<'GET /api/v1/executions/:id/logs'>

export interface Followed {
  /** Null: the follower left first. */
  readonly status: ExecutionStatus | null
}

export interface Follow {
  readonly id: string
  /** Id of the last event that is known, 0 for none. */
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

/** An event in one line for people; null for one that says nothing new. */
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

/** Shows for how long it has been going on, until it is told to stop. */
export function showElapsed(output: Output): () => void {
  if (!output.isWatched) return () => {}
  const from = Date.now()
  const timer = setInterval(
    () => output.status(`running for ${Math.round((Date.now() - from) / 1_000)} s`),
    1_000,
  )
  return () => clearInterval(timer)
}
