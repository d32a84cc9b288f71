// What can be done with a member or an open invitation. A removal says first what it stops.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../../../http/client.ts'
import { read, sayError, useCall } from '../../../app/api.ts'
import { endSession, hasRole, useUser } from '../../../app/session.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { Loaded, Skeleton } from '../../../parts/notes.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as all } from '../../../words/people.ts'
import { everybodyOf, type Member } from './membership.ts'

const words = all.members
const failed = (error: Error) => toast({ text: sayError(error), tone: 'bad' })

export function MemberMenu({ member }: { readonly member: Member }) {
  const { userId, email, name, role, status } = member
  const user = useUser()
  const [isAsking, setAsking] = useState(false)
  const params = { id: everybodyOf(user), userId }
  const refreshes = ['GET /api/v1/teams/:id/members', 'GET /api/v1/teams'] as const
  const person = name ?? email
  const again = useCall('POST /api/v1/teams/:id/members', {
    refreshes,
    onDone: () => toast(words.invited(email)),
  })
  const revoke = useCall('DELETE /api/v1/teams/:id/members/:userId', {
    refreshes,
    onDone: () => toast(words.revoked(email)),
  })
  const remove = useCall('DELETE /api/v1/teams/:id/members/:userId', {
    refreshes: userId === user.id ? [] : refreshes,
    onDone: () => (userId === user.id ? endSession('removed') : toast(words.removed(person))),
  })
  // Nobody reaches above their own role.
  if (!hasRole(user, role)) return null
  const invitation = [
    {
      label: words.again,
      onSelect: () => again.mutate({ params: { id: params.id }, body: { email, role } }, { onError: failed }),
    },
    {
      label: words.revoke,
      isDangerous: true,
      onSelect: () => revoke.mutate({ params }, { onError: failed }),
    },
  ]
  const leaving = userId === user.id ? words.leave : words.remove
  const active = [{ label: leaving, isDangerous: true, onSelect: () => setAsking(true) }]
  return (
    <>
      <Menu label={words.actionsFor(person)} items={status === 'invited' ? invitation : active} />
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={userId === user.id ? words.leave : words.removing(person)}
        action={leaving}
        onConfirm={() => remove.mutateAsync({ params })}
      >
        <p>{userId === user.id ? words.leaveLead : words.removeLead}</p>
        {isAsking && <Stops params={params} />}
      </Confirm>
    </>
  )
}

function Stops({ params }: { readonly params: { readonly id: string; readonly userId: string } }) {
  const query = useQuery({
    ...read('GET /api/v1/teams/:id/members/:userId/impact', { params }),
    staleTime: 0,
  })
  return (
    <Loaded query={query} skeleton={<Skeleton rows={2} />}>
      {impact => <Impact impact={impact} />}
    </Loaded>
  )
}

function Impact({ impact }: { readonly impact: Answer<'GET /api/v1/teams/:id/members/:userId/impact'> }) {
  const lists = [
    [words.keys, impact.apiKeys.map(({ id, name }) => [id, name])],
    [words.approvals, impact.approvals.map(({ id, message }) => [id, message])],
    [words.invitations, impact.invitations.map(({ id, email }) => [id, email])],
  ] as const
  const full = lists.filter(([, items]) => items.length > 0)
  if (full.length === 0) return <p className="text-dim">{words.nothingStops}</p>
  return (
    <div className="flex flex-col gap-2">
      <p>{words.stops}</p>
      {full.map(([title, items]) => (
        <div key={title}>
          <h3 className="text-sm font-medium">{title}</h3>
          <ul className="max-h-40 list-disc overflow-y-auto ps-5 text-dim">
            {items.map(([id, text]) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
