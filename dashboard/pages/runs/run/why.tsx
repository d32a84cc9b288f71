// Why a run is where it is, in one sentence, with the time that is left where somebody can know it.
import { Link } from '@tanstack/react-router'
import type { Answer } from '../../../../http/client.ts'
import { durationText, useNow } from '../../../parts/time.tsx'
import { words } from '../../../words/runs/run.ts'
import { shownStatus } from '../ended.ts'
import { type PlanStep, planIdOf } from './standing.ts'
import type { Run } from './use-trace.ts'

export type Why = Answer<'GET /api/v1/executions/:id/why'>
export type Reason = Why['waitsFor'][number]

interface SentenceProps {
  readonly run: Run
  readonly why: Why | undefined
  readonly steps: ReadonlyMap<string, PlanStep>
}

export function Sentence({ run, why, steps }: SentenceProps) {
  const { durationMs } = run
  const status = shownStatus(run)
  const took = durationMs === null ? '' : durationText(durationMs)
  if (status === 'completed') return <>{words.why.completed(took)}</>
  if (status === 'cancelled') return <>{words.why.cancelled(took)}</>
  if (status === 'denied') return <>{words.why.denied(took)}</>
  if (status === 'failed') return <>{words.why.failed(took)}</>
  const reason = why?.waitsFor[0]
  if (why === undefined || reason === undefined) return <>{words.why.working}</>
  const others = why.waitsForCount - 1
  return (
    <>
      {reasonText(reason, steps)}
      {reason.kind === 'workflow' && reason.executionId !== null && (
        <>
          {' '}
          <Link to="/runs/$id" params={{ id: reason.executionId }} className="text-accent">
            {words.why.openIt}
          </Link>
        </>
      )}
      {reason.server !== null && <> {words.why.server(reason.server.name, reason.server.error)}</>}
      {reason.eta !== null && (
        <>
          {' '}
          <Left until={reason.eta} />
        </>
      )}
      {others > 0 && <> {words.why.others(others)}</>}
    </>
  )
}

function reasonText(reason: Reason, steps: ReadonlyMap<string, PlanStep>): string {
  const { kind, step, tool, attempt, error, event, message } = reason
  const title = (step !== null && steps.get(planIdOf(step))?.title) || step || ''
  switch (kind) {
    case 'queue':
      return words.why.queue
    case 'tool':
      return words.why.tool(title, tool ?? '', attempt ?? 1)
    case 'code':
    case 'model':
      return words.why.computes(title)
    case 'retry':
      return words.why.retry(title, attempt ?? 1)
    case 'parked':
      return words.why.parked(title, error ?? '')
    case 'approval':
      return words.why.approval(message)
    case 'timer':
      return words.why.timer(title)
    case 'event':
      return words.why.event(event ?? '')
    case 'workflow':
      return words.why.workflow(title)
  }
}

/** Counts down. */
function Left({ until }: { readonly until: number }) {
  const now = useNow()
  const left = until - now
  return (
    <span>
      {left > 1_000 ? words.why.left(durationText(Math.ceil(left / 1_000) * 1_000)) : words.why.soon}
    </span>
  )
}
