// Canaries of workflows: how they are shown, and the chore that ends one that fails too often.
import { notFound } from '../../domain/failure.ts'
import { type Canary, isFailing } from '../../domain/work/versions/canary.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { CanaryRow } from '../../storage/workflows/canaries.ts'
import type { Services } from '../services.ts'

const portion = 100
/** Between two looks at all of them. */
const betweenMs = 2_000

/** @throws {Failure} not-found */
export async function showCanary(services: Services, organizationId: string, id: string): Promise<Canary> {
  const row = await services.canaries.get(organizationId, id)
  if (row === null) throw notFound('workflow')
  const [active, canary] = await figuresOf(services, row)
  const { percent = null, since = null } = row.canary ?? {}
  return { workflowId: id, percent, since, active: active!, canary: canary ?? null, ended: row.ended }
}

/** Of the active version, and of the canary where there is one. */
function figuresOf({ canaries }: Services, row: CanaryRow) {
  const { active, canary } = row
  return canaries.figures(row, canary === null ? [active] : [active, canary.version], canary?.since ?? 0)
}

export function canaryChore(services: Services): Chore {
  let after = ''
  return {
    name: 'canaries',
    async work() {
      const rows = await services.canaries.list(after, portion)
      for (const row of rows) await judge(services, row)
      after = rows.length < portion ? '' : rows.at(-1)!.id
      return after === '' ? betweenMs : 0
    },
  }
}

async function judge(services: Services, row: CanaryRow): Promise<void> {
  const [active, canary] = await figuresOf(services, row)
  if (!isFailing(canary!, active!)) return
  await services.workflows.endFailingCanary(row, { active: active!, canary: canary! })
}
