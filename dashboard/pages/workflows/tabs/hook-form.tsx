// A new hook: how its sender proves itself. Its address is shown once, afterwards.
import { useState } from 'react'
import { useCall } from '../../../app/api.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Select, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { words } from '../../../words/workflow/triggers.ts'
import { Options } from './schedule-form.tsx'
import { triggerPattern } from './trigger.ts'

interface HookFormProps {
  readonly workflowId: string
  readonly onClose: () => void
  readonly onMade: (url: string) => void
}

type Kind = keyof typeof words.verifications

export function HookForm({ workflowId, onClose, onMade }: HookFormProps) {
  const [kind, setKind] = useState<Kind>('none')
  const create = useCall('POST /api/v1/workflows/:id/triggers', {
    refreshes: [triggerPattern],
    onDone: ({ url }) => (url === null ? onClose() : onMade(url)),
  })
  async function send({ secret }: Readonly<Record<string, string>>): Promise<void> {
    const verification = kind === 'none' ? { kind } : { kind, secret }
    await create.mutateAsync({ params: { id: workflowId }, body: { kind: 'hook', verification } as never })
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.hookTitle} description={words.hookLead}>
      <Form onSend={send} action={words.create}>
        <Field label={words.verification}>
          <Select value={kind} onChange={event => setKind(event.target.value as Kind)}>
            <Options texts={words.verifications} />
          </Select>
        </Field>
        {kind !== 'none' && (
          <TextField
            label={words.secret}
            hint={words.secretHint}
            name="secret"
            type="password"
            autoComplete="off"
            minLength={8}
          />
        )}
      </Form>
    </Dialog>
  )
}
