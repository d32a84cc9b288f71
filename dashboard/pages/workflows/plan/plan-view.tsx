// The right side: the plan as an outline or as a graph, and what is to be cleared up. Both views light up the
// words of the step that is pointed at. Where nothing plans the words yet, it says what could.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { cx } from '../../../parts/class-names.ts'
import { ErrorNote, Note, Skeleton } from '../../../parts/notes.tsx'
import { words as common } from '../../../words/common.ts'
import { words as notation } from '../../../words/workflow/notation.ts'
import { words } from '../../../words/write.ts'
import { templates } from '../templates.ts'
import { Choice } from './choice.tsx'
import { Progress } from './model/progress.tsx'
import type { Draft, NotationHandle } from './notation/notation-view.tsx'
import { type PlanViewProps, Shown, type View } from './shown-plan.tsx'

const NotationView = lazy(() =>
  import('./notation/notation-view.tsx').then(module => ({ default: module.NotationView })),
)

const views = ['outline', 'graph', 'notation'] as const satisfies readonly View[]

export function PlanView(props: PlanViewProps) {
  const [view, setView] = useState<View>('outline')
  const { planned, error, isEmpty, isReading, again, progress, unread } = props.planning
  const mayWrite = hasRole(useUser(), 'member')
  const written = useRef<NotationHandle>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    if (planned?.origin !== 'notation')
      setDraft(draft => (draft?.says !== undefined && draft.says === planned?.notation ? draft : null))
  }, [planned])
  // Before the plan is there, what is written would take its place.
  const isAsked = props.planner.mode === 'model' && !isReading && error === null
  const isWritable = planned !== null || isEmpty || isAsked
  const open = (next: View) => {
    const faults = view === 'notation' ? (written.current?.settle() ?? 0) : 0
    const isWrong = faults > 0 || (view === 'notation' && unread !== null && unread > 0)
    setRefused(isWrong && next !== view)
    if (!isWrong) setView(next)
  }
  return (
    <section
      aria-label={words.plan}
      className="flex min-h-0 min-w-0 flex-1 flex-col rounded-lg border bg-raised"
    >
      <ViewTabs view={view} onView={open} />
      <div
        role="tabpanel"
        id="plan-panel"
        aria-labelledby={`view-${view}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto p-2"
      >
        {error !== null && (
          <ErrorNote
            action={
              <Button look="quiet" isBusy={isReading} onClick={again}>
                {common.tryAgain}
              </Button>
            }
          >
            {error}
          </ErrorNote>
        )}
        {isRefused && unread !== null && unread > 0 && <Note tone="warn">{notation.stays(unread)}</Note>}
        {planned === null && isReading && progress === null && <Skeleton rows={3} className="p-2" />}
        {progress !== null ? (
          <Progress model={props.planner.model ?? ''} messages={progress} onStop={props.planning.stop} />
        ) : view === 'notation' ? (
          isWritable && (
            <Suspense fallback={<Skeleton rows={3} className="p-2" />}>
              <NotationView
                ref={written}
                planning={props.planning}
                draft={draft}
                onDraft={setDraft}
                isReadOnly={!mayWrite}
              />
            </Suspense>
          )
        ) : planned === null && isEmpty ? (
          <Beginnings onTemplate={props.onTemplate} />
        ) : (
          <Shown {...props} view={view} />
        )}
      </div>
    </section>
  )
}

interface ViewTabsProps {
  readonly view: View
  readonly onView: (view: View) => void
}

function ViewTabs({ view, onView }: ViewTabsProps) {
  return (
    <div className="flex items-center gap-1 border-b px-2">
      <div role="tablist" aria-label={words.planViews} className="flex flex-1 gap-1">
        {views.map(each => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`view-${each}`}
            aria-selected={view === each}
            aria-controls="plan-panel"
            onClick={() => onView(each)}
            className={cx(
              '-mb-px border-b-2 px-2 py-2 text-sm font-medium',
              view === each ? 'border-accent text-ink' : 'border-transparent text-dim hover:text-ink',
            )}
          >
            {words[each]}
          </button>
        ))}
      </div>
    </div>
  )
}

/** What an empty plan offers. */
function Beginnings({ onTemplate }: Pick<PlanViewProps, 'onTemplate'>) {
  return (
    <div className="flex flex-col gap-3 px-2 py-3">
      <div>
        <h2 className="text-base font-semibold">{words.noPlan}</h2>
        <p className="text-dim">{words.noPlanHint}</p>
      </div>
      <ul className="grid gap-2 xl:grid-cols-2">
        {templates.map(template => (
          <li key={template.id}>
            <Choice template={template} onTemplate={onTemplate}>
              {template.description}
            </Choice>
          </li>
        ))}
      </ul>
    </div>
  )
}
