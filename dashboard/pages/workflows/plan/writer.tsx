// Writing a workflow: left the prompt, right the plan, below the inputs and what would happen. The page for
// new workflows and the Plan tab of one are this. Nothing has to be saved to try it.
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { hasRole, useUser } from '../../../app/session.ts'
import { cx } from '../../../parts/class-names.ts'
import { ErrorNote, Note, Skeleton } from '../../../parts/notes.tsx'
import { SchemaForm } from '../../../parts/schema-form/schema-form.tsx'
import { propertiesOf } from '../../../parts/schema-form/shape.ts'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/write.ts'
import { templates } from '../templates.ts'
import { ActionBar } from './action-bar.tsx'
import { AcceptanceNote, Checklist, isUnconfirmed } from './confirming/acceptance.tsx'
import { Conflict } from './conflict.tsx'
import type { PromptEditorHandle } from './editor/prompt-editor.tsx'
import { Leaving } from './leaving.tsx'
import { isNote } from './notation/written.ts'
import { PlanView } from './plan-view.tsx'
import { unfedInputs } from './planned.ts'
import type { Planning, Revision } from './planning.ts'
import { DryRunResult } from './trial/dry-run.tsx'
import type { useTrial } from './trial/use-trial.ts'
import { useLit } from './use-lit.ts'
import type { Planner } from './use-planner.ts'
import { type Saving, useNewer, type Workflow } from './use-saving.ts'
import { isForModel } from './whose-turn.ts'

const PromptEditor = lazy(() =>
  import('./editor/prompt-editor.tsx').then(module => ({ default: module.PromptEditor })),
)

export interface WriterProps {
  readonly initial: string
  readonly planner: Planner
  readonly planning: Planning
  readonly saving: Saving
  readonly trial: ReturnType<typeof useTrial>
  readonly save: () => Promise<unknown>
  readonly onTemplate: (id: string) => void
}

export function Writer({ initial, planner, planning, saving, trial, save, onTemplate }: WriterProps) {
  const editor = useRef<PromptEditorHandle>(null)
  // A click may come while the editor is still loading.
  const waiting = useRef<string | null>(null)
  const write = (prompt: string) => {
    if (editor.current === null) waiting.current = prompt
    else editor.current.write(prompt)
  }
  const put = useCallback(
    (prompt: string) => {
      if (editor.current !== null) editor.current.put(prompt)
      else if (prompt !== initial) waiting.current = prompt
    },
    [initial],
  )
  const { lit, pointFrom } = useLit()
  const mayWrite = hasRole(useUser(), 'member')
  const { planned, now, text, sent, unread } = planning
  const { workflow } = saving
  // A plan may bring words of its own: what was said besides, or the notation that takes their place.
  useEffect(() => {
    if (text === now()) put(text)
  }, [text, now, put])
  const isChanged = unread !== null || saving.isChanged(text, sent)
  // A workflow that is there says by itself what its schedule lacks.
  const unfed = workflow === null || isChanged ? unfedInputs(planned, workflow) : []

  const toConfirm = workflow !== null && !isChanged && isUnconfirmed(workflow) ? workflow : null

  const saveNow = () => trial.saveBy(save)
  const useTemplate = (id: string) => {
    const template = templates.find(each => each.id === id)
    if (template === undefined) return
    onTemplate(id)
    planning.trust(template.prompt)
    write(template.prompt)
  }
  const takeTheirs = ({ prompt, plan, plannedBy }: Workflow) => {
    if (plannedBy === 'reader') planning.trust(prompt)
    if (prompt === now()) planning.takeSaved(plan)
    else put(prompt)
  }
  useNewer(saving, isChanged || saving.isChanged(now(), sent) || trial.state !== 'idle', takeTheirs)
  const revise = async (revision: Revision) => {
    const prompt = await planning.revise(revision)
    if (prompt !== null) write(prompt)
  }
  const go = () => {
    if (!mayWrite || planning.progress !== null || unread !== null) return
    const isNew = planner.mode === 'model' && now().trim() !== '' && now() !== planned?.prompt
    if (isNew || isForModel(planner, planning)) void planning.askModel()
    else if (planned?.status === 'ready') void trial.run()
  }
  return (
    <div
      onKeyDownCapture={event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        // A form on this page is sent by the same keys.
        if (event.target instanceof Element && event.target.closest('form') !== null) return
        event.preventDefault()
        event.stopPropagation()
        go()
      }}
    >
      <Leaving isUnsaved={() => mayWrite && (unread !== null || saving.isChanged(now(), sent))} />
      <div className="mb-4 flex flex-col gap-2 empty:hidden">
        {!mayWrite && <Note>{words.viewer}</Note>}
        {isNote(text, planned, isChanged ? null : workflow) && <Note>{words.byHand}</Note>}
        {workflow !== null && !isChanged && <AcceptanceNote workflow={workflow} />}
        {unfed.length > 0 && <Note tone="warn">{words.scheduleNeeds(unfed.join(', '))}</Note>}
        {saving.isConflict && (
          <Conflict
            onTheirs={() => void saving.takeNewest().then(takeTheirs)}
            onMine={() => void saving.takeNewest().then(saveNow)}
          />
        )}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="min-w-0">
          <div className="h-[clamp(18rem,52vh,40rem)] min-w-0 overflow-hidden rounded-lg border border-strong bg-raised focus-within:border-accent max-lg:h-72">
            <Suspense fallback={<Skeleton rows={4} className="p-4" />}>
              <PromptEditor
                ref={editor}
                initial={initial}
                onType={planning.type}
                planned={planned}
                lit={lit}
                onPoint={pointFrom.prompt}
                isReadOnly={!mayWrite}
                completes={planner.mode === 'reader'}
                onReady={() => {
                  if (waiting.current !== null) editor.current?.write(waiting.current)
                  waiting.current = null
                }}
              />
            </Suspense>
          </div>
          {toConfirm !== null && (
            <Checklist workflow={toConfirm} onAccepted={saving.take} isAllowed={mayWrite} />
          )}
        </div>
        <div
          className={cx(
            'flex min-w-0 flex-col lg:h-[clamp(18rem,52vh,40rem)]',
            toConfirm !== null && 'lg:sticky lg:top-4 lg:self-start',
          )}
        >
          <PlanView
            planner={planner}
            planning={planning}
            lit={lit}
            onPoint={pointFrom.plan}
            onShow={span => editor.current?.select(span)}
            onWrite={write}
            onTemplate={useTemplate}
            onRevise={revision => void revise(revision)}
          />
        </div>
      </div>
      <Trial trial={trial} />
      {mayWrite && (
        <ActionBar
          planner={planner}
          planning={planning}
          state={trial.state}
          isNew={workflow === null}
          isChanged={isChanged}
          onSave={() =>
            void saveNow().then(() => {
              if (!saving.isChanged(now(), sent)) toast(words.saved)
            })
          }
          onTry={() => void trial.tryIt()}
          onRun={go}
        />
      )}
    </div>
  )
}

function Trial({ trial }: Pick<WriterProps, 'trial'>) {
  const { schema, texts, change, errors, tried } = trial
  const hasInputs = schema !== undefined && propertiesOf(schema).length > 0
  const other = errors['']
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tried !== null) result.current?.scrollIntoView({ block: 'nearest' })
  }, [tried])
  if (!hasInputs && tried === null && other === undefined) return null
  return (
    <div className="mt-5 grid gap-6 lg:grid-cols-2">
      <section aria-label={words.inputs} className="min-w-0">
        {hasInputs && (
          <>
            <h2 className="text-base font-semibold">{words.inputs}</h2>
            <p className="mb-3 text-sm text-dim">{words.inputsHint}</p>
            <SchemaForm schema={schema} texts={texts} onChange={change} errors={errors} />
          </>
        )}
        {other !== undefined && (
          <div className="mt-3">
            <ErrorNote>{other}</ErrorNote>
          </div>
        )}
      </section>
      <div ref={result} className="min-w-0 scroll-mt-4 scroll-mb-24 max-md:scroll-mb-44" aria-live="polite">
        {tried !== null && <DryRunResult run={tried} />}
      </div>
    </div>
  )
}
