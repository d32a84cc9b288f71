// Run: how it goes or went, what it waits for, its steps on a time axis, and what can be done about it. The
// chosen step and the run to compare with stand in the address.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { read } from '../../app/api.ts'
import { hasRole, useUser } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { ErrorNote, Loaded, Skeleton } from '../../parts/notes.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { words } from '../../words/runs/run.ts'
import { RunGuide } from '../guide/guide.tsx'
import { shownStatus } from './ended.ts'
import { Actions } from './run/actions.tsx'
import { RetryDialog } from './run/again/retry.tsx'
import { Attention } from './run/attention.tsx'
import { Legend } from './run/bars.tsx'
import { Comparison } from './run/comparison.tsx'
import { Facts } from './run/facts.tsx'
import { Outcome } from './run/outcome.tsx'
import { Result } from './run/result.tsx'
import { stepsById } from './run/standing.ts'
import { StepPanel } from './run/step-panel.tsx'
import { isOver, type Run, useLog, useTrace } from './run/use-trace.ts'
import { Waterfall } from './run/waterfall.tsx'
import { Sentence } from './run/why.tsx'

const route = getRouteApi('/in/runs/$id')
const parent = { to: '/runs', label: words.runs } as const

export function RunPage() {
  const { id } = route.useParams()
  const run = useQuery(read('GET /api/v1/executions/:id', { params: { id } }))
  // Asked for at once, beside the run.
  const trace = useTrace(id)
  if (run.data !== undefined) return <OneRun key={id} run={run.data} trace={trace} />
  return (
    <Page title={words.run} parent={parent} width="full">
      <Loaded query={run}>{() => null}</Loaded>
    </Page>
  )
}

interface OneRunProps {
  readonly run: Run
  readonly trace: ReturnType<typeof useTrace>
}

function OneRun({ run, trace }: OneRunProps) {
  const search = route.useSearch()
  const { id, workflowId, workflowVersion } = run
  const version = useQuery({
    ...read('GET /api/v1/workflows/:id/versions/:version', {
      params: { id: workflowId, version: workflowVersion },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const why = useQuery({
    ...read('GET /api/v1/executions/:id/why', { params: { id } }),
    refetchInterval: isOver(run.status) ? false : 15_000,
  })
  const steps = useMemo(() => stepsById(version.data?.plan), [version.data])
  // To its very end, also when the page learns of the end before the log does.
  const [wasLive] = useState(!isOver(run.status))
  const trouble = useLog(id, wasLive && trace.data !== undefined && !version.isPending, steps)
  const [retry, setRetry] = useState<{ readonly fromStep: string | null } | null>(null)
  return (
    <Page
      title={run.workflowName}
      parent={parent}
      width="full"
      badge={<StatusBadge status={shownStatus(run)} />}
      lead={<Sentence run={run} why={why.data} steps={steps} />}
      actions={<Actions run={run} onRetry={() => setRetry({ fromStep: null })} />}
    >
      <RunGuide run={run} isOver={isOver(run.status)} />
      <Facts run={run} why={why.data} />
      {trouble !== null && (
        <div className="mb-5">
          <ErrorNote>{words.logLost(trouble)}</ErrorNote>
        </div>
      )}
      {!isOver(run.status) && <Attention runId={id} why={why.data} steps={steps} />}
      <Outcome run={run} trace={trace.data} steps={steps} />
      {search.with === undefined ? (
        <Steps
          {...{ run, trace, steps, version: version.data }}
          chosen={search.step}
          onRetry={fromStep => setRetry({ fromStep })}
        />
      ) : (
        <Comparison runId={id} otherId={search.with} />
      )}
      <div className="mt-6">
        <Section title={words.inputs}>
          {Object.keys(run.inputs).length === 0 ? (
            <p className="text-sm text-dim">{words.noInputs}</p>
          ) : (
            <Result value={run.inputs} label={words.inputs} />
          )}
        </Section>
      </div>
      {retry !== null && (
        <RetryDialog
          {...{ run, steps, fromStep: retry.fromStep }}
          trace={trace.data}
          isOpen
          onClose={() => setRetry(null)}
        />
      )}
    </Page>
  )
}

interface StepsProps extends OneRunProps {
  readonly steps: ReturnType<typeof stepsById>
  readonly version: Parameters<typeof StepPanel>[0]['version']
  readonly chosen: string | undefined
  readonly onRetry: (fromStep: string) => void
}

function Steps({ run, trace, steps, version, chosen, onRetry }: StepsProps) {
  const navigate = useNavigate()
  const isMember = hasRole(useUser(), 'member')
  const { id, status } = run
  const choose = useCallback(
    (step: string | undefined) =>
      void navigate({
        to: '/runs/$id',
        params: { id },
        search: step === undefined ? {} : { step },
        replace: true,
        resetScroll: false,
      }),
    [navigate, id],
  )
  const close = useCallback(() => choose(undefined), [choose])
  return (
    <div className="flex items-start gap-4">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <Loaded query={trace} skeleton={<Skeleton rows={8} />}>
          {loaded => (
            <Waterfall
              run={run}
              trace={loaded}
              planned={version?.plan.steps ?? []}
              chosen={chosen}
              onChoose={choose}
            />
          )}
        </Loaded>
        <Legend />
      </div>
      {chosen !== undefined && (
        <StepPanel
          runId={id}
          stepId={chosen}
          version={version}
          steps={steps}
          onClose={close}
          actions={step =>
            isMember &&
            isOver(status) &&
            !/\.turn\[\d+\]$|\.call\[/.test(step.id) && (
              <div>
                <Button onClick={() => onRetry(step.id)}>{words.retry.fromHere}</Button>
              </div>
            )
          }
        />
      )}
    </div>
  )
}
