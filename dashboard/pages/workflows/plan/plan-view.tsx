// The right side: the plan as an outline or as a graph, and what is to be cleared up. Both views light up the
// words of the step that is pointed at.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { cx } from '../../../parts/class-names.ts'
import { ErrorNote, Skeleton } from '../../../parts/notes.tsx'
import { words as common } from '../../../words/common.ts'
import { words } from '../../../words/write.ts'
import { type Template, templates } from '../templates.ts'
import { templatesLike } from './alike.ts'
import { Outline } from './outline.tsx'
import { instead, type Planned } from './planned.ts'
import { Questions } from './questions.tsx'
import type { Planning } from './use-plan.ts'

const Graph = lazy(() => import('./graph.tsx').then(module => ({ default: module.Graph })))
const views = ['outline', 'graph'] as const

export interface PlanViewProps {
  readonly planning: Planning
  readonly lit: string | null
  readonly onPoint: (step: string | null) => void
  readonly onShow: (span: readonly [number, number]) => void
  readonly onWrite: (prompt: string) => void
  readonly onTemplate: (id: string) => void
}

export function PlanView({ planning, lit, onPoint, onShow, onWrite, onTemplate }: PlanViewProps) {
  const [view, setView] = useState<(typeof views)[number]>('outline')
  const { planned, error, text, isReading, again } = planning
  return (
    <section
      aria-label={words.plan}
      className="flex min-h-0 min-w-0 flex-1 flex-col rounded-lg border bg-raised"
    >
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
              onClick={() => setView(each)}
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
        {planned === null && isReading && <Skeleton rows={3} className="p-2" />}
        {text.trim() === '' ? (
          <Beginnings onTemplate={onTemplate} />
        ) : view === 'graph' && planned !== null && planned.plan.steps.length > 0 ? (
          <Suspense fallback={<Skeleton rows={3} />}>
            <Graph planned={planned} lit={lit} onPoint={onPoint} />
          </Suspense>
        ) : (
          <Outline
            planned={planned}
            lit={lit}
            onPoint={onPoint}
            onChoose={({ span }) => span && onShow(span)}
          />
        )}
        {planned !== null && text.trim() !== '' && (
          <>
            <Questions planned={planned} onShow={onShow} onWrite={onWrite} />
            {needsExamples(planned) && <Alike prompt={planned.prompt} onTemplate={onTemplate} />}
          </>
        )}
      </div>
    </section>
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

/** Something is not understood, and no click would mend it. */
function needsExamples({ status, diagnostics, prompt }: Planned): boolean {
  return status !== 'ready' && !diagnostics.some(each => instead(each, prompt).length > 0)
}

/** Prompts that run and are like the one that does not. */
function Alike({ prompt, onTemplate }: { readonly prompt: string } & Pick<PlanViewProps, 'onTemplate'>) {
  return (
    <section aria-label={words.alike} className="mt-3 flex flex-col gap-2 border-t px-2.5 pt-3">
      <h2 className="text-sm font-semibold">{words.alike}</h2>
      <p className="text-sm text-dim">{words.alikeHint}</p>
      <ul className="flex flex-col gap-2">
        {templatesLike(prompt).map(template => (
          <li key={template.id}>
            <Choice template={template} onTemplate={onTemplate}>
              <span className="block font-mono whitespace-pre-wrap">{template.prompt}</span>
            </Choice>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ChoiceProps extends Pick<PlanViewProps, 'onTemplate'> {
  readonly template: Template
  readonly children: ReactNode
}

function Choice({ template: { id, title }, onTemplate, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className="flex h-full w-full flex-col rounded-md border bg-raised px-3 py-2 text-start hover:bg-hover"
      onClick={() => onTemplate(id)}
    >
      <span className="text-sm font-medium">{title}</span>
      <span className="text-xs text-dim">{children}</span>
    </button>
  )
}
