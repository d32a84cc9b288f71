// Invites somebody by mail, with a role and perhaps a team.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useCall } from '../../../app/api.ts'
import { type Role, useUser } from '../../../app/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Select, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as all } from '../../../words/people.ts'
import { everybodyOf, rolesBelow } from './membership.ts'

const words = all.members

export function InviteDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.invite} description={words.inviteLead}>
      <InviteForm onClose={onClose} />
    </Dialog>
  )
}

function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const user = useUser()
  const everybody = everybodyOf(user)
  const [role, setRole] = useState<Role>('member')
  const teams = useQuery(read('GET /api/v1/teams', { query: { limit: 100 } }))
  const invite = useCall('POST /api/v1/teams/:id/members', {
    refreshes: ['GET /api/v1/teams/:id/members', 'GET /api/v1/teams'],
    onDone: ({ email }) => {
      toast(words.invited(email))
      onClose()
    },
  })
  const others = (teams.data ?? []).filter(({ id }) => id !== everybody)
  return (
    <Form
      action={words.send}
      onSend={({ email = '', team = everybody }) =>
        invite.mutateAsync({ params: { id: team }, body: { email: email.trim(), role } })
      }
    >
      <TextField label={words.email} name="email" type="email" autoComplete="off" autoFocus />
      <Field label={words.role} hint={all.roleHints[role]}>
        <Select name="role" value={role} onChange={event => setRole(event.target.value as Role)}>
          {rolesBelow(user).map(each => (
            <option key={each} value={each}>
              {all.roles[each]}
            </option>
          ))}
        </Select>
      </Field>
      {others.length > 0 && (
        <Field label={words.team}>
          <Select name="team" defaultValue={everybody}>
            <option value={everybody}>{words.everybody}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </Form>
  )
}
