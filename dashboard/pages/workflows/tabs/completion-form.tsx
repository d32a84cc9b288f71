// A trigger that acts when another workflow ends.
import { useQuery } from '@tanstack/react-query'
import { read, useCall } from '../../../app/api.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Select } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { words } from '../../../words/workflow/triggers.ts'
import { Options } from './schedule-form.tsx'
import { triggerPattern } from './trigger.ts'

interface CompletionFormProps {
  readonly workflowId: string
  readonly onClose: () => void
}

export function CompletionForm({ workflowId, onClose }: CompletionFormProps) {
  const { data = [] } = useQuery(read('GET /api/v1/workflows/names', { query: { limit: 100 } }))
  const create = useCall('POST /api/v1/workflows/:id/triggers', {
    refreshes: [triggerPattern],
    onDone: onClose,
  })
  async function send({ watched = '', on }: Readonly<Record<string, string>>): Promise<void> {
    const body = { kind: 'completion', workflowId: watched, on } as never
    await create.mutateAsync({ params: { id: workflowId }, body })
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.completionTitle}>
      <Form onSend={send} action={words.create}>
        <Field label={words.watched}>
          <Select name="watched" required>
            {data
              .filter(each => each.id !== workflowId)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        </Field>
        <Field label={words.on}>
          <Select name="on" defaultValue="completed">
            <Options texts={words.ons} />
          </Select>
        </Field>
      </Form>
    </Dialog>
  )
}
