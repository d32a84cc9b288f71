// One step of a run: what went in, what came out, what went wrong, its attempts and lines of the log, where
// it ran, and the words of the prompt that made it.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Answer } from '../../../../http/client.ts'
import { read } from '../../../app/api.ts'
import { IconButton } from '../../../parts/button.tsx'
import { CopyText } from '../../../parts/copy.tsx'
import { ErrorNote, Loaded, Note } from '../../../parts/notes.tsx'
import { StatusBadge } from '../../../parts/status.tsx'
import { durationText, exactTime } from '../../../parts/time.tsx'
import { words } from '../../../words/runs/run.ts'
import { shownStatus, useCauseText } from '../ended.ts'
import { Origin } from './origin.tsx'
import { Part } from './part.tsx'
import { Result } from './result.tsx'
import { type PlanStep, planIdOf, type Version } from './standing.ts'

export type Step = Answer<'GET /api/v1/executions/:id/steps/:stepId'>

interface StepPanelProps {
  readonly runId: string
  readonly stepId: string
  readonly version: Version | undefined
  readonly steps: ReadonlyMap<string, PlanStep>
  readonly onClose: () => void
  /** What can be done with the step. */
  readonly actions: (step: Step) => React.ReactNode
}

export function StepPanel({ runId, stepId, version, steps, onClose, actions }: StepPanelProps) {
  const query = useQuery({
    ...read('GET /api/v1/executions/:id/steps/:stepId', { params: { id: runId, stepId } }),
    // The step before stays until this one is there.
    placeholderData: before => before,
  })
  const declared = steps.get(planIdOf(stepId))
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.querySelector('[role=dialog]') === null) onClose()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [onClose])
  return (
    <aside
      ref={panel}
      aria-label={words.step.label}
      className="flex flex-col rounded-lg border bg-raised max-lg:fixed max-lg:inset-0 max-lg:z-30 max-lg:rounded-none max-lg:border-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-32px)] lg:w-[26rem] lg:shrink-0"
    >
      <header className="flex items-start gap-2 border-b px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold">{declared?.title || query.data?.title || stepId}</h2>
          <p className="truncate font-mono text-xs text-faint" title={stepId}>
            {stepId}
          </p>
        </div>
        <IconButton label={words.step.close} onClick={onClose}>
          <X className="size-4" />
        </IconButton>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-3">
        <Loaded query={query}>
          {step => <Details step={step} declared={declared} version={version} actions={actions(step)} />}
        </Loaded>
      </div>
    </aside>
  )
}

interface DetailsProps {
  readonly step: Step
  readonly declared: PlanStep | undefined
  readonly version: Version | undefined
  readonly actions: React.ReactNode
}

function Details({ step, declared, version, actions }: DetailsProps) {
  const { durationMs, startedAt, error, input, output, attempt } = step
  const causeText = useCauseText()
  const shown = shownStatus(step)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-dim">
        <StatusBadge status={shown} />
        <span>{words.kinds[step.kind] ?? step.kind}</span>
        {startedAt !== null && <span title={exactTime(startedAt)}>{exactTime(startedAt)}</span>}
        {durationMs !== null && <span>{durationText(durationMs)}</span>}
      </p>
      {error !== null && shown === 'denied' && <Note>{causeText(error.message)}</Note>}
      {error !== null && shown !== 'denied' && (
        <ErrorNote>
          <p className="font-medium whitespace-pre-wrap">{error.message}</p>
          <p className="text-xs">{error.code}</p>
        </ErrorNote>
      )}
      {actions}
      {output !== null && (
        <Part title={words.step.output}>
          <Result value={output} label={words.step.output} />
        </Part>
      )}
      {input !== null && (
        <Part title={words.step.input}>
          <Result value={input} label={words.step.input} />
        </Part>
      )}
      {output === null && input === null && error === null && (
        <p className="text-sm text-dim">{words.step.noValues}</p>
      )}
      {(attempt > 1 || step.phases.length > 1) && <Attempts step={step} />}
      {step.log.length > 0 && (
        <Part title={words.step.log}>
          <ol className="flex flex-col gap-1 text-xs">
            {step.log.map(({ ts, level, message }, index) => (
              <li key={index} className={level === 'warn' ? 'text-warn' : 'text-dim'}>
                <time dateTime={new Date(ts).toISOString()} className="me-2 text-faint">
                  {exactTime(ts)}
                </time>
                {message}
              </li>
            ))}
          </ol>
        </Part>
      )}
      <Origin tool={step.tool} declared={declared} version={version} />
      <Part title={words.step.id}>
        <CopyText text={step.id} />
      </Part>
    </>
  )
}

function Attempts({ step: { phases, finishedAt } }: { readonly step: Step }) {
  return (
    <Part title={words.step.attempts}>
      <ol className="flex flex-col gap-1 text-sm">
        {phases.map(({ kind, at, error }, index) => {
          const end = phases[index + 1]?.at ?? finishedAt
          return (
            <li key={index} className="flex flex-wrap gap-x-2">
              <span className="font-medium">{words.phases[kind]}</span>
              <span className="text-dim">{end === null ? words.step.now : durationText(end - at)}</span>
              {error && <span className="basis-full text-xs text-bad">{error}</span>}
            </li>
          )
        })}
      </ol>
    </Part>
  )
}
