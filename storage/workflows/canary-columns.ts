// The canary in the row of a workflow: how it begins and ends. Called by storage/workflows/workflows.ts,
// under the lock of a change.
import { Failure } from '../../domain/failure.ts'
import { type EventRow, eventRow } from '../../domain/news/event.ts'
import type { EndedCanary, KeptCanary } from '../../domain/work/versions/canary.ts'

/** A version that is to get a share of the executions. */
export interface TriedVersion extends Pick<KeptCanary, 'percent' | 'setBy'> {
  /** The organization lets nothing run unattended that a model planned and nobody accepted. */
  readonly mustBeAccepted: boolean
}

/** What was compared when a canary ended. */
export type ComparedFigures = Pick<EndedCanary, 'active' | 'canary'>

interface CanaryColumns {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly updatedAt: number
  /** JSON text: KeptCanary, EndedCanary. */
  canary?: string | null | undefined
  endedCanary?: string | null | undefined
}

/** An earlier canary makes room. */
export function beginCanary(row: CanaryColumns, tried: Omit<KeptCanary, 'since'>): void {
  endCanary(row, 'replaced', null)
  const { versionId, version, percent, setBy } = tried
  const canary: KeptCanary = { versionId, version, percent, since: row.updatedAt, setBy }
  row.canary = JSON.stringify(canary)
}

/** Notes how the canary ended, if there is one. */
export function endCanary(
  row: CanaryColumns,
  reason: EndedCanary['reason'],
  figures: ComparedFigures | null,
): void {
  if (!row.canary) return
  const { version, percent, since } = JSON.parse(row.canary) as KeptCanary
  const told = figures ?? { active: null, canary: null }
  const ended: EndedCanary = { version, percent, since, endedAt: row.updatedAt, reason, ...told }
  row.canary = null
  row.endedCanary = JSON.stringify(ended)
}

/** For notifications: a canary was ended because it failed too often. */
export function failingEvent(row: CanaryColumns, canary: KeptCanary, figures: ComparedFigures): EventRow {
  const { id, organizationId, name, updatedAt } = row
  const { completed = 0, failed = 0 } = figures.canary ?? {}
  const { version, setBy } = canary
  const data = { workflowId: id, workflowName: name, version, setBy, failed, ended: completed + failed }
  return eventRow({ organizationId, type: 'canary.failing', resource: id, at: updatedAt, data })
}

export function unaccepted(version: number): Failure {
  const message = `a language model or an agent planned version ${version}: activate it and confirm it before it is tried`
  return new Failure('workflow-needs-review', message)
}
