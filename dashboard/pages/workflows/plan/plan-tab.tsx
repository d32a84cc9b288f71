// The Plan tab of a workflow: its prompt and its plan, to read, to change, to try and to run.
import { useMemo, useState } from 'react'
import { modelBase, type Versions } from '../../../../domain/work/confirming/model-base.ts'
import { api } from '../../../app/api.ts'
import type { Kept } from './planning.ts'
import { useTrial } from './trial/use-trial.ts'
import { usePlan } from './use-plan.ts'
import { usePlanner } from './use-planner.ts'
import { useSaving, type Workflow } from './use-saving.ts'
import { Writer } from './writer.tsx'

export function PlanTab({ workflow }: { readonly workflow: Workflow }) {
  return <OfWorkflow key={workflow.id} workflow={workflow} />
}

const noInputs = {}
/** Among which the last one by a model is looked for. */
const versionsSeen = 50

function versionsOf(id: string): Versions {
  return {
    list: () => api('GET /api/v1/workflows/:id/versions', { params: { id }, query: { limit: versionsSeen } }),
    get: version =>
      api('GET /api/v1/workflows/:id/versions/:version', { params: { id, version: String(version) } }),
  }
}

function isLeftOpen({ plannedBy, status }: Workflow): boolean {
  return plannedBy === 'model' && status === 'needs_review'
}

/**
 * The reader plans its own again; no other plan is made anew by looking at it. What a model has left open is
 * not in its plan: it is asked again.
 */
function keptOf(workflow: Workflow): Kept | null {
  const { prompt: text, plan, plannedBy } = workflow
  return plannedBy === 'reader' || isLeftOpen(workflow) ? null : { text, plan }
}

function OfWorkflow({ workflow }: { readonly workflow: Workflow }) {
  // What it was when the tab opened: what is saved later does not replace what somebody types.
  const [initial] = useState(workflow.prompt)
  const [isRead] = useState(workflow.plannedBy === 'reader')
  const saving = useSaving(workflow, initial)
  const saved = saving.workflow ?? workflow
  const kept = useMemo(() => keptOf(saved), [saved])
  const planner = usePlanner()
  const findBase = () => modelBase(saved, versionsOf(workflow.id))
  const planning = usePlan({ text: initial, kept, isRead, findBase }, planner)
  const save = () => saving.save(planning.now(), workflow.name, planning.sent)
  const trial = useTrial({ planned: planning.planned, inputs: noInputs, save })
  return (
    <Writer
      initial={initial}
      planner={planner}
      planning={planning}
      saving={saving}
      trial={trial}
      save={save}
      onTemplate={() => {}}
    />
  )
}
