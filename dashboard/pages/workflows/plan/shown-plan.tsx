// The plan that is there, and around it what there is to say of it: first what keeps it from being one, then
// its steps, then what can be answered and changed.
import { lazy, Suspense } from 'react'
import { Button } from '../../../parts/button.tsx'
import { ErrorNote, Skeleton } from '../../../parts/notes.tsx'
import { words as common } from '../../../words/common.ts'
import { words } from '../../../words/planning.ts'
import { words as offers } from '../../../words/workflow/offers.ts'
import { AskFirst } from './model/ask-first.tsx'
import { Change, Differences } from './model/change.tsx'
import { Said } from './model/said.tsx'
import { Offers } from './offers/offers.tsx'
import { Outline } from './outline.tsx'
import { instead, isOpenByHand, modelFailure, type Planned } from './planned.ts'
import type { Planning, Revision } from './planning.ts'
import { Questions } from './questions.tsx'
import type { Planner } from './use-planner.ts'
import { useRested } from './use-rested.ts'
import { isForModel } from './whose-turn.ts'

const Graph = lazy(() => import('./graph/graph.tsx').then(module => ({ default: module.Graph })))

export type View = 'outline' | 'graph' | 'notation'

export interface PlanViewProps {
  readonly planner: Planner
  readonly planning: Planning
  readonly lit: string | null
  readonly onPoint: (step: string | null) => void
  readonly onShow: (span: readonly [number, number]) => void
  readonly onWrite: (prompt: string) => void
  readonly onTemplate: (id: string) => void
  readonly onRevise: (revision: Revision) => void
}

type ShownProps = PlanViewProps & { readonly view: View }

export function Shown(props: ShownProps) {
  const { planner, planning: now, view, lit, onPoint, onShow, onWrite, onTemplate, onRevise } = props
  const { planned, text, isStale, isReading } = now
  const isRested = useRested(text)
  const isOld = isStale && planned !== null
  if (planner.model !== null && isForModel(planner, now))
    return (
      <>
        <AskFirst
          model={planner.model}
          isWeak={planner.isWeak}
          isOld={isOld}
          onAsk={() => void now.askModel()}
        />
        {isOld && <Lines {...props} planned={planned} />}
      </>
    )
  const failure = planned === null ? null : modelFailure(planned)
  const isLost = planned !== null && (failure !== null || (isRested && needsOffers(planned)))
  const byModel = planned?.origin === 'model' && planned.plannedBy === 'model' ? planned : null
  const asking = planned !== null && isOpenByHand(planned) ? planned : byModel
  const lines =
    view === 'graph' && planned !== null && planned.plan.steps.length > 0 ? (
      <Suspense fallback={<Skeleton rows={3} />}>
        <Graph planned={planned} lit={lit} onPoint={onPoint} />
      </Suspense>
    ) : (
      <Lines {...props} planned={planned} />
    )
  return (
    <>
      {failure !== null && <Failed model={planner.model ?? ''} why={failure} onAgain={now.again} />}
      {isLost && <Offers prompt={planned.prompt} planner={planner} onTemplate={onTemplate} />}
      {isLost && <h3 className="border-t px-2.5 pt-3 text-sm font-semibold">{offers.understood}</h3>}
      {byModel !== null && <Differences planned={byModel} />}
      {lines}
      {asking !== null && (
        <Said
          key={JSON.stringify(asking.questions)}
          planned={asking}
          isBusy={isReading}
          onRevise={onRevise}
          onAccept={now.accept}
        />
      )}
      {planned !== null && <Questions planned={planned} onShow={onShow} onWrite={onWrite} />}
      {planner.mode === 'model' && planned !== null && planned.plan.steps.length > 0 && (
        <Change key={planned.prompt} isBusy={isReading} onRevise={onRevise} />
      )}
    </>
  )
}

function Lines({ planned, lit, onPoint, onShow }: PlanViewProps & { readonly planned: Planned | null }) {
  return (
    <Outline planned={planned} lit={lit} onPoint={onPoint} onChoose={({ span }) => span && onShow(span)} />
  )
}

interface FailedProps {
  readonly model: string
  readonly why: string
  readonly onAgain: () => void
}

function Failed({ model, why, onAgain }: FailedProps) {
  return (
    <div className="flex flex-col gap-2 px-2.5 pt-2 pb-3">
      <ErrorNote
        action={
          <Button look="quiet" onClick={onAgain}>
            {common.tryAgain}
          </Button>
        }
      >
        <p className="font-medium">{words.failed(model)}</p>
        <p className="wrap-anywhere">{why}</p>
      </ErrorNote>
      <p className="text-sm text-dim">{words.failedHint}</p>
    </div>
  )
}

/** The reader has not understood something, and no click would mend it. */
function needsOffers({ origin, status, diagnostics, prompt }: Planned): boolean {
  return (
    origin === 'reader' && status !== 'ready' && !diagnostics.some(each => instead(each, prompt).length > 0)
  )
}
