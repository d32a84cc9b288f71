// A journal that also measures: the time of each commit, the executions that began and ended in it, their log
// lines and their spans. host-instruments.ts wraps the journal of a host in it.
// 1. It reports after the commit, so only what is durable.
// 2. No commit waits for a report.

import { executionContext, parseTraceparent } from '../domain/traceparent.ts'
import { isTerminal } from '../domain/work/execution.ts'
import {
  changeOf,
  type ExecutionChange,
  type ExecutionOrigin,
  type ExecutionProjection,
  isOfKind,
  type Projection,
} from '../domain/work/projection.ts'
import { type Journal, WritesRefused } from '../runtime/journal.ts'
import type { Log } from '../runtime/log.ts'
import type { Tracing } from '../runtime/tracing/tracing.ts'
import type { HostFigures } from './host-figures.ts'

export interface JournalObservers {
  readonly figures: HostFigures
  /** Null: no log line for each execution. */
  readonly log: Pick<Log, 'debug'> | null
  readonly tracing: Tracing | null
  /** Milliseconds from any point. */
  readonly now: () => number
}

export function observedJournal(
  journal: Journal<Projection>,
  observers: JournalObservers,
): Journal<Projection> {
  const { figures, now } = observers
  const { commitSeconds, commitActors } = figures.distributions

  return {
    async commit(commits) {
      const startedAt = now()
      const refusals = await journal.commit(commits).catch(error => {
        figures.countLost(error instanceof WritesRefused ? error.message : null)
        throw error
      })
      figures.refusal = null
      commitSeconds.observe((now() - startedAt) / 1_000)
      commitActors.observe(commits.length)
      for (let i = 0; i < commits.length; i++) {
        if (refusals.has(i)) continue
        const { at, projections } = commits[i]!
        for (const projection of projections)
          if (isOfKind(projection, 'execution')) note(at, projection, observers)
      }
      return refusals
    },
    read: (address, after, limit) => journal.read(address, after, limit),
    load: (address, version, limit) => journal.load(address, version, limit),
    close: () => journal.close(),
  }
}

function note(at: number, projection: ExecutionProjection, observers: JournalObservers): void {
  const { figures, log } = observers
  const { origin, type } = projection
  const change = changeOf(projection)
  if (type === 'started') figures.started++
  // It began in this commit when the times are the same.
  if (change.startedAt === at) figures.distributions.queueSeconds.observe((at - change.createdAt) / 1_000)
  log?.debug(factsOf(change, origin, observers.tracing !== null), `execution ${change.status}`)
  if (!isTerminal(change.status)) return
  figures.countEnd(change.status)
  if (observers.tracing !== null) traceExecution(observers.tracing, change, origin)
}

function factsOf(
  { id, organizationId }: ExecutionChange,
  { workflowId, requestId, trace }: ExecutionOrigin,
  isTraced: boolean,
): object {
  const context = isTraced ? executionContext(id, trace ?? null) : parseTraceparent(trace ?? '')
  return {
    ...{ executionId: id, organizationId, workflowId },
    ...(requestId !== undefined && { requestId }),
    ...(context !== null && { traceId: context.traceId }),
  }
}

/** One span from acceptance to end, whichever threads and processes the execution ran in. */
function traceExecution(
  tracing: Tracing,
  { id, organizationId, status, cu, createdAt, finishedAt }: ExecutionChange,
  { workflowId, trace }: ExecutionOrigin,
): void {
  const span = tracing.begin({
    name: 'execution',
    kind: 'internal',
    parent: parseTraceparent(trace ?? ''),
    own: executionContext(id, trace ?? null),
    facts: {
      'troupe.execution.id': id,
      'troupe.organization.id': organizationId,
      'troupe.workflow.id': workflowId,
    },
    at: createdAt,
  })
  span.end({
    facts: { 'troupe.execution.status': status, 'troupe.execution.cu': cu },
    error: status === 'failed' ? 'failed' : null,
    ...(finishedAt !== null && { at: finishedAt }),
  })
}
