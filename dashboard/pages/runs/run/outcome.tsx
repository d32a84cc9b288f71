// How a run ended: what came out; or what happened, what was kept and what to do.
import { Link } from '@tanstack/react-router'
import { cx } from '../../../parts/class-names.ts'
import { Note } from '../../../parts/notes.tsx'
import { Section } from '../../../parts/page.tsx'
import { StatusIcon } from '../../../parts/status.tsx'
import { words } from '../../../words/runs/run.ts'
import { shownStatus, useCauseText } from '../ended.ts'
import { Result } from './result.tsx'
import { type PlanStep, planIdOf } from './standing.ts'
import type { Trace } from './trace.ts'
import type { Run } from './use-trace.ts'

interface OutcomeProps {
  readonly run: Run
  readonly trace: Trace | undefined
  readonly steps: ReadonlyMap<string, PlanStep>
}

export function Outcome({ run, trace, steps }: OutcomeProps) {
  if (run.status === 'failed') return <Failure run={run} trace={trace} steps={steps} />
  if (run.status === 'cancelled')
    return (
      <div className="mb-5">
        <Note tone="warn">{words.outcome.cancelled}</Note>
      </div>
    )
  if (run.status !== 'completed') return null
  return (
    <Section title={words.outcome.output}>
      {run.output === null ? (
        <p className="text-sm text-dim">{words.outcome.nothing}</p>
      ) : (
        <Result value={run.output} label={words.outcome.output} />
      )}
    </Section>
  )
}

function Failure({ run, trace, steps }: OutcomeProps) {
  const { id, error } = run
  const causeText = useCauseText()
  const status = shownStatus(run)
  const isDenial = status === 'denied'
  const step = error?.step ?? null
  const inside = trace?.inside
  const kept = inside === undefined ? null : inside.steps - inside.failed - inside.open
  return (
    <section
      aria-label={isDenial ? words.outcome.denial : words.outcome.failure}
      className={cx(
        'mb-5 flex gap-3 rounded-lg border p-4',
        isDenial ? 'border-strong bg-sunken' : 'border-bad bg-bad-soft',
      )}
    >
      <StatusIcon status={status} className="mt-0.5 size-5" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className={cx('text-base font-medium whitespace-pre-wrap', !isDenial && 'text-bad')}>
          {error === null ? words.outcome.unknown : causeText(error.message)}
        </p>
        <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {step !== null && (
            <>
              <dt className="text-dim">{words.outcome.where}</dt>
              <dd>
                <Link to="/runs/$id" params={{ id }} search={{ step }} resetScroll={false}>
                  {steps.get(planIdOf(step))?.title || step}
                </Link>{' '}
                <code className="font-mono text-xs text-dim">{error?.code}</code>
              </dd>
            </>
          )}
          <dt className="text-dim">{words.outcome.kept}</dt>
          <dd>{kept === null ? '–' : words.outcome.keptSteps(kept)}</dd>
          <dt className="text-dim">{words.outcome.next}</dt>
          <dd>{words.outcome.hint(error?.code ?? '')}</dd>
        </dl>
      </div>
    </section>
  )
}
