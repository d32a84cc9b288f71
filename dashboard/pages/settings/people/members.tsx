// Everybody in the organization, and who is invited: roles, invitations, removal.
import { useState } from 'react'
import { readPages, sayError, useCall } from '../../../app/api.ts'
import { hasRole, type Role, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Select } from '../../../parts/field.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Page } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { Badge, StatusBadge } from '../../../parts/status.tsx'
import { Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as common } from '../../../words/common.ts'
import { words as all } from '../../../words/people.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberMenu } from './member-menu.tsx'
import { everybodyOf, type Member, rolesBelow } from './membership.ts'

const words = all.members
export function MembersPage() {
  const user = useUser()
  const [isInviting, setInviting] = useState(false)
  const mayManage = hasRole(user, 'admin')
  const invite = (
    <Button look="primary" onClick={() => setInviting(true)}>
      {words.invite}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={mayManage && invite}>
      <Rows<Member>
        options={readPages('GET /api/v1/teams/:id/members', { params: { id: everybodyOf(user) } })}
        empty={<Empty title={common.none} />}
      >
        {members => (
          <Table
            label={words.title}
            rows={members}
            keyOf={({ userId }) => userId}
            columns={[
              {
                name: words.person,
                cell: member => <Person member={member} isYou={member.userId === user.id} />,
                width: 'minmax(0, 2fr)',
              },
              { name: words.role, cell: member => <RoleOf member={member} />, width: '136px' },
              { name: words.status, cell: ({ status }) => <StatusBadge status={status} />, width: '104px' },
              { name: words.joined, cell: ({ joinedAt }) => <Time at={joinedAt} />, width: '104px' },
              ...(mayManage
                ? [
                    {
                      name: common.actions,
                      cell: (member: Member) => <MemberMenu member={member} />,
                      width: '72px',
                      align: 'end' as const,
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Rows>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </Page>
  )
}

function Person({ member: { name, email }, isYou }: { readonly member: Member; readonly isYou: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0">
        <span className="block truncate font-medium" title={name ?? email}>
          {name ?? email}
        </span>
        {name !== null && (
          <span className="block truncate text-xs font-normal text-dim" title={email}>
            {email}
          </span>
        )}
      </span>
      {isYou && <Badge>{words.you}</Badge>}
    </span>
  )
}

/** Chosen here by those who may; nobody changes their own role, or one above it. */
function RoleOf({ member: { userId, email, name, role, status } }: { readonly member: Member }) {
  const user = useUser()
  const person = name ?? email
  const change = useCall('PUT /api/v1/teams/:id/members/:userId', {
    refreshes: ['GET /api/v1/teams/:id/members'],
    onDone: member => toast(words.roleChanged(person, all.roles[member.role])),
  })
  const choices = rolesBelow(user)
  const isFixed =
    !hasRole(user, 'admin') || userId === user.id || status === 'invited' || !choices.includes(role)
  if (isFixed) return <span title={all.roleHints[role]}>{all.roles[role]}</span>
  return (
    <Select
      aria-label={words.roleOf(person)}
      value={change.isPending ? change.variables.body.role : role}
      disabled={change.isPending}
      onChange={event => {
        const body = { role: event.target.value as Role }
        const failed = (error: Error) => toast({ text: sayError(error), tone: 'bad' })
        change.mutate({ params: { id: everybodyOf(user), userId }, body }, { onError: failed })
      }}
    >
      {choices.map(each => (
        <option key={each} value={each}>
          {all.roles[each]}
        </option>
      ))}
    </Select>
  )
}
