// The line at the bottom: how the plan stands, what a run costs, and the acts.
import { CircleAlert, CircleCheck, Play, Sparkles, TestTubeDiagonal } from 'lucide-react'
import { Button } from '../../../parts/button.tsx'
import { Spinner } from '../../../parts/spinner.tsx'
import { words as planningWords } from '../../../words/planning.ts'
import { words as notation } from '../../../words/workflow/notation.ts'
import { words } from '../../../words/write.ts'
import { isOpenByHand } from './planned.ts'
import type { Planning } from './planning.ts'
import type { TrialState } from './trial/use-trial.ts'
import type { Planner } from './use-planner.ts'
import { isForModel } from './whose-turn.ts'

export interface ActionBarProps {
  readonly planner: Planner
  readonly planning: Planning
  readonly state: TrialState
  readonly isNew: boolean
  readonly isChanged: boolean
  readonly onSave: () => void
  readonly onTry: () => void
  readonly onRun: () => void
}

export function ActionBar(props: ActionBarProps) {
  const { planner, planning, state, isNew, isChanged, onSave, onTry, onRun } = props
  const { planned, isStale, progress, askModel, unread } = planning
  const isReady = planned?.status === 'ready' && !isStale && unread === null
  const isKeepable = planned !== null && !isStale && unread === null && !isOpenByHand(planned)
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-page px-4 py-3 max-md:bottom-[53px] sm:-mx-6 sm:px-6">
      <div className="min-w-0 flex-1 basis-52 text-sm">
        <Standing planner={planner} planning={planning} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {(isNew || isChanged) && (
          <Button look="quiet" isBusy={state === 'saving'} disabled={!isKeepable} onClick={onSave}>
            {isNew ? words.save : words.saveVersion}
          </Button>
        )}
        <Button
          isBusy={state === 'trying'}
          disabled={!isReady}
          icon={<TestTubeDiagonal aria-hidden="true" className="size-4" />}
          onClick={onTry}
        >
          {words.dryRun}
        </Button>
        {isForModel(planner, planning) ? (
          <Button
            look="primary"
            isBusy={progress !== null}
            title={planningWords.keys}
            icon={<Sparkles aria-hidden="true" className="size-4" />}
            onClick={() => void askModel()}
          >
            {planningWords.plan}
          </Button>
        ) : (
          <Button
            look="primary"
            isBusy={state === 'running'}
            disabled={!isReady}
            title={words.runKeys}
            icon={<Play aria-hidden="true" className="size-4" />}
            onClick={onRun}
          >
            {isNew || isChanged ? words.saveAndRun : words.run}
          </Button>
        )}
      </div>
    </div>
  )
}

function Standing({ planner, planning }: Pick<ActionBarProps, 'planner' | 'planning'>) {
  const { planned, progress, isStale, unread } = planning
  if (progress !== null)
    return (
      <span role="status" className="flex items-center gap-2 text-dim">
        <Spinner />
        {planningWords.plans(planner.model ?? '')}
      </span>
    )
  if (isStale && planner.model !== null)
    return <span className="text-dim">{planningWords.first(planner.model)}</span>
  if (unread !== null && unread > 0)
    return (
      <span className="flex items-center gap-2 text-bad">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {notation.toMend(unread)}
      </span>
    )
  if (planned === null) return null
  const { status, cu, diagnostics } = planned
  if (status !== 'ready') {
    const open = diagnostics.filter(({ severity }) => severity === 'error').length
    return (
      <span className="flex items-center gap-2 text-bad">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {words.needsWords(Math.max(open, 1))}
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
      {words.ready}
      {cu !== null && <span className="text-dim">{words.costs(cu.least, cu.most)}</span>}
    </span>
  )
}
