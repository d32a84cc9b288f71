// The journal of a host, watched: what every commit took, which executions began and ended in it, their lines in the log
// and their spans. After the commit, so that nothing is told that is not durable; beside it, so that nothing waits.

import { isTerminal } from '../domain/execution.ts'
import type { ExecutionChange, ExecutionOrigin, Projection } from '../domain/projection.ts'
import { executionContext, parseTraceparent } from '../domain/traceparent.ts'
import type { Commit, Journal } from '../runtime/journal.ts'
import type { Log } from '../runtime/log.ts'
import type { Tracing } from '../runtime/tracing.ts'
import type { HostFigures } from './host-figures.ts'

export interface Watching {
  readonly figures: HostFigures
  /** Null: no line for each execution is wanted. */
  readonly log: Pick<Log, 'debug'> | null
  readonly tracing: Tracing | null
  /** Milliseconds from any point. */
  readonly now: () => number
}

export function observedJournal(journal: Journal<Projection>, watching: Watching): Journal<Projection> {
  const { figures, now } = watching
  const { commitSeconds, commitActors } = figures.distributions

  return {
    async commit(commits) {
      const startedAt = now()
      const refusals = await journal.commit(commits)
      commitSeconds.observe((now() - startedAt) / 1_000)
      commitActors.observe(commits.length)
      for (let i = 0; i < commits.length; i++) {
        const commit = commits[i]!
        if (commit.projection?.execution && !refusals.has(i)) tell(commit, watching)
      }
      return refusals
    },
    read: (address, after, limit) => journal.read(address, after, limit),
    load: (address, version, limit) => journal.load(address, version, limit),
    close: () => journal.close(),
  }
}

function tell({ at, projection }: Commit<Projection>, watching: Watching): void {
  const { figures, log } = watching
  const { origin } = projection!
  const execution = projection!.execution!
  const change = execution.type === 'started' ? execution.row : execution.change
  if (execution.type === 'started') figures.started++
  // The state says when it began; in this very commit, when that is now.
  if (change.startedAt === at) figures.distributions.queueSeconds.observe((at - change.createdAt) / 1_000)
  log?.debug(factsOf(change, origin, watching.tracing !== null), `execution ${change.status}`)
  if (!isTerminal(change.status)) return
  figures.countEnd(change.status)
  if (watching.tracing !== null) traceExecution(watching.tracing, change, origin)
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

/** From its acceptance to its end, whichever threads and processes that was in. */
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
