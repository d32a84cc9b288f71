// What one sets of a workflow besides its prompt: name, limits, whether agents see it; and deleting it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { shownLine } from '../../../../domain/shown/shown.ts'
import { read, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/dialog.tsx'
import { Check, Field, TextArea, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Note } from '../../../parts/notes.tsx'
import { Section } from '../../../parts/page.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/workflow/settings.ts'
import type { ShownWorkflow } from '../workflow.tsx'

type Fields = Readonly<Record<string, string>>

const limitOf = (text = '') => (text.trim() === '' ? null : Number(text))

export function SettingsTab({ workflow }: { readonly workflow: ShownWorkflow }) {
  const { id, name, slug } = workflow
  const mayWrite = hasRole(useUser(), 'member')
  const update = useCall('PUT /api/v1/workflows/:id', {
    refreshes: ['GET /api/v1/workflows/:id', 'GET /api/v1/workflows', 'GET /api/v1/workflows/names'],
    onDone: () => toast(words.saved),
  })
  const general = ({ name, description, tool }: Fields) =>
    update.mutateAsync({
      params: { id },
      body: { name: name!, description: description || null, tool: tool === 'on' },
    })
  const limits = ({ concurrency, budget, monthlyBudget }: Fields) =>
    update.mutateAsync({
      params: { id },
      body: {
        concurrency: limitOf(concurrency),
        budget: limitOf(budget),
        monthlyBudget: limitOf(monthlyBudget),
      },
    })
  return (
    <div className="max-w-xl">
      <fieldset disabled={!mayWrite} className="contents">
        <Section title={words.general}>
          <Form onSend={general} action={words.save}>
            <TextField label={words.name} name="name" defaultValue={name} maxLength={200} />
            <Field label={words.description} isOptional>
              <TextArea name="description" defaultValue={workflow.description ?? ''} maxLength={2_000} />
            </Field>
            <Check
              name="tool"
              label={words.tool}
              hint={words.toolHint(slug.replaceAll('-', '_'))}
              defaultChecked={workflow.tool}
            />
          </Form>
        </Section>
        <Section title={words.limits}>
          <Form onSend={limits} action={words.save}>
            <Limit name="concurrency" workflow={workflow} />
            <Limit name="budget" workflow={workflow} />
            <Limit name="monthlyBudget" workflow={workflow} />
          </Form>
        </Section>
        <Section title={words.danger} lead={words.dangerLead}>
          <Deletion workflow={workflow} />
        </Section>
      </fieldset>
    </div>
  )
}

interface LimitProps {
  readonly name: 'concurrency' | 'budget' | 'monthlyBudget'
  readonly workflow: ShownWorkflow
}

function Limit({ name, workflow }: LimitProps) {
  return (
    <TextField
      label={words[name]}
      hint={words[`${name}Hint`]}
      isOptional
      name={name}
      type="number"
      min={1}
      defaultValue={workflow[name] ?? ''}
    />
  )
}

function Deletion({ workflow: { id, name } }: { readonly workflow: ShownWorkflow }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useCall('DELETE /api/v1/workflows/:id')
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {words.delete}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.deleteTitle(name)}
        action={words.delete}
        typed={name}
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id } })
          await navigate({ to: '/workflows' })
          void queries.invalidateQueries()
          toast(words.deleted(name))
        }}
      >
        <p>{words.dangerLead}</p>
        {isAsking && <Users id={id} />}
      </Confirm>
    </>
  )
}

/** What stops working without it. */
function Users({ id }: { readonly id: string }) {
  const { data } = useQuery(read('GET /api/v1/workflows/:id/users', { params: { id } }))
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => shownLine(name)).join(', ')
  return (
    <>
      {data && data.runBy.length > 0 && <Note tone="warn">{words.runBy(namesOf(data.runBy))}</Note>}
      {data && data.starts.length > 0 && <Note tone="warn">{words.starts(namesOf(data.starts))}</Note>}
    </>
  )
}
