// One team: its members, who can be added and taken out, and its end.
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { read, readPages, sayError, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm, Dialog } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { Card } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { StatusBadge } from '../../../parts/status.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as all } from '../../../words/people.ts'
import { everybodyOf, type Member } from './membership.ts'
import type { Team } from './teams.tsx'

const words = all.teams
const refreshes = ['GET /api/v1/teams', 'GET /api/v1/teams/:id/members'] as const

export function TeamCard({ team: { id, name, memberCount } }: { readonly team: Team }) {
  const mayManage = hasRole(useUser(), 'admin')
  const [asks, setAsks] = useState<'delete' | 'add' | null>(null)
  const remove = useCall('DELETE /api/v1/teams/:id', {
    refreshes: ['GET /api/v1/teams'],
    onDone: () => toast(words.deleted(name)),
  })
  const close = () => setAsks(null)
  return (
    <Card>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold" title={name}>
            {name}
          </h2>
          <p className="text-xs text-dim">{words.count(memberCount)}</p>
        </div>
        {mayManage && (
          <>
            <Button onClick={() => setAsks('add')}>{words.add}</Button>
            <Menu
              label={words.actionsFor(name)}
              items={[{ label: words.delete, isDangerous: true, onSelect: () => setAsks('delete') }]}
            />
          </>
        )}
      </div>
      <Members teamId={id} teamName={name} mayManage={mayManage} />
      <Dialog isOpen={asks === 'add'} onClose={close} title={words.addTo(name)} description={words.addHint}>
        <AddForm teamId={id} onClose={close} />
      </Dialog>
      <Confirm
        isOpen={asks === 'delete'}
        onClose={close}
        title={words.deleting(name)}
        action={words.delete}
        onConfirm={() => remove.mutateAsync({ params: { id } })}
      >
        <p>{words.deleteLead}</p>
      </Confirm>
    </Card>
  )
}

interface MembersProps {
  readonly teamId: string
  readonly teamName: string
  readonly mayManage: boolean
}

function Members({ teamId, teamName, mayManage }: MembersProps) {
  const takeOut = useCall('DELETE /api/v1/teams/:id/members/:userId', { refreshes })
  const failed = (error: Error) => toast({ text: sayError(error), tone: 'bad' })
  return (
    <div className="mt-3 border-t pt-2">
      <Rows<Member>
        options={readPages('GET /api/v1/teams/:id/members', { params: { id: teamId } })}
        empty={<p className="py-1 text-sm text-dim">{words.empty}</p>}
      >
        {members => (
          <ul className="flex flex-col">
            {members.map(({ userId, name, email, status }) => (
              <li key={userId} className="flex min-h-9 items-center gap-3">
                <span className="min-w-0 flex-1 truncate" title={email}>
                  {name ?? email}
                  {name !== null && <span className="text-dim"> · {email}</span>}
                </span>
                {status === 'invited' && <StatusBadge status={status} />}
                {mayManage && (
                  <Button
                    look="quiet"
                    aria-label={words.takeOutOf(name ?? email, teamName)}
                    isBusy={takeOut.isPending && takeOut.variables.params.userId === userId}
                    onClick={() => takeOut.mutate({ params: { id: teamId, userId } }, { onError: failed })}
                  >
                    {words.takeOut}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Rows>
    </div>
  )
}

/** By address: members are suggested, and anybody else is invited. */
function AddForm({ teamId, onClose }: { readonly teamId: string; readonly onClose: () => void }) {
  const list = useId()
  const id = everybodyOf(useUser())
  const members = useQuery(read('GET /api/v1/teams/:id/members', { params: { id }, query: { limit: 100 } }))
  const add = useCall('POST /api/v1/teams/:id/members', {
    refreshes,
    onDone: ({ email }) => {
      toast(words.added(email))
      onClose()
    },
  })
  return (
    <Form
      action={words.add}
      onSend={({ email = '' }) => add.mutateAsync({ params: { id: teamId }, body: { email: email.trim() } })}
    >
      <TextField
        label={all.members.email}
        name="email"
        type="email"
        list={list}
        autoComplete="off"
        autoFocus
      />
      <datalist id={list}>
        {(members.data ?? [])
          .filter(({ status }) => status === 'active')
          .map(({ userId, email, name }) => (
            <option key={userId} value={email}>
              {name}
            </option>
          ))}
      </datalist>
    </Form>
  )
}
