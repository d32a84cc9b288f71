// Invites somebody by mail, with a role and perhaps a team.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useCall } from '../../../app/api.ts'
import { useMail } from '../../../app/mail.ts'
import { type Role, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyText } from '../../../parts/copy.tsx'
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
  const isSending = useMail() === 'sent'
  const [handed, setHanded] = useState<Handed | null>(null)
  const close = () => {
    setHanded(null)
    onClose()
  }
  const lead = isSending ? words.inviteLead : words.inviteByHand
  if (handed !== null)
    return (
      <Dialog isOpen={isOpen} onClose={close} title={words.invited(handed.email)}>
        <div className="flex flex-col gap-4">
          <p>{words.handOn(handed.email)}</p>
          <CopyText text={handed.link} />
          <Button look="primary" className="self-start px-3" onClick={close}>
            {words.done}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog isOpen={isOpen} onClose={close} title={words.invite} description={lead}>
      <InviteForm onClose={close} onLink={setHanded} action={isSending ? words.send : words.makeLink} />
    </Dialog>
  )
}

/** A link that no mail brings to the person. */
interface Handed {
  readonly email: string
  readonly link: string
}

interface InviteFormProps {
  readonly onClose: () => void
  readonly onLink: (handed: Handed) => void
  readonly action: string
}

function InviteForm({ onClose, onLink, action }: InviteFormProps) {
  const user = useUser()
  const everybody = everybodyOf(user)
  const [role, setRole] = useState<Role>('member')
  const teams = useQuery(read('GET /api/v1/teams', { query: { limit: 100 } }))
  const invite = useCall('POST /api/v1/teams/:id/members', {
    refreshes: ['GET /api/v1/teams/:id/members', 'GET /api/v1/teams'],
    onDone: ({ email, link }) => {
      if (link !== null) return onLink({ email, link })
      toast(words.invited(email))
      onClose()
    },
  })
  const others = (teams.data ?? []).filter(({ id }) => id !== everybody)
  return (
    <Form
      action={action}
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
