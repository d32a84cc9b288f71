// Teams: groups of members. The team of everybody is the organization itself and stands under Members.
import { useState } from 'react'
import type { Item } from '../../../../http/client.ts'
import { readPages, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Page } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as all } from '../../../words/people.ts'
import { everybodyOf } from './membership.ts'
import { TeamCard } from './team-card.tsx'

const words = all.teams
export type Team = Item<'GET /api/v1/teams'>

export function TeamsPage() {
  const user = useUser()
  const [isCreating, setCreating] = useState(false)
  const create = hasRole(user, 'admin') && (
    <Button look="primary" onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  const empty = (
    <Empty title={words.none} action={create}>
      {words.noneLead}
    </Empty>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={create} width="narrow">
      <Rows<Team> options={readPages('GET /api/v1/teams')} empty={empty}>
        {teams => {
          const own = teams.filter(({ id }) => id !== everybodyOf(user))
          if (own.length === 0) return empty
          return (
            <div className="flex flex-col gap-3">
              {own.map(team => (
                <TeamCard key={team.id} team={team} />
              ))}
            </div>
          )
        }}
      </Rows>
      <Dialog isOpen={isCreating} onClose={() => setCreating(false)} title={words.create}>
        <CreateForm onClose={() => setCreating(false)} />
      </Dialog>
    </Page>
  )
}

function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const create = useCall('POST /api/v1/teams', {
    refreshes: ['GET /api/v1/teams'],
    onDone: ({ name }) => {
      toast(words.created(name))
      onClose()
    },
  })
  return (
    <Form
      action={words.create}
      onSend={({ name = '' }) => create.mutateAsync({ body: { name: name.trim() } })}
    >
      <TextField label={words.name} name="name" maxLength={200} autoComplete="off" autoFocus />
    </Form>
  )
}
