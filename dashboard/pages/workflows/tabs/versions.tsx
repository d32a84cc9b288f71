// The versions of a workflow: what changed, which one is active, going back, trying one on a share of runs.
import { useState } from 'react'
import type { Answer } from '../../../../http/client.ts'
import { readPages } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { Badge } from '../../../parts/status.tsx'
import { Time } from '../../../parts/time.tsx'
import { words } from '../../../words/workflow/versions.ts'
import type { ShownWorkflow } from '../workflow.tsx'
import { Activation } from './activation.tsx'
import { Difference } from './difference.tsx'
import { Trial } from './trial.tsx'

type Row = Answer<'GET /api/v1/workflows/:id/versions'>[number]

export function VersionsTab({ workflow }: { readonly workflow: ShownWorkflow }) {
  const user = useUser()
  const [compared, setCompared] = useState<number | null>(null)
  const [activating, setActivating] = useState<number | null>(null)
  const { id, version: active } = workflow
  return (
    <>
      <p className="mb-4 max-w-prose text-dim">{words.lead}</p>
      <Trial workflowId={id} />
      <Rows<Row>
        options={readPages('GET /api/v1/workflows/:id/versions', { params: { id } })}
        empty={<Empty title={words.version(1)} />}
      >
        {rows => (
          <ol className="rounded-lg border bg-raised">
            {rows.map(row => (
              <li key={row.id} className="border-b p-4 last:border-b-0">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                  <h3 className="font-medium">{words.version(row.version)}</h3>
                  {row.active && <Badge tone="good">{words.active}</Badge>}
                  <Time at={row.createdAt} className="text-sm text-dim" />
                  <span className="flex-1" />
                  {!row.active && (
                    <Button
                      look="quiet"
                      aria-expanded={compared === row.version}
                      onClick={() => setCompared(compared === row.version ? null : row.version)}
                    >
                      {words.compare}
                    </Button>
                  )}
                  {!row.active && hasRole(user, 'member') && (
                    <Button onClick={() => setActivating(row.version)}>{words.activate}</Button>
                  )}
                </div>
                {row.note && <p className="mt-1 text-dim">{row.note}</p>}
                {compared === row.version && <Difference workflowId={id} from={active} to={row.version} />}
              </li>
            ))}
          </ol>
        )}
      </Rows>
      {activating !== null && (
        <Activation workflowId={id} version={activating} onClose={() => setActivating(null)} />
      )}
    </>
  )
}
