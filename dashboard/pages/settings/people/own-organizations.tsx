// The organizations that the person belongs to; a click goes to another one.
import { useNavigate } from '@tanstack/react-router'
import type { Item } from '../../../../http/client.ts'
import { readPages, sayError, useCall } from '../../../app/api.ts'
import { startSession } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { Badge } from '../../../parts/status.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as common } from '../../../words/common.ts'
import { words as all } from '../../../words/people.ts'

const words = all.organization
type Organization = Item<'GET /api/v1/organizations'>

export function OwnOrganizations() {
  const navigate = useNavigate()
  const enter = useCall('POST /api/v1/auth/switch', {
    onDone: login => {
      startSession(login)
      void navigate({ to: '/' })
    },
  })
  const failed = (error: Error) => toast({ text: sayError(error), tone: 'bad' })
  return (
    <Rows<Organization>
      options={readPages('GET /api/v1/organizations')}
      empty={<Empty title={common.none} />}
    >
      {organizations => (
        <ul className="divide-y rounded-lg border bg-raised">
          {organizations.map(({ id, name, role, current }) => (
            <li key={id} className="flex min-h-12 items-center gap-3 px-4 py-2">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium" title={name}>
                  {name}
                </span>
                <span className="block text-xs text-dim">{all.roles[role]}</span>
              </span>
              {current ? (
                <Badge tone="good">{words.current}</Badge>
              ) : (
                <Button
                  isBusy={enter.isPending && enter.variables.body.organizationId === id}
                  onClick={() => enter.mutate({ body: { organizationId: id } }, { onError: failed })}
                >
                  {words.switch}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Rows>
  )
}
